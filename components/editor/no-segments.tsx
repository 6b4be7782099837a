"use client";

import Link from "next/link";
import { useTranslations } from "use-intl";
import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { FilePlus2, Files, SearchX } from "@/components/ui/icons";
import { useEditorScope } from "./editor-scope";

/** An empty list: no segment matches the filter, or the project has no text. */
export function NoSegments({
  isNarrowed,
  onShowAll,
}: {
  readonly isNarrowed: boolean;
  readonly onShowAll: () => void;
}) {
  const t = useTranslations("editor");
  const { project, place, may } = useEditorScope();
  if (isNarrowed)
    return (
      <EmptyState
        icon={<SearchX />}
        title={t("empty.title")}
        actions={<Button onClick={onShowAll}>{t("clearFilter")}</Button>}
      >
        <p>{t("empty.text")}</p>
      </EmptyState>
    );
  // Documents of branches are added through the API.
  const mayAdd = may.manage && place.branch === null;
  return (
    <EmptyState
      icon={<Files />}
      title={t("empty.noneTitle")}
      actions={
        mayAdd ? (
          <Link href={`/projects/${project.id}/files`} className={buttonClass("primary")}>
            <FilePlus2 />
            {t("empty.add")}
          </Link>
        ) : null
      }
    >
      <p>{t("empty.noneText")}</p>
    </EmptyState>
  );
}
