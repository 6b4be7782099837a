"use client";

import { useRouter } from "next/navigation";
import { lazy, Suspense, useCallback, useMemo, useRef } from "react";
import { useTranslations } from "use-intl";
import { Failure } from "@/components/ui/failure";
import { keepFocusNearby } from "@/components/ui/return-focus";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import type { OtherPerson } from "@/lib/client/presence";
import { useDocumentNames } from "@/lib/client/segments";
import type { Segment } from "@/lib/schemas/segments";
import { MAX_CHOSEN_SEGMENTS } from "@/lib/vocabulary/segments";
import { ActiveRow } from "./active-row";
import { useBackLink } from "./editor-header";
import { useEditorScope, useEditorState } from "./editor-scope";
import { FilterBar } from "./filter-bar";
import { addressOf, isNarrowed, NO_FILTER } from "./filters";
import { NoSegments } from "./no-segments";
import { numberOf, SegmentList } from "./segment-list";
import { SelectionBar } from "./selection-bar";
import type { EditorList } from "./use-editor-list";

const SegmentGrid = lazy(() => import("./segment-grid"));

type EditorSegmentsProps = {
  readonly list: EditorList;
  /** Languages of the grid. */
  readonly columns: readonly string[];
  readonly people: readonly OtherPerson[];
  /** Ids of the selected segments that are in the list. */
  readonly selected: readonly string[];
};

/** The segments that match the filter, as a list or a grid, with the parts above and below them. */
export function EditorSegments({ list, columns, people, selected }: EditorSegmentsProps) {
  const t = useTranslations("editor");
  const { store } = useEditorScope();
  const isGrid = useEditorState((state) => state.view.isGrid);
  const { ids, loading } = list;
  return (
    <div className="flex min-h-0 flex-col">
      <FilterBar shown={list.count} />
      <Failure error={loading.error} title={t("loadFailed")} onRetry={loading.retry} className="mx-4 mt-3" />
      <div className="relative min-h-0 grow">
        <Segments list={list} columns={columns} people={people} />
      </div>
      {selected.length > 0 && !isGrid ? (
        <SelectionBar
          count={selected.length}
          all={ids.length <= MAX_CHOSEN_SEGMENTS ? ids.length : null}
          onAll={store.selectAll}
          onClear={store.clearSelection}
          onAction={(kind) => store.show("bulk", kind)}
        />
      ) : null}
    </div>
  );
}

function Segments({ list, columns, people }: Omit<EditorSegmentsProps, "selected">) {
  const t = useTranslations("editor");
  const { store } = useEditorScope();
  const isGrid = useEditorState((state) => state.view.isGrid);
  const isFiltered = useEditorState((state) => isNarrowed(state.filter));
  if (list.error)
    return (
      <div className="p-6">
        <Failure error={list.error} title={t("loadFailed")} onRetry={list.refetch} />
      </div>
    );
  if (list.isPending) return <Skeleton className="m-4 h-40" />;
  if (list.ids.length === 0)
    return (
      <div className="p-6">
        <NoSegments
          isNarrowed={isFiltered}
          onShowAll={() => {
            keepFocusNearby();
            store.showAll();
          }}
        />
      </div>
    );
  return isGrid ? (
    <Suspense fallback={<Skeleton className="m-4 h-40" />}>
      <Grid list={list} columns={columns} people={people} />
    </Suspense>
  ) : (
    <List list={list} />
  );
}

function Grid({ list, columns, people }: Omit<EditorSegmentsProps, "selected">) {
  const router = useRouter();
  const { project, place, language, store } = useEditorScope();
  const segmentId = useEditorState((state) => state.segmentId);
  return (
    <SegmentGrid
      ids={list.ids}
      languages={columns}
      first={segmentId === null ? -1 : list.ids.indexOf(segmentId)}
      people={people}
      onOpenInList={(id, one) => {
        if (one === language) store.openInList(id);
        else router.push(`/projects/${project.id}/edit/${one}${addressOf(NO_FILTER, id, place.branch)}`);
      }}
    />
  );
}

function List({ list: { ids, active } }: { readonly list: EditorList }) {
  const t = useTranslations("editor");
  const router = useRouter();
  const { place, may, store, refs, isCompact } = useEditorScope();
  const selection = useEditorState((state) => state.selection);
  const { data: documents } = useDocumentNames(place);
  const paths = useMemo(
    () => (documents && documents.length > 1 ? new Map(documents.map(({ id, path }) => [id, path])) : null),
    [documents],
  );
  const back = useBackLink();
  const onEnd = () =>
    toast(t("end"), { tone: "success", action: { label: back.label, onSelect: () => router.push(back.href) } });
  const latestOnEnd = useRef(onEnd);
  latestOnEnd.current = onEnd;
  // Stays the same function, so that the list renders only when its content changes.
  const renderActive = useCallback(
    (segment: Segment) => (
      <ActiveRow
        key={segment.id}
        ref={refs.row}
        segment={segment}
        number={numberOf(segment)}
        onDone={(saved, mayBeRefused) =>
          void store.stepOn(saved, mayBeRefused).then((isEnd) => isEnd && latestOnEnd.current())
        }
      />
    ),
    [store, refs],
  );
  return (
    <SegmentList
      // Measures the rows again at the other height.
      key={String(isCompact)}
      ids={ids}
      active={active}
      onOpen={store.open}
      onRange={store.setVisible}
      paths={paths}
      selected={may.edit ? selection.ids : null}
      onSelect={store.select}
      renderActive={renderActive}
    />
  );
}
