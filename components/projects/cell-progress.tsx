"use client";

import { useTranslations } from "use-intl";
import { StackedProgress } from "@/components/ui/progress";
import type { Progress } from "@/lib/schemas/projects";

/** Progress in four colours and one number, and in words for screen readers. */
export function CellProgress({ name, progress }: { name: string; progress: Progress }) {
  const t = useTranslations("projects");
  const { words, segments } = progress;
  const measure = words.total > 0 ? words : segments;
  const percent = (part: number) => (measure.total === 0 ? 0 : (part / measure.total) * 100);
  if (progress.translatedPercent === null) return <span className="text-sm text-muted">{t("noText")}</span>;
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
        parts={[
          { percent: percent(measure.reviewed), className: "fill-success" },
          { percent: percent(measure.translated), className: "fill-accent" },
          { percent: percent(measure.needsWork), className: "fill-warning" },
          { percent: percent(measure.draft), className: "fill-edge" },
        ]}
      />
      <span className="tabular text-end text-xs text-muted">
        {t("percent", { percent: progress.translatedPercent / 100 })}
      </span>
    </span>
  );
}
