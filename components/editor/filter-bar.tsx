"use client";

import { memo, type ReactNode } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { X } from "@/components/ui/icons";
import { keepFocusNearby } from "@/components/ui/return-focus";
import { type EditorFilter, useEditorDocuments, useLanguageProgress, useSegmentCounts } from "@/lib/client/segments";
import type { SegmentCounts } from "@/lib/schemas/segments";
import { ORIGINS, TRANSLATION_STATES, type TranslationState } from "@/lib/vocabulary/segments";
import { checkName } from "./check-name";
import { useEditorScope, useEditorState } from "./editor-scope";
import { hasWord, isNarrowed, NO_FILTER, toggleWord } from "./filters";
import { SearchField } from "./search-field";

type FilterBarProps = {
  /** Number of segments in the list; null until loaded. */
  readonly shown: number | null;
};

/** Search and filters with their counts, above the list on wide screens. */
export const FilterBar = memo(function FilterBar({ shown }: FilterBarProps) {
  const t = useTranslations("editor");
  const format = useFormatter();
  const { project, place, language, store, refs } = useEditorScope();
  const filter = useEditorState((state) => state.filter);
  const { data: documents } = useEditorDocuments(place);
  const { data: ofLanguage } = useLanguageProgress(place, language, project);
  const document = documents?.find(({ id }) => id === filter.documentId);
  const { data: ofFilter } = useSegmentCounts(place, language, filter);
  const isCounted = isNarrowed({ ...filter, state: "", qa: "", comments: "", outdated: "" });
  // The counts of the language, until those of the filter are loaded.
  const counts = (isCounted ? ofFilter : null) ?? ofLanguage?.progress;
  const set = (change: Partial<EditorFilter>) => store.narrow(change);
  const others: readonly { readonly name: keyof EditorFilter; readonly text: ReactNode }[] = [
    { name: "q", text: `“${filter.q}”` },
    { name: "documentId", text: document?.path ?? t("documents") },
    { name: "label", text: t.rich("chosenLabel", { label: filter.label, name: (label) => <bdi>{label}</bdi> }) },
    { name: "check", text: checkName(t, filter.check, project.settings.customChecks) },
    {
      name: "origin",
      text: format.list(
        ORIGINS.filter((origin) => hasWord(filter.origin, origin)).map((origin) => t(`origins.${origin}`)),
        { type: "unit" },
      ),
    },
    { name: "failedJobId", text: t("onlyFailed") },
  ];
  return (
    <search aria-label={t("filters")} className="hidden flex-col gap-2 border-b border-line px-4 py-2.5 xl:flex">
      <div className="flex flex-wrap items-center gap-1.5">
        <div className="w-56">
          <SearchField
            ref={refs.search}
            labelHidden
            value={filter.q}
            onChange={(q) => set({ q })}
            onEnter={() => refs.row.current?.focus()}
          />
        </div>
        {TRANSLATION_STATES.map((state) => (
          <Toggle
            key={state}
            isOn={hasWord(filter.state, state)}
            count={counts && countOf(counts, state)}
            onToggle={() => set({ state: toggleWord(filter.state, state) })}
          >
            {t(`states.${state}`)}
          </Toggle>
        ))}
        <Toggle
          isOn={hasWord(filter.qa, "error")}
          count={counts?.qa.errors}
          onToggle={() => set({ qa: toggleWord(filter.qa, "error") })}
        >
          {t("withErrors")}
        </Toggle>
        <Toggle
          isOn={hasWord(filter.qa, "warning")}
          count={counts?.qa.warnings}
          onToggle={() => set({ qa: toggleWord(filter.qa, "warning") })}
        >
          {t("withWarnings")}
        </Toggle>
        <Toggle
          isOn={filter.comments === "open"}
          count={counts?.openIssues}
          onToggle={() => set({ comments: filter.comments === "open" ? "" : "open" })}
        >
          {t("withComments")}
        </Toggle>
        <Toggle
          isOn={filter.outdated === "true"}
          count={counts?.outdatedSegments}
          onToggle={() => set({ outdated: filter.outdated === "true" ? "" : "true" })}
        >
          {t("withOldSource")}
        </Toggle>
      </div>
      {isNarrowed(filter) ? (
        <div className="flex flex-wrap items-center gap-1.5 text-sm">
          <span role="status" className="tabular me-1 text-muted">
            {shown === null ? null : t("shown", { count: shown })}
          </span>
          {others.map(({ name, text }) =>
            filter[name] === NO_FILTER[name] ? null : (
              <button
                key={name}
                type="button"
                onClick={() => {
                  keepFocusNearby();
                  set({ [name]: NO_FILTER[name] });
                }}
                className="inline-flex h-7 max-w-72 items-center gap-1.5 rounded-sm bg-accent-soft px-2 text-accent-ink hover:bg-hover"
              >
                <bdi className="truncate">{text}</bdi>
                <X role="img" aria-label={t("removeFilter")} className="size-3.5 shrink-0" />
              </button>
            ),
          )}
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              keepFocusNearby();
              store.showAll();
            }}
          >
            {t("clearFilter")}
          </Button>
        </div>
      ) : null}
    </search>
  );
});

type ToggleProps = {
  readonly isOn: boolean;
  /** Number of segments; undefined until loaded. */
  readonly count: number | undefined;
  readonly onToggle: () => void;
  readonly children: string;
};

/** A filter with the number of its segments. A filter without segments is hidden. */
function Toggle({ isOn, count, onToggle, children }: ToggleProps) {
  const format = useFormatter();
  if (count === 0 && !isOn) return null;
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onToggle}
      className={cx(
        "inline-flex h-7 items-center gap-1.5 rounded-sm border border-line px-2 text-sm whitespace-nowrap",
        isOn ? "border-accent bg-accent-soft text-accent-ink" : "text-muted hover:bg-hover hover:text-ink",
      )}
    >
      {children}
      {count === undefined ? null : <span className="tabular text-xs">{format.number(count)}</span>}
      {isOn ? <X className="size-3.5" /> : null}
    </button>
  );
}

const COUNTS = {
  untranslated: "untranslated",
  draft: "draft",
  needs_work: "needsWork",
  translated: "translated",
  reviewed: "reviewed",
} as const satisfies Record<TranslationState, keyof SegmentCounts["segments"]>;

function countOf({ segments }: Pick<SegmentCounts, "segments">, state: TranslationState): number {
  return segments[COUNTS[state]];
}
