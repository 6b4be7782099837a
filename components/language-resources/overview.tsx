"use client";

import { type ReactNode, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { Plus } from "@/components/ui/icons";
import { Input } from "@/components/ui/input";
import { Page } from "@/components/ui/page";
import { useLayer } from "@/components/ui/use-layer";
import { useTyped } from "@/components/ui/use-typed";
import { NoMatches, type PagedList, PagedRows } from "./paged-rows";
import type { ResourceKind } from "./resource-frame";

type OverviewProps = {
  readonly kind: ResourceKind;
  readonly icon: ReactNode;
  /** The search text. */
  readonly q: string;
  readonly onSearch: (q: string) => void;
  readonly list: PagedList;
  readonly rows: readonly ReactNode[];
  /** The dialog that creates a new one, loaded on demand. */
  readonly newDialog: (onClose: () => void) => ReactNode;
  readonly mayManage: boolean;
};

/** Number of items above which the search field is shown. */
const SEARCH_THRESHOLD = 8;

/** All glossaries or all memories of the workspace. */
export function Overview({ kind, icon, q, onSearch, list, rows, newDialog, mayManage }: OverviewProps) {
  const t = useTranslations(kind);
  const resources = useTranslations("resources");
  const [text, setText] = useTyped(q, onSearch);
  const [isSearchable, setSearchable] = useState(rows.length > SEARCH_THRESHOLD);
  if (rows.length > SEARCH_THRESHOLD && !isSearchable) setSearchable(true);
  const [creating, create, close] = useLayer<true>();
  const button = mayManage ? (
    <Button icon={Plus} variant="primary" onClick={() => create(true)}>
      {t("create")}
    </Button>
  ) : null;
  return (
    <Page title={t("title")} description={t("description")} actions={rows.length > 0 || q !== "" ? button : null}>
      <div className="flex flex-col gap-4">
        {isSearchable ? (
          <search>
            <Field label={resources("search")} labelHidden className="max-w-md">
              <Input
                type="search"
                value={text}
                onChange={(event) => setText(event.target.value)}
                placeholder={resources("search")}
                maxLength={200}
                autoComplete="off"
                dir="auto"
              />
            </Field>
          </search>
        ) : null}
        <PagedRows
          label={t("title")}
          failed={t("listFailed")}
          list={list}
          rows={rows}
          whenEmpty={
            q !== "" ? (
              <NoMatches onClear={() => onSearch("")} />
            ) : (
              <EmptyState icon={icon} title={t("emptyTitle")} actions={button}>
                <p>{t("emptyText")}</p>
                {mayManage ? null : <p className="mt-2">{t("managersOnly")}</p>}
              </EmptyState>
            )
          }
        />
      </div>
      <Suspense fallback={null}>{creating ? newDialog(close) : null}</Suspense>
    </Page>
  );
}
