"use client";

import Link from "next/link";
import { useLocale, useTranslations } from "use-intl";
import { StackedProgress } from "@/components/ui/progress";
import type { Progress } from "@/lib/schemas/projects";
import { languageName } from "@/lib/text/languages";
import type { Workflow } from "@/lib/vocabulary/projects";
import { progressParts } from "./progress-parts";

type LanguageProgressProps = {
  readonly workflow: Workflow;
  readonly language: string;
  readonly progress: Progress;
};

type NamedProgressProps = LanguageProgressProps & {
  /** Where the name leads. */
  readonly href?: string;
};

/** Progress of one language with its name: a bar, and the percentage of translated words. */
export function LanguageProgress({ href, ...props }: NamedProgressProps) {
  const name = languageName(props.language, useLocale());
  return (
    <div className="grid grid-cols-[minmax(5rem,8rem)_minmax(0,1fr)] items-center gap-3 text-sm">
      {href ? (
        <Link href={href} className="truncate font-medium hover:underline">
          {name}
        </Link>
      ) : (
        <span className="truncate">{name}</span>
      )}
      <LanguageBar {...props} />
    </div>
  );
}

/** {@link LanguageProgress} without the name. */
export function LanguageBar({ workflow, language, progress }: LanguageProgressProps) {
  const t = useTranslations("projects");
  const name = languageName(language, useLocale());
  const { percent, parts } = progressParts(workflow, progress);
  if (percent === null) return <span className="truncate text-sm text-muted">{t("noText")}</span>;
  return (
    <span className="grid grid-cols-[minmax(2rem,1fr)_3rem] items-center gap-3 text-sm">
      <StackedProgress
        label={t("progressOf", {
          language: name,
          reviewed: progress.reviewedPercent ?? 0,
          translated: progress.translatedPercent ?? 0,
          drafted: progress.draftedPercent ?? 0,
        })}
        parts={parts}
      />
      <span className="tabular text-end text-muted">{t("percent", { percent: percent / 100 })}</span>
    </span>
  );
}
