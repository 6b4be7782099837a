// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtualised grid are positioned, which those of tables are not
// biome-ignore-all lint/a11y/useFocusableInteractive: in a grid, one cell is focusable
"use client";

import { type KeyboardEvent, memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { cx } from "@/components/ui/cx";
import { Failure } from "@/components/ui/failure";
import { Skeleton } from "@/components/ui/skeleton";
import { type OtherPerson, peopleBySegment } from "@/lib/client/presence";
import { useSegment } from "@/lib/client/segment-store";
import { useGridSegments } from "@/lib/client/segments";
import type { Segment } from "@/lib/schemas/segments";
import { languageName } from "@/lib/text/languages";
import { isGeneratedKey } from "@/lib/text/segment";
import { EditorScopeProvider, useEditorScope } from "./editor-scope";
import { GridField, type GridMove } from "./grid-field";
import { type Cell, cellAfter, cellInOrder } from "./grid-keys";
import { MessageText } from "./message-text";
import { numberOf } from "./segment-list";
import { SegmentMarks } from "./segment-marks";
import { orderedForms, PLAIN, sameTexts, textsOf } from "./texts";
import { UnsavedNote } from "./unsaved-note";
import { useUnsaved } from "./use-editing";
import { useSettledRange } from "./use-settled-range";
import { useVirtualRows } from "./use-virtual-rows";

type SegmentGridProps = {
  readonly ids: readonly string[];
  /** Target languages, one per column. */
  readonly languages: readonly string[];
  /** Index of the segment in the address. */
  readonly first: number;
  readonly people: readonly OtherPerson[];
  /** Opens a message with plural forms in the list, which has a field for each form. */
  readonly onOpenInList: (segmentId: string, language: string) => void;
};

/** Estimated row height in pixels. */
const ESTIMATE = 76;
/** Number of rows loaded before and after the visible ones. */
const AHEAD = 10;

/** The segments of a filter with several languages side by side; virtualised rows. Follows ARIA's grid pattern. */
export default function SegmentGrid(props: SegmentGridProps) {
  const { ids, languages, first, people, onOpenInList } = props;
  const t = useTranslations("editor");
  const { place, project, store } = useEditorScope();
  const scroller = useRef<HTMLDivElement>(null);
  const [cell, setCell] = useState<Cell>({ row: Math.max(first, 0), column: 0 });
  const [isEditing, setIsEditing] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const [range, setRange] = useState({ start: Math.max(first, 0), end: Math.max(first, 0) + 20 });
  const size = { rows: ids.length, columns: languages.length };
  const row = Math.min(cell.row, Math.max(ids.length - 1, 0));
  const column = Math.min(cell.column, languages.length - 1);
  const settled = useSettledRange(range);
  const { error, retry } = useGridSegments(place, languages, ids, {
    start: Math.max(0, settled.start - AHEAD),
    end: settled.end + AHEAD,
  });
  const onVisible = useCallback(
    (visible: { start: number; end: number }) => {
      setRange(visible);
      store.setVisible(visible);
    },
    [store],
  );
  const { rows, total, measure, reveal } = useVirtualRows({
    scroller,
    ids,
    estimate: ESTIMATE,
    overscan: 6,
    // The active row stays rendered and keeps typed text, wherever the grid is scrolled.
    kept: row,
    onRange: onVisible,
  });

  // A new filter shows its start, and a change of the view the open segment.
  useEffect(() => reveal(row), [row, ids, reveal]);
  useEffect(() => {
    const id = ids[row];
    const language = languages[column];
    if (id && language) store.setCell(id, language);
  }, [ids, row, column, languages, store]);
  // After rendering, because the row may only now be visible.
  useEffect(() => {
    if (!hasFocus || isEditing) return;
    const frame = requestAnimationFrame(() => focusCell(scroller.current, row, column));
    return () => cancelAnimationFrame(frame);
  }, [hasFocus, isEditing, row, column]);

  const open = useCallback((to: Cell) => {
    setCell(to);
    setIsEditing(true);
  }, []);
  const language = languages[column] ?? "";
  const active = useSegment(ids[row] ?? null, language);
  // For a cell that was opened before it was loaded, this is known only now.
  const pluralId = isEditing && active?.plural ? active.id : null;
  useEffect(() => {
    if (pluralId === null) return;
    setIsEditing(false);
    onOpenInList(pluralId, language);
  }, [pluralId, language, onOpenInList]);
  const move = useCallback(
    (by: GridMove, editing: boolean) => {
      const sizeNow = { rows: ids.length, columns: languages.length };
      setCell((from) => {
        if (by === "stay") return from;
        if (by === "down") return { ...from, row: Math.min(from.row + 1, sizeNow.rows - 1) };
        return cellInOrder(from, sizeNow, by === "next" ? 1 : -1) ?? from;
      });
      setHasFocus(true);
      setIsEditing(editing);
    },
    [ids.length, languages.length],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (isEditing || event.altKey) return;
    const isRtl = document.documentElement.dir === "rtl";
    const next = cellAfter({ row, column }, size, event, isRtl);
    if (next) {
      event.preventDefault();
      setCell(next);
    } else if ((event.key === "Enter" || event.key === "F2") && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      open({ row, column });
    }
  };
  const bySegment = useMemo(
    () => new Map(languages.map((one) => [one, peopleBySegment(people, one)])),
    [people, languages],
  );

  return (
    <div className="flex h-full flex-col">
      <Failure error={error} title={t("loadFailed")} onRetry={retry} className="mx-4 mt-3" />
      {project.targetLanguages.length > 1 ? (
        <LanguageToggles all={project.targetLanguages} chosen={languages} onChosen={store.setColumns} />
      ) : null}
      <div
        ref={scroller}
        role="grid"
        aria-label={t("segments")}
        aria-rowcount={ids.length + 1}
        aria-colcount={languages.length + 1}
        onKeyDown={onKeyDown}
        onFocus={() => setHasFocus(true)}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) setHasFocus(false);
        }}
        className="relative min-h-0 grow scroll-ps-32 overflow-auto overscroll-contain bg-canvas [overflow-anchor:none] md:scroll-ps-72"
        style={{ ["--columns" as string]: languages.length }}
      >
        <div className="min-w-max">
          <HeaderRow languages={languages} />
          <div role="presentation" className="relative" style={{ height: total }}>
            {rows.map(({ index, id, start }) => (
              <div
                key={id}
                ref={measure}
                data-index={index}
                role="row"
                aria-rowindex={index + 2}
                className={cx(ROW, "absolute inset-x-0 top-0")}
                style={{ transform: `translateY(${start}px)` }}
              >
                <SourceCell id={id} language={languages[0] ?? ""} />
                {languages.map((one, at) => (
                  <TargetCell
                    key={one}
                    id={id}
                    language={one}
                    row={index}
                    column={at}
                    isActive={index === row && at === column}
                    isEditing={isEditing && index === row && at === column}
                    others={bySegment.get(one) ?? NOBODY}
                    onOpen={open}
                    onMove={move}
                  />
                ))}
              </div>
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

function HeaderRow({ languages }: { readonly languages: readonly string[] }) {
  const locale = useLocale();
  const { sourceLanguage } = useEditorScope().project;
  return (
    <div role="row" aria-rowindex={1} className={cx(ROW, "sticky top-0 z-20 bg-canvas text-sm font-medium")}>
      <div role="columnheader" aria-colindex={1} className={cx(SOURCE, "bg-canvas")}>
        {languageName(sourceLanguage, locale)}
      </div>
      {languages.map((language, index) => (
        <div key={language} role="columnheader" aria-colindex={index + 2} className={CELL}>
          {languageName(language, locale)}
        </div>
      ))}
    </div>
  );
}

const NOBODY: ReadonlyMap<string, readonly OtherPerson[]> = new Map();

type LanguageTogglesProps = {
  readonly all: readonly string[];
  readonly chosen: readonly string[];
  readonly onChosen: (languages: readonly string[]) => void;
};

/** Selects the languages of the grid, at least one. */
function LanguageToggles({ all, chosen, onChosen }: LanguageTogglesProps) {
  const t = useTranslations("editor.grid");
  const locale = useLocale();
  return (
    <fieldset
      aria-label={t("languages")}
      className="flex shrink-0 gap-1.5 overflow-x-auto border-b border-line px-3 py-2"
    >
      {all.map((language) => {
        const isOn = chosen.includes(language);
        return (
          <button
            key={language}
            type="button"
            aria-pressed={isOn}
            disabled={isOn && chosen.length === 1}
            onClick={() => onChosen(all.filter((one) => (one === language ? !isOn : chosen.includes(one))))}
            className={cx(
              "inline-flex h-7 shrink-0 items-center rounded-sm border px-2 text-sm whitespace-nowrap",
              isOn ? "border-accent bg-accent-soft text-accent-ink" : "border-line text-muted hover:bg-hover",
            )}
          >
            {languageName(language, locale)}
          </button>
        );
      })}
    </fieldset>
  );
}

const ROW =
  "grid grid-cols-[8rem_repeat(var(--columns),minmax(12rem,1fr))] border-b border-line md:grid-cols-[18rem_repeat(var(--columns),minmax(17rem,1fr))]";
const CELL = "min-w-0 border-e border-line last:border-e-0 px-3 py-2 text-sm -outline-offset-2";
const SOURCE = "sticky start-0 z-10 min-w-0 border-e border-line px-3 py-2 text-sm";

/** The source of a row. `language` is a language whose translations are loaded. */
const SourceCell = memo(function SourceCell({ id, language }: { readonly id: string; readonly language: string }) {
  const { sourceLanguage } = useEditorScope().project;
  const segment = useSegment(id, language);
  return (
    <div role="rowheader" aria-colindex={1} className={cx(SOURCE, "bg-canvas")}>
      {segment ? <SourceText segment={segment} language={sourceLanguage} /> : <Skeleton className="h-9" />}
    </div>
  );
});

function SourceText({ segment, language }: { segment: Segment; language: string }) {
  return (
    <div className="flex flex-col gap-1">
      <span className="flex items-center gap-2 text-xs text-faint">
        <span className="tabular">{numberOf(segment)}</span>
        {isGeneratedKey(segment.key) ? null : <bdi className="truncate font-mono">{segment.key}</bdi>}
      </span>
      <MessageText
        text={segment.source}
        forms={segment.sourceForms}
        codes={segment.codes}
        language={language}
        className="text-muted"
        plainClassName="line-clamp-4"
      />
    </div>
  );
}

type TargetCellProps = {
  /** Id of the segment. */
  readonly id: string;
  readonly language: string;
  readonly row: number;
  readonly column: number;
  readonly isActive: boolean;
  readonly isEditing: boolean;
  /** Other people at segments of the language, by segment. */
  readonly others: ReadonlyMap<string, readonly OtherPerson[]>;
  readonly onOpen: (cell: Cell) => void;
  readonly onMove: (by: GridMove, editing: boolean) => void;
};

/** A translation, or its field. It is rendered again only if its content changes. */
const TargetCell = memo(function TargetCell(props: TargetCellProps) {
  const { id, language, row, column, isActive, isEditing, others, onOpen, onMove } = props;
  const t = useTranslations("editor");
  const locale = useLocale();
  const scope = useEditorScope();
  const segment = useSegment(id, language);
  const isOpen = isEditing && segment !== undefined && !segment.plural;
  const label = t("grid.cell", {
    number: segment ? numberOf(segment) : row + 1,
    language: languageName(language, locale),
  });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles Enter
    <div
      role="gridcell"
      aria-colindex={column + 2}
      aria-readonly={!scope.may.edit || undefined}
      data-cell={`${row}.${column}`}
      tabIndex={isActive && !isOpen ? 0 : -1}
      onClick={() => !isOpen && onOpen({ row, column })}
      className={cx(CELL, !isOpen && "cursor-text hover:bg-hover", isActive && "bg-surface")}
    >
      {isOpen ? null : <span className="sr-only">{label}</span>}
      {!segment ? (
        <Skeleton className="h-9" />
      ) : isOpen ? (
        <EditorScopeProvider value={{ ...scope, language, others }}>
          <GridField segment={segment} label={label} onMove={onMove} />
        </EditorScopeProvider>
      ) : (
        <TargetText segment={segment} language={language} people={others.get(id) ?? []} />
      )}
    </div>
  );
});

type TargetTextProps = {
  readonly segment: Segment;
  readonly language: string;
  readonly people: readonly OtherPerson[];
};

function TargetText({ segment, language, people }: TargetTextProps) {
  const t = useTranslations("editor");
  const { translation, codes } = segment;
  const unsaved = useUnsaved(segment.id, language);
  const texts = unsaved?.texts ?? textsOf(segment, translation);
  return (
    <div className="flex items-start gap-2">
      <div className="flex min-w-0 grow flex-col gap-1">
        {sameTexts(texts, {}) ? (
          <span className="text-faint">{t("noTranslation")}</span>
        ) : (
          <MessageText
            text={texts[PLAIN] ?? ""}
            forms={segment.plural && orderedForms(segment, texts)}
            codes={codes}
            language={language}
            plainClassName="line-clamp-4"
          />
        )}
        {unsaved ? <UnsavedNote unsaved={unsaved} /> : null}
      </div>
      <SegmentMarks translation={translation} people={people} isSaving={unsaved?.saving === "saving"} />
    </div>
  );
}

function focusCell(grid: HTMLElement | null, row: number, column: number): void {
  const cell = grid?.querySelector<HTMLElement>(`[data-cell="${row}.${column}"]`);
  if (!cell || document.activeElement === cell) return;
  cell.focus({ preventScroll: true });
  // Unlike focusing, it also reveals a cell that the source column covers partly.
  cell.scrollIntoView({ block: "nearest", inline: "nearest" });
}
