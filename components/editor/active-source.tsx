"use client";

import { memo } from "react";
import { useTranslations } from "use-intl";
import type { Segment } from "@/lib/schemas/segments";
import { isGeneratedKey } from "@/lib/text/segment";
import { useEditorScope } from "./editor-scope";
import { MessageText } from "./message-text";
import { WordDiff } from "./word-diff";

type ActiveSourceProps = {
  readonly segment: Segment;
  readonly number: number;
  /** The source text or, for a plural form, that of `form`. */
  readonly source: string;
  readonly form: string | null;
};

/** The source of the active segment, with its notes and labels. It is not rendered on keystrokes. */
export const ActiveSource = memo(function ActiveSource({ segment, number, source, form }: ActiveSourceProps) {
  const t = useTranslations("editor");
  const { project } = useEditorScope();
  const { codes } = segment;
  return (
    <div className="flex flex-col gap-2">
      <span className="flex items-center gap-2 text-xs text-muted group-data-selectable/row:ps-8">
        <span className="tabular">{number}</span>
        {isGeneratedKey(segment.key) ? null : <bdi className="truncate font-mono">{segment.key}</bdi>}
        {segment.repetitions > 0 ? <span>{t("repetitions", { count: segment.repetitions })}</span> : null}
      </span>
      <MessageText
        text={source}
        forms={segment.sourceForms}
        codes={codes}
        language={project.sourceLanguage}
        current={form}
        className="text-base"
      />
      {segment.note ? (
        <p dir="auto" className="text-sm whitespace-pre-wrap text-muted">
          {segment.note}
        </p>
      ) : null}
      {segment.translation.outdated && segment.previousSource !== null ? (
        <div className="text-sm">
          <p className="mb-1 text-muted">{t("sourceChanged")}</p>
          <WordDiff
            before={segment.previousSource}
            after={segment.source}
            language={project.sourceLanguage}
            labels={{ deleted: t("deleted"), inserted: t("inserted") }}
          />
        </div>
      ) : null}
    </div>
  );
});
