"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { useLocale, useTranslations } from "use-intl";
import { cx } from "@/components/ui/cx";
import { StackedProgress } from "@/components/ui/progress";
import type { Progress } from "@/lib/schemas/projects";
import { languageName } from "@/lib/text/languages";
import type { Workflow } from "@/lib/vocabulary/projects";
import { measureOf, progressParts } from "./progress-parts";

type WorkProgressProps = {
  /** What the progress is of, for screen readers. */
  readonly name: string;
  readonly workflow: Workflow;
  readonly progress: Progress;
  /** Leaves out the noun after the percentage, for tables with a {@link ProgressLegend} below. */
  readonly isNarrow?: boolean;
};

/** Progress of the texts of a language or document: a bar, and the percentage in the final state of the workflow. */
export function WorkProgress({ name, workflow, progress, isNarrow = false }: WorkProgressProps) {
  const t = useTranslations("progress");
  const { segments } = progress;
  const { measure, percent, parts } = progressParts(workflow, progress);
  if (percent === null) return <span className="truncate text-sm text-muted">{t("noText")}</span>;
  const share = percent / 100;
  return (
    <span className="flex items-center gap-2 text-sm sm:gap-3">
      <StackedProgress
        className="min-w-6 grow basis-0"
        label={t("counts", {
          name,
          reviewed: segments.reviewed,
          translated: segments.translated,
          needsWork: segments.needsWork,
          draft: segments.draft,
          untranslated: segments.untranslated,
        })}
        parts={parts}
      />
      <span className={cx("tabular shrink-0 text-end text-xs text-muted", isNarrow ? "min-w-8" : "sm:min-w-24")}>
        {isNarrow ? t("share.plain", { share }) : t(`share.${measure}`, { share })}
      </span>
    </span>
  );
}

type LanguageProgressProps = Omit<WorkProgressProps, "name"> & {
  readonly language: string;
  /** Target of the link on the language's name. */
  readonly href?: string;
};

/** {@link WorkProgress} of a language, after its name. */
export function LanguageProgress({ language, href, ...props }: LanguageProgressProps) {
  const name = languageName(language, useLocale());
  return (
    <div className="grid grid-cols-[minmax(4rem,8rem)_minmax(0,1fr)] items-center gap-2 sm:gap-3 text-sm">
      {href ? (
        <Link href={href} className="truncate font-medium hover:underline">
          {name}
        </Link>
      ) : (
        <span className="truncate">{name}</span>
      )}
      <WorkProgress name={name} {...props} />
    </div>
  );
}

/** Explains the colours of {@link WorkProgress}. */
export function ProgressLegend({ workflow }: { readonly workflow: Workflow }) {
  const t = useTranslations("progress");
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {measureOf(workflow) === "reviewed" ? (
        <>
          <Colour className="bg-success">{t("reviewed")}</Colour>
          <Colour className="bg-accent">{t("translated")}</Colour>
        </>
      ) : null}
      <Colour className="bg-accent/30">{t("draft")}</Colour>
    </p>
  );
}

function Colour({ className, children }: { readonly className: string; readonly children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className={`size-2.5 rounded-full ${className}`} />
      {children}
    </span>
  );
}
