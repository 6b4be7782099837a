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
/** Without a scroll event for so long, scrolling has ended, in browsers that do not say so. */
const SCROLL_END_MS = 150;

/**
 * The visible rows of a list of any length, each measured once it is rendered. A scroll renders only when other rows
 * become visible; a measurement moves the rows below it, or the scroll position if the row is above what is visible.
 */
export function useVirtualRows(options: VirtualRowsOptions): VirtualRows {
  const { scroller, ids, estimate, overscan, kept, onRange } = options;
  const [isPositioned, setIsPositioned] = useState(useIsHydrated());
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
  /**
   * Pixels by which the rows are shown above their offsets. A write to the scroll position would stop the browser's
   * animation of a key or wheel, so while the person scrolls the rows are moved instead.
   */
  const drift = useRef(0);
  const isScrolling = useRef(false);
  const latest = useRef({ ids, offsets });
  latest.current = { ids, offsets };

  /** Finds out which rows are visible. */
  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const { offsets: now } = latest.current;
    const top = element.scrollTop + drift.current;
    const start = now.at(top);
    const end = now.at(top + element.clientHeight);
    setVisible((known) => (known.start === start && known.end === end ? known : { start, end }));
  }, [scroller]);
  const place = useCallback(() => setMeasurement((times) => times + 1), []);
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
    const lowest = Math.max(element.scrollTop + drift.current, now.end(until) - element.clientHeight);
    const top = Math.min(lowest, now.start(index));
    if (drift.current !== 0) place();
    drift.current = 0;
    scrollTo(top);
  }, [scroller, scrollTo, place]);

  /** Moves the rows according to their heights. `render` calls what it is given, and renders what that changes. */
  const take = useCallback(
    (measured: readonly Measured[], render: (change: () => void) => void) => {
      const element = scroller.current;
      if (!element) return;
      const isAtEnd = element.scrollTop > 0 && element.scrollTop + element.clientHeight >= element.scrollHeight - 1;
      const { above, hasChanged } = measureRows(measured, element.scrollTop + drift.current, heights, latest.current);
      if (!hasChanged) return render(look);
      if (isScrolling.current) drift.current += above;
      render(place);
      if (isAtEnd) scrollTo(element.scrollHeight);
      else if (!isScrolling.current) scrollTo(element.scrollTop + above);
      showWanted();
      render(look);
    },
    [heights, look, place, scroller, scrollTo, showWanted],
  );
  const onResize = useRef<ResizeObserver | null>(null);
  const observer = useCallback(() => {
    onResize.current ??= new ResizeObserver((entries) =>
      // Before this frame is painted.
      take(
        entries.map(({ target, borderBoxSize }) => ({ row: target, height: borderBoxSize[0]?.blockSize ?? 0 })),
        flushSync,
      ),
    );
    return onResize.current;
  }, [take]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** Moves the rows back to their offsets, and the scroll position with them. */
    const onEnd = () => {
      isScrolling.current = false;
      const moved = drift.current;
      if (moved === 0) return;
      drift.current = 0;
      flushSync(place);
      scrollTo(element.scrollTop + moved);
      flushSync(look);
    };
    const onScroll = () => {
      const isOwn = ownTop.current !== null && Math.abs(element.scrollTop - ownTop.current) <= 1;
      ownTop.current = null;
      if (!isOwn) {
        // The person scrolls, or the browser to a field that got the focus.
        wanted.current = null;
        isScrolling.current = true;
        if (!("onscrollend" in window)) {
          clearTimeout(timer);
          timer = setTimeout(onEnd, SCROLL_END_MS);
        }
      }
      // Whoever reaches the top is at the first row.
      const isBackAtTop = element.scrollTop <= 0 && drift.current !== 0;
      if (isBackAtTop) drift.current = 0;
      flushSync(() => {
        if (isBackAtTop) place();
        look();
      });
    };
    element.addEventListener("scroll", onScroll, { passive: true });
    element.addEventListener("scrollend", onEnd);
    observer().observe(element);
    return () => {
      clearTimeout(timer);
      element.removeEventListener("scroll", onScroll);
      element.removeEventListener("scrollend", onEnd);
      onResize.current?.disconnect();
      onResize.current = null;
    };
  }, [scroller, look, place, scrollTo, observer]);
  // The server's rows are measured before they are positioned, so that none moves.
  useLayoutEffect(() => {
    if (isPositioned) return;
    for (const row of scroller.current?.querySelectorAll<HTMLElement>("[data-index]") ?? []) {
      const index = Number(row.dataset.index);
      const { height } = row.getBoundingClientRect();
      heights.set(latest.current.ids[index]!, height);
      latest.current.offsets.measure(index, height);
    }
    setIsPositioned(true);
  }, [isPositioned, scroller, heights]);
  // Another list: other rows are visible at the same place.
  useLayoutEffect(look, [offsets, look]);
  const [opened, setOpened] = useState(kept);
  // The row that opens and the one that closes have other heights now. Measured before the first layout of the frame,
  // they move the others once; the observer would move them after it.
  useLayoutEffect(() => {
    if (!isPositioned || opened === kept) return;
    const rows = [opened, kept].flatMap((index) => [
      ...(scroller.current?.querySelectorAll<HTMLElement>(`[data-index="${index}"]`) ?? []),
    ]);
    take(
      rows.map((row) => ({ row, height: row.getBoundingClientRect().height })),
      (change) => change(),
    );
    setOpened(kept);
  }, [opened, kept, isPositioned, scroller, take]);
  // Only now is the list as high as its rows.
  useLayoutEffect(() => {
    showWanted();
    look();
  }, [opened, showWanted, look]);
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
      // Not at the scroll event, after the frame's first layout.
      look();
    },
    [showWanted, look],
  );

  const last = ids.length - 1;
  const from = Math.min(Math.max(0, visible.start - overscan), Math.max(0, last));
  const to = Math.min(last, visible.end + overscan);
  const shown = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
  if (kept >= 0 && kept <= last && (kept < from || kept > to)) shown.push(kept);
  shown.sort((a, b) => a - b);
  return {
    isPositioned,
    rows: shown.map((index) => ({ index, id: ids[index]!, start: offsets.start(index) - drift.current })),
    total: offsets.total - drift.current,
    measure,
    reveal,
  };
}

/** A row and its height in pixels. */
type Measured = { readonly row: Element; readonly height: number };

/** Takes the heights of rows; returns by how much those above `top` have grown together, in pixels. */
function measureRows(
  measured: readonly Measured[],
  top: number,
  heights: Map<string, number>,
  { ids, offsets }: { readonly ids: readonly string[]; readonly offsets: RowOffsets },
): { above: number; hasChanged: boolean } {
  let above = 0;
  let hasChanged = false;
  for (const { row, height } of measured) {
    const index = Number((row as HTMLElement).dataset.index);
    const id = ids[index];
    // The scroller itself, or a row that has just been removed.
    if (id === undefined || height === 0 || !row.isConnected) continue;
    // A row that is partly visible grows downwards while somebody types in it, else out of sight.
    const isTyped = heights.has(id) && row.contains(document.activeElement);
    const edge = isTyped ? offsets.end(index) : offsets.start(index) + 1;
    const isAbove = edge <= top + above;
    heights.set(id, height);
    const change = offsets.measure(index, height);
    if (isAbove) above += change;
    if (change !== 0) hasChanged = true;
  }
  return { above, hasChanged };
}
