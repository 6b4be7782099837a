"use client";

import { useTranslations } from "use-intl";
import { Button, IconButton } from "@/components/ui/button";
import { X } from "@/components/ui/icons";
import { useEditorScope } from "./editor-scope";
import type { BulkKind } from "./editor-store";

type SelectionBarProps = {
  /** Number of selected segments; at least one. */
  readonly count: number;
  /** Number of segments in the list; null if they are too many to select. */
  readonly all: number | null;
  readonly onAll: () => void;
  readonly onClear: () => void;
  readonly onAction: (kind: BulkKind) => void;
};

/** Actions for the selected segments. */
export function SelectionBar({ count, all, onAll, onClear, onAction }: SelectionBarProps) {
  const t = useTranslations("editor");
  const { may } = useEditorScope();
  const actions = may.review ? (["approve", "confirm", "reject"] as const) : (["confirm"] as const);
  return (
    <section
      aria-label={t("selection.title")}
      className="flex flex-wrap items-center gap-2 border-t border-line bg-raised px-4 py-2 text-sm"
    >
      <p role="status" className="tabular me-1 font-medium">
        {t("selection.count", { count })}
      </p>
      {actions.map((kind) => (
        <Button key={kind} size="sm" onClick={() => onAction(kind)}>
          {t(`bulk.starts.${kind}`, { count })}
        </Button>
      ))}
      <Button size="sm" variant="ghost" onClick={() => onAction("fix")}>
        {t("bulk.title")}
      </Button>
      {all !== null && all > count ? (
        <Button size="sm" variant="ghost" onClick={onAll}>
          {t("selection.all", { count: all })}
        </Button>
      ) : null}
      <IconButton icon={X} size="sm" label={t("selection.clear")} onClick={onClear} className="ms-auto" />
    </section>
  );
}
