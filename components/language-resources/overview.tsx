"use client";

import { Plus } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Page } from "@/components/ui/page";
import { useLayer } from "@/components/ui/use-layer";
import type { ResourceKind } from "./kind";
import { type PagedList, PagedRows } from "./paged-rows";

type OverviewProps = {
  readonly kind: ResourceKind;
  readonly icon: ReactNode;
  readonly list: PagedList;
  readonly rows: readonly ReactNode[];
  /** The dialog that makes a new one. Its code is loaded when it is first wanted. */
  readonly newDialog: (onClose: () => void) => ReactNode;
  readonly mayManage: boolean;
};

/** All glossaries or all memories of the workspace. */
export function Overview({ kind, icon, list, rows, newDialog, mayManage }: OverviewProps) {
  const t = useTranslations(kind);
  const [creating, create, close] = useLayer<true>();
  const button = mayManage ? (
    <Button variant="primary" onClick={() => create(true)}>
      <Plus aria-hidden="true" />
      {t("create")}
    </Button>
  ) : null;
  return (
    <Page title={t("title")} description={t("description")} actions={rows.length > 0 ? button : null}>
      <PagedRows
        label={t("title")}
        failed={t("listFailed")}
        list={list}
        rows={rows}
        whenEmpty={
          <EmptyState icon={icon} title={t("emptyTitle")} actions={button}>
            <p>{t("emptyText")}</p>
            {mayManage ? null : <p className="mt-2">{t("managersOnly")}</p>}
          </EmptyState>
        }
      />
      <Suspense fallback={null}>{creating ? newDialog(close) : null}</Suspense>
    </Page>
  );
}
