"use client";

import { useLocale, useTranslations } from "use-intl";
import { type ProgressPart, StackedProgress } from "@/components/ui/progress";
import type { Progress } from "@/lib/schemas/projects";
import { languageName } from "@/lib/text/languages";

/** Progress of one language: a bar, and the percentage of translated words. */
export function LanguageProgress({ language, progress }: { language: string; progress: Progress }) {
  const t = useTranslations("projects");
  const name = languageName(language, useLocale());
  const reviewed = progress.reviewedPercent ?? 0;
  const translated = progress.translatedPercent ?? 0;
  const drafted = progress.draftedPercent ?? 0;
  const parts: ProgressPart[] = [
    { percent: reviewed, className: "fill-success" },
    { percent: Math.max(0, translated - reviewed), className: "fill-accent" },
    { percent: Math.max(0, drafted - translated), className: "fill-edge" },
  ];
  return (
    <div className="grid grid-cols-[minmax(5rem,8rem)_minmax(3rem,1fr)_3.5rem] items-center gap-3 text-sm">
      <span className="truncate">{name}</span>
      {progress.translatedPercent === null ? (
        <span className="col-span-2 truncate text-muted">{t("noText")}</span>
      ) : (
        <>
          <StackedProgress label={t("progressOf", { language: name, reviewed, translated, drafted })} parts={parts} />
          <span className="tabular text-end text-muted">{t("percent", { percent: translated / 100 })}</span>
        </>
      )}
    </div>
  );
}
