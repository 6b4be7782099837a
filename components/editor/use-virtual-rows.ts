import {
  type RefCallback,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { RowOffsets } from "./row-offsets";

type VirtualRowsOptions = {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly ids: readonly string[];
  /** Height of a row before it is measured, in pixels. */
  readonly estimate: number;
  /** Rows rendered above and below the visible ones. */
  readonly overscan: number;
  /** A row that stays rendered wherever the list is scrolled to; -1 for none. */
  readonly kept: number;
  /** Called with the first and last visible row. */
  readonly onRange: (range: { start: number; end: number }) => void;
};

/** A rendered row, and its offset from the top of the list in pixels. */
type VirtualRow = { readonly index: number; readonly id: string; readonly start: number };

type VirtualRows = {
  /**
   * False on the server and while hydrating: rows are not positioned yet, because the content security policy refuses
   * style attributes.
   */
  readonly isPositioned: boolean;
  readonly rows: readonly VirtualRow[];
  /** Height of the whole list in pixels. */
  readonly total: number;
  /** Ref of each rendered row's element, which has the row's `data-index`. */
  readonly measure: RefCallback<HTMLElement>;
  /** Scrolls as little as needed to show a row and, if there is room, the rows up to `until`. */
  readonly reveal: (index: number, until?: number) => void;
};

/** Rows rendered before the height of the list is known. */
const FIRST_ROWS = 12;

/**
 * The visible rows of a list of any length, each measured once it is rendered. A scroll renders only when other rows
 * become visible; a measurement moves the rows below it, or the scroll position if the row is above what is visible.
 */
export function useVirtualRows(options: VirtualRowsOptions): VirtualRows {
  const { scroller, ids, estimate, overscan, kept, onRange } = options;
  const isPositioned = useIsHydrated();
  const [heights] = useState(() => new Map<string, number>());
  const offsets = useMemo(
    () => new RowOffsets(ids.length, (index) => heights.get(ids[index]!) ?? estimate),
    [ids, estimate, heights],
  );
  const [visible, setVisible] = useState(() => ({ start: Math.max(0, kept), end: Math.max(0, kept) + FIRST_ROWS }));
  const [, setMeasurement] = useState(0);
  /** The rows to show until the person scrolls: they move while those around them are measured. */
  const wanted = useRef<{ index: number; until: number } | null>(null);
  /** Where this hook last scrolled to. */
  const ownTop = useRef<number | null>(null);
  const latest = useRef({ ids, offsets });
  latest.current = { ids, offsets };

  /** Finds out which rows are visible. */
  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const { offsets: now } = latest.current;
    const start = now.at(element.scrollTop);
    const end = now.at(element.scrollTop + element.clientHeight);
    setVisible((known) => (known.start === start && known.end === end ? known : { start, end }));
  }, [scroller]);
  const scrollTo = useCallback(
    (top: number) => {
      const element = scroller.current;
      if (!element || Math.abs(element.scrollTop - top) < 1) return;
      element.scrollTop = top;
      ownTop.current = element.scrollTop;
    },
    [scroller],
  );
  const showWanted = useCallback(() => {
    const element = scroller.current;
    const { offsets: now } = latest.current;
    if (!element || !wanted.current) return;
    const { index, until } = wanted.current;
    const lowest = Math.max(element.scrollTop, now.end(until) - element.clientHeight);
    scrollTo(Math.min(lowest, now.start(index)));
  }, [scroller, scrollTo]);

  const onResize = useRef<ResizeObserver | null>(null);
  const observer = useCallback(() => {
    onResize.current ??= new ResizeObserver((entries) => {
      const { ids: nowIds, offsets: now } = latest.current;
      const element = scroller.current;
      let above = 0;
      let hasChanged = false;
      for (const { target, borderBoxSize } of entries) {
        const index = Number((target as HTMLElement).dataset.index);
        const id = nowIds[index];
        const height = borderBoxSize[0]?.blockSize ?? 0;
        // The scroller itself, or a row that has just been removed.
        if (id === undefined || height === 0 || !target.isConnected) continue;
        // A row that is partly visible grows downwards, unless its estimate was wrong.
        const edge = heights.has(id) ? now.end(index) : now.start(index) + 1;
        const isAbove = element !== null && edge <= element.scrollTop + above;
        heights.set(id, height);
        const change = now.measure(index, height);
        if (isAbove) above += change;
        if (change !== 0) hasChanged = true;
      }
      // Before this frame is painted.
      flushSync(() => {
        if (hasChanged) setMeasurement((times) => times + 1);
        else look();
      });
      if (!hasChanged) return;
      if (element && above !== 0) scrollTo(element.scrollTop + above);
      showWanted();
      flushSync(look);
    });
    return onResize.current;
  }, [heights, look, scroller, scrollTo, showWanted]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const onScroll = () => {
      // Somebody else scrolled: the person, or the browser to a field that got the focus.
      if (ownTop.current === null || Math.abs(element.scrollTop - ownTop.current) > 1) wanted.current = null;
      ownTop.current = null;
      flushSync(look);
    };
    element.addEventListener("scroll", onScroll, { passive: true });
    observer().observe(element);
    return () => {
      element.removeEventListener("scroll", onScroll);
      onResize.current?.disconnect();
      onResize.current = null;
    };
  }, [scroller, look, observer]);
  // Another list: other rows are visible at the same place.
  useLayoutEffect(look, [offsets, look]);
  useEffect(() => onRange(visible), [visible, onRange]);

  const measure = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      observer().observe(element);
      return () => onResize.current?.unobserve(element);
    },
    [observer],
  );
  const reveal = useCallback(
    (index: number, until = index) => {
      wanted.current = { index, until };
      showWanted();
    },
    [showWanted],
  );

  const last = ids.length - 1;
  const from = Math.min(Math.max(0, visible.start - overscan), Math.max(0, last));
  const to = Math.min(last, visible.end + overscan);
  const shown = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
  if (kept >= 0 && kept <= last && (kept < from || kept > to)) shown.push(kept);
  shown.sort((a, b) => a - b);
  return {
    isPositioned,
    rows: shown.map((index) => ({ index, id: ids[index]!, start: offsets.start(index) })),
    total: offsets.total,
    measure,
    reveal,
  };
}
