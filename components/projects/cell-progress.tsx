"use client";

import { useTranslations } from "use-intl";
import { StackedProgress } from "@/components/ui/progress";
import type { Progress } from "@/lib/schemas/projects";
import type { Workflow } from "@/lib/vocabulary/projects";
import { progressParts } from "./progress-parts";

type CellProgressProps = { readonly name: string; readonly workflow: Workflow; readonly progress: Progress };

/** Progress as a bar and one number, and in words for screen readers. */
export function CellProgress({ name, workflow, progress }: CellProgressProps) {
  const t = useTranslations("projects");
  const { segments } = progress;
  const { percent, parts } = progressParts(workflow, progress);
  if (percent === null) return <span className="text-sm text-muted">{t("noText")}</span>;
  return (
    <span className="grid grid-cols-[minmax(3rem,1fr)_2.5rem] items-center gap-2">
      <StackedProgress
        label={t("cell", {
          name,
          reviewed: segments.reviewed,
          translated: segments.translated,
          needsWork: segments.needsWork,
          draft: segments.draft,
          untranslated: segments.untranslated,
        })}
        parts={parts}
      />
      <span className="tabular text-end text-xs text-muted">{t("percent", { percent: percent / 100 })}</span>
    </span>
  );
}
