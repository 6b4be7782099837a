import { useLayoutEffect, useMemo } from "react";
import { useFirstSegments, useLoadedSegments, useSegmentIds } from "@/lib/client/segments";
import type { Segment } from "@/lib/schemas/segments";
import { useEditorScope, useEditorState } from "./editor-scope";
import { activeIndex } from "./editor-store";
import { useSettledRange } from "./use-settled-range";

export type EditorList = ReturnType<typeof useEditorList>;

const NO_IDS: readonly string[] = [];

/** The segments of the editor's filter. `firstSegments` were loaded with the page. */
export function useEditorList(firstSegments: readonly Segment[] | null) {
  const { place, language, store } = useEditorScope();
  const filter = useEditorState((state) => state.filter);
  const segmentId = useEditorState((state) => state.segmentId);
  const isGrid = useEditorState((state) => state.view.isGrid);
  const range = useEditorState((state) => state.range);
  const first = useFirstSegments(language, firstSegments);
  const { data, error, isPending, refetch } = useSegmentIds(place, language, filter, first);
  const ids = useMemo(() => data?.ids ?? NO_IDS, [data]);
  const active = activeIndex(ids, segmentId);
  useLayoutEffect(() => store.setIds(ids), [store, ids]);
  // The grid loads its own segments, in several languages.
  const loading = useLoadedSegments(place, language, isGrid ? NO_IDS : ids, [
    useSettledRange(range),
    { start: Math.max(0, active - 2), end: active + 3 },
  ]);
  return {
    ids,
    /** Index of the open segment; -1 for an empty list. */
    active,
    /** Id of the open segment. */
    current: ids[active] ?? null,
    /** Null until all ids are loaded. */
    count: data && data !== first ? ids.length : null,
    error,
    isPending,
    refetch: () => void refetch(),
    /** Loading state of the list's segments. */
    loading,
  };
}
