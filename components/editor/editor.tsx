"use client";

import { createRef, useEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslations } from "use-intl";
import { cx } from "@/components/ui/cx";
import { afterPaint } from "@/lib/client/after-paint";
import { useOthersChanges } from "@/lib/client/others-changes";
import { type OtherPerson, peopleBySegment, useOtherPeople } from "@/lib/client/presence";
import { useSegmentStore } from "@/lib/client/segment-store";
import { type EditorFilter, type ProjectBranch, useDocumentNames } from "@/lib/client/segments";
import type { Segment } from "@/lib/schemas/segments";
import { EditorDialogs } from "./editor-dialogs";
import { EditorHeader } from "./editor-header";
import { type EditorRefs, type EditorScope, EditorScopeProvider, useEditorScope, useEditorState } from "./editor-scope";
import { EditorSegments } from "./editor-segments";
import { EditorStore } from "./editor-store";
import { FilterPanel } from "./filter-panel";
import { addressOf, type EditorView, typedOf } from "./filters";
import { EditorPanel } from "./side-panel";
import { useEditingSessions, useUndo } from "./use-editing";
import { useEditorKeys, useFinishedMoves } from "./use-editor-keys";
import { useEditorList } from "./use-editor-list";
import { useIsCompact, useShortcuts } from "./use-preferences";

type EditorProps = Pick<EditorScope, "project" | "language" | "may"> & {
  /** The edited branch; null for main. */
  readonly branch: string | null;
  /** Names of the branches that have the language. */
  readonly branches: readonly string[];
  readonly filter: EditorFilter;
  readonly view: EditorView;
  /** The segment in the address. */
  readonly segmentId: string | null;
  /** The person's stored preferences, which apply from the first keystroke and row. */
  readonly preferences: Readonly<Record<string, unknown>>;
  /** The first segments that match the filter, shown until the list is loaded. Null if the list opens at a later one. */
  readonly firstSegments: readonly Segment[] | null;
};

const soon = (work: () => void) => void afterPaint(() => flushSync(work));

/** The editor for a language of a project: filters, the segment list with the active segment, and its panels. */
export function Editor(props: EditorProps) {
  const { project, branch, language, may } = props;
  const place = useMemo((): ProjectBranch => ({ projectId: project.id, branch }), [project.id, branch]);
  const segments = useSegmentStore();
  const [store] = useState(() => {
    const { filter, view, segmentId } = props;
    const { targetLanguages } = project;
    return new EditorStore(
      { filter, view, segmentId, language, targetLanguages, mayReview: may.review },
      segments,
      soon,
    );
  });
  const [refs] = useState(
    (): EditorRefs => ({ row: createRef(), search: createRef(), searchInSheet: createRef(), panel: createRef() }),
  );
  const { data: documents } = useDocumentNames(place);
  const formats = useMemo(() => new Map(documents?.map(({ id, format }) => [id, format])), [documents]);
  const shortcuts = useShortcuts(props.preferences);
  const isCompact = useIsCompact(props.preferences);
  const people = useOtherPeople(place);
  const others = useMemo(() => peopleBySegment(people, language), [people, language]);
  // Stays the same object while its content is unchanged, because each row reads it.
  const scope = useMemo(
    () => ({ project, place, language, may, formats, shortcuts, isCompact, others, store, refs }),
    [project, place, language, may, formats, shortcuts, isCompact, others, store, refs],
  );
  return (
    <EditorScopeProvider value={scope}>
      <Parts people={people} branches={props.branches} firstSegments={props.firstSegments} />
    </EditorScopeProvider>
  );
}

type PartsProps = Pick<EditorProps, "branches" | "firstSegments"> & { readonly people: readonly OtherPerson[] };

function Parts({ people, branches, firstSegments }: PartsProps) {
  const t = useTranslations("editor");
  const { refs } = useEditorScope();
  const isGrid = useEditorState((state) => state.view.isGrid);
  const layer = useEditorState((state) => state.layer);
  const selection = useEditorState((state) => state.selection);
  const columns = useColumns();
  const list = useEditorList(firstSegments);
  // Selected segments that are no longer in the list must not be changed.
  const selected = useMemo(() => list.ids.filter((id) => selection.ids.has(id)), [list.ids, selection]);
  useChanges(columns, list.ids);
  useAddress(list.current);
  const undo = useUndo();
  useEditorKeys(undo);
  useFinishedMoves();
  return (
    <>
      <div className="flex h-[calc(100dvh-7.5rem)] min-h-96 flex-col lg:h-dvh">
        <EditorHeader list={list} people={people} branches={branches} undo={undo} />
        <div
          className={cx(
            "grid min-h-0 grow",
            isGrid
              ? "grid-cols-[minmax(0,1fr)] 2xl:grid-cols-[15rem_minmax(0,1fr)]"
              : "xl:grid-cols-[minmax(0,1fr)_23rem] 2xl:grid-cols-[15rem_minmax(0,1fr)_24rem]",
          )}
        >
          <aside aria-label={t("filters")} className="hidden overflow-y-auto border-e border-line p-4 2xl:block">
            {layer === "filters" ? null : <FilterPanel searchRef={null} />}
          </aside>
          <EditorSegments list={list} columns={columns} people={people} selected={selected} />
          {isGrid ? null : (
            <aside
              ref={refs.panel}
              aria-label={t("panel.label")}
              className="hidden overflow-y-auto border-s border-line p-4 pt-1 xl:block"
            >
              {layer === "panel" ? null : <EditorPanel list={list} />}
            </aside>
          )}
        </div>
      </div>
      <EditorDialogs list={list} selected={selected} />
    </>
  );
}

/** The displayed languages. */
function useColumns(): readonly string[] {
  const { project, language } = useEditorScope();
  const view = useEditorState((state) => state.view);
  return useMemo(() => {
    if (!view.isGrid) return [language];
    const chosen = project.targetLanguages.filter((one) => view.columns.includes(one));
    return chosen.length > 0 ? chosen : project.targetLanguages;
  }, [view, language, project]);
}

/** Shows changes of other people. Those to a text that is being saved are in the response. */
function useChanges(columns: readonly string[], ids: readonly string[]): void {
  const { place, store } = useEditorScope();
  const sessions = useEditingSessions();
  useOthersChanges(place, columns, {
    shownIds: () => {
      const { start, end } = store.state.range;
      return ids.slice(Math.max(0, start - 10), end + 10);
    },
    isHeld: (id, language) => sessions.unsaved(id, language)?.saving === "saving",
  });
}

/** Updates the address to the current view. */
function useAddress(current: string | null): void {
  const { place, store } = useEditorScope();
  const filter = useEditorState((state) => state.filter);
  const view = useEditorState((state) => state.view);
  // The fragment was not sent to the server.
  useEffect(() => store.narrow(typedOf(location.hash)), [store]);
  useEffect(
    () =>
      afterPaint(() =>
        history.replaceState(null, "", `${location.pathname}${addressOf(filter, current, place.branch, view)}`),
      ),
    [filter, current, place.branch, view],
  );
}
