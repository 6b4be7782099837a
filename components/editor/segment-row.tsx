"use client";

import { type MouseEvent, memo } from "react";
import { useTranslations } from "use-intl";
import { cx } from "@/components/ui/cx";
import type { Segment } from "@/lib/schemas/segments";
import { useEditorScope } from "./editor-scope";
import { MessageText } from "./message-text";
import { SegmentMarks } from "./segment-marks";
import { orderedForms, PLAIN, sameTexts, textsOf } from "./texts";
import { UnsavedNote } from "./unsaved-note";
import { useUnsaved } from "./use-editing";

type SegmentRowProps = {
  readonly segment: Segment;
  readonly number: number;
  readonly index: number;
  readonly onOpen: (index: number, event: MouseEvent) => void;
};

/** An inactive segment: its source, translation and marks. It is rendered again only if it changes. */
export const SegmentRow = memo(function SegmentRow({ segment, number, index, onOpen }: SegmentRowProps) {
  const t = useTranslations("editor");
  const { project, language, others, isCompact } = useEditorScope();
  const lines = isCompact ? "line-clamp-1" : "line-clamp-4";
  const unsaved = useUnsaved(segment.id, language);
  const { translation } = segment;
  const texts = unsaved?.texts ?? textsOf(segment, translation);
  const forms = segment.plural ? orderedForms(segment, texts) : null;
  const isEmpty = unsaved
    ? sameTexts(texts, {})
    : translation.state === "untranslated" || (!forms && !translation.text);
  return (
    <button
      type="button"
      // Alt and the arrow keys move between rows. Tab would pass through thousands of them.
      tabIndex={-1}
      onClick={(event) => onOpen(index, event)}
      className={cx(
        "grid w-full grid-cols-[2.75rem_minmax(0,1fr)_1.5rem] gap-x-3 gap-y-1 border-b border-line px-3 text-start group-data-selectable/row:ps-11 -outline-offset-2 hover:bg-hover md:grid-cols-[2.75rem_minmax(0,1fr)_minmax(0,1fr)_2.5rem]",
        isCompact ? "py-0.5" : "py-2.5",
      )}
    >
      <span className="tabular pt-0.5 text-xs text-faint">{number}</span>
      <MessageText
        text={segment.source}
        forms={segment.sourceForms}
        codes={segment.codes}
        language={project.sourceLanguage}
        className="text-sm text-muted"
        plainClassName={lines}
      />
      <SegmentMarks
        translation={translation}
        people={others.get(segment.id) ?? []}
        isSaving={unsaved?.saving === "saving"}
        // It is in its column even before the server has sent the parts after it.
        className="row-span-2 md:col-start-4 md:row-span-1 md:row-start-1"
      />
      <div className="col-start-2 flex min-w-0 flex-col gap-1 text-sm md:col-start-3 md:row-start-1">
        {isEmpty ? (
          <span className="text-faint">{t("noTranslation")}</span>
        ) : (
          <MessageText
            text={texts[PLAIN] ?? ""}
            forms={forms}
            codes={segment.codes}
            language={language}
            plainClassName={lines}
          />
        )}
        {unsaved ? <UnsavedNote unsaved={unsaved} /> : null}
      </div>
    </button>
  );
});
