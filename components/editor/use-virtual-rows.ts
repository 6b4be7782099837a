import { type RefCallback, type RefObject, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { RowOffsets } from "./row-offsets";
import { type RowRange, RowScroller } from "./row-scroller";

type VirtualRowsOptions = {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly ids: readonly string[];
  /** Height of a row before it is measured, in pixels. */
  readonly estimate: number;
  /** Number of rows rendered above and below the visible ones. */
  readonly overscan: number;
  /** A row that stays rendered wherever the list is scrolled; -1 for none. */
  readonly kept: number;
  /** Called with the first and last visible row. */
  readonly onRange: (range: RowRange) => void;
};

/** A rendered row, and its offset from the top of the list in pixels. */
type VirtualRow = { readonly index: number; readonly id: string; readonly start: number };

type VirtualRows = {
  /**
   * False on the server and during hydration: rows have no positions yet, because the content security policy blocks
   * style attributes.
   */
  readonly isPositioned: boolean;
  readonly rows: readonly VirtualRow[];
  /** Height of the whole list in pixels. */
  readonly total: number;
  /** Ref for the element of each rendered row, which has the row's `data-index`. */
  readonly measure: RefCallback<HTMLElement>;
  /** Scrolls the minimum distance to show a row and, if there is space, the rows up to `until`. */
  readonly reveal: (index: number, until?: number) => void;
};

/** Number of rows rendered before the height of the list is known. */
const FIRST_ROWS = 12;
/**
 * The visible rows of a list of any length, each measured after rendering. A scroll renders only when other rows become
 * visible. A measurement moves the rows below it, or the scroll position if the row is above the visible ones.
 */
export function useVirtualRows(options: VirtualRowsOptions): VirtualRows {
  const { scroller, ids, estimate, overscan, kept, onRange } = options;
  const [isPositioned, setIsPositioned] = useState(useIsHydrated());
  const [visible, setVisible] = useState(() => ({ start: Math.max(0, kept), end: Math.max(0, kept) + FIRST_ROWS }));
  const [, setMeasurement] = useState(0);
  const [list] = useState(() => new RowScroller(scroller, setVisible, () => setMeasurement((times) => times + 1)));
  const offsets = useMemo(
    () => new RowOffsets(ids.length, (index) => list.heights.get(ids[index]!) ?? estimate),
    [ids, estimate, list],
  );
  list.setList(ids, offsets);
  useEffect(list.attach, [list]);
  // Measures the server's rows before they are positioned, so that none of them moves.
  useLayoutEffect(() => {
    if (isPositioned) return;
    list.measureFirst();
    setIsPositioned(true);
  }, [isPositioned, list]);
  // For another list, other rows are visible at the same position.
  useLayoutEffect(list.look, [offsets, list]);
  const [opened, setOpened] = useState(kept);
  // The opening and the closing row have other heights now. Measured before the first layout of the frame, they move
  // the others once; the observer would move them after it.
  useLayoutEffect(() => {
    if (!isPositioned || opened === kept) return;
    list.measureRows([opened, kept]);
    setOpened(kept);
  }, [opened, kept, isPositioned, list]);
  // Only now does the list have the height of its rows.
  useLayoutEffect(list.showWanted, [opened, list]);
  useEffect(() => onRange(visible), [visible, onRange]);

  const last = ids.length - 1;
  const from = Math.min(Math.max(0, visible.start - overscan), Math.max(0, last));
  const to = Math.min(last, visible.end + overscan);
  const shown = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
  if (kept >= 0 && kept <= last && (kept < from || kept > to)) shown.push(kept);
  shown.sort((a, b) => a - b);
  return {
    isPositioned,
    rows: shown.map((index) => ({ index, id: ids[index]!, start: offsets.start(index) - list.drift })),
    total: offsets.total - list.drift,
    measure: list.measure,
    reveal: list.reveal,
  };
}
