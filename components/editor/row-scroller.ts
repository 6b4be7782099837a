import type { RefObject } from "react";
import { flushSync } from "react-dom";
import { RowOffsets } from "./row-offsets";

/** Milliseconds without a scroll event that end a scroll, in browsers without `scrollend`. */
const SCROLL_END_MS = 150;

/** Indices of the first and last row of a range. */
export type RowRange = { readonly start: number; readonly end: number };

/** Renders a change immediately, or as part of the current rendering. */
type Render = (change: () => void) => void;

/** The scroll position of a list of rows, and how its rows move when they are measured. */
export class RowScroller {
  /** Heights in pixels of measured rows, by id. */
  readonly heights = new Map<string, number>();
  /**
   * Number of pixels by which the rows are shown above their offsets. A write to the scroll position would stop the
   * browser's animation of a key or wheel, so the rows are moved instead while the person scrolls.
   */
  drift = 0;
  private list: { readonly ids: readonly string[]; readonly offsets: RowOffsets } = {
    ids: [],
    offsets: new RowOffsets(0, () => 0),
  };
  /** Rows to keep visible until the person scrolls. They move when the rows around them are measured. */
  private wanted: { readonly index: number; readonly until: number } | null = null;
  /** The position to which this class last scrolled. */
  private ownTop: number | null = null;
  private isScrolling = false;
  private observer: ResizeObserver | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `place` renders the rows at their offsets. */
  constructor(
    private readonly scroller: RefObject<HTMLElement | null>,
    private readonly setVisible: (change: (known: RowRange) => RowRange) => void,
    private readonly place: () => void,
  ) {}

  setList(ids: readonly string[], offsets: RowOffsets): void {
    this.list = { ids, offsets };
  }

  /** Determines the visible rows. */
  readonly look = (): void => {
    const element = this.scroller.current;
    if (!element) return;
    const top = element.scrollTop + this.drift;
    const start = this.list.offsets.at(top);
    const end = this.list.offsets.at(top + element.clientHeight);
    this.setVisible((known) => (known.start === start && known.end === end ? known : { start, end }));
  };

  /** Listens to the scroller. Returns a function that ends that. */
  readonly attach = (): (() => void) | undefined => {
    const element = this.scroller.current;
    if (!element) return;
    element.addEventListener("scroll", this.onScroll, { passive: true });
    element.addEventListener("scrollend", this.onScrollEnd);
    this.observed().observe(element);
    return () => {
      clearTimeout(this.timer);
      element.removeEventListener("scroll", this.onScroll);
      element.removeEventListener("scrollend", this.onScrollEnd);
      this.observer?.disconnect();
      this.observer = null;
    };
  };

  /** Ref for the element of each rendered row. */
  readonly measure = (element: HTMLElement | null): (() => void) | undefined => {
    if (!element) return;
    this.observed().observe(element);
    return () => this.observer?.unobserve(element);
  };

  readonly reveal = (index: number, until = index): void => {
    this.wanted = { index, until };
    // Called after the frame's first layout, not in the scroll event.
    this.showWanted();
  };

  /** Measures the rows that the server rendered. */
  measureFirst(): void {
    for (const row of this.scroller.current?.querySelectorAll<HTMLElement>("[data-index]") ?? []) {
      const index = Number(row.dataset.index);
      const { height } = row.getBoundingClientRect();
      this.heights.set(this.list.ids[index]!, height);
      this.list.offsets.measure(index, height);
    }
  }

  /** Measures rendered rows whose height has changed. */
  measureRows(indexes: readonly number[]): void {
    const rows = indexes.flatMap((index) => [
      ...(this.scroller.current?.querySelectorAll<HTMLElement>(`[data-index="${index}"]`) ?? []),
    ]);
    this.take(
      rows.map((row) => ({ row, height: row.getBoundingClientRect().height })),
      (change) => change(),
    );
  }

  /** Scrolls to the wanted rows, now that the list has the height of its rows. */
  readonly showWanted = (): void => {
    this.scrollToWanted();
    this.look();
  };

  private scrollToWanted(): void {
    const element = this.scroller.current;
    if (!element || !this.wanted) return;
    const { index, until } = this.wanted;
    const { offsets } = this.list;
    const lowest = Math.max(element.scrollTop + this.drift, offsets.end(until) - element.clientHeight);
    const top = Math.min(lowest, offsets.start(index));
    if (this.drift !== 0) this.place();
    this.drift = 0;
    this.scrollTo(top);
  }

  private scrollTo(top: number): void {
    const element = this.scroller.current;
    if (!element || Math.abs(element.scrollTop - top) < 1) return;
    element.scrollTop = top;
    this.ownTop = element.scrollTop;
  }

  /** Applies the measured heights and moves the rows. */
  private take(measured: readonly Measured[], render: Render): void {
    const element = this.scroller.current;
    if (!element) return;
    const isAtEnd = element.scrollTop > 0 && element.scrollTop + element.clientHeight >= element.scrollHeight - 1;
    const { above, hasChanged } = measureRows(measured, element.scrollTop + this.drift, this.heights, this.list);
    if (hasChanged) {
      if (this.isScrolling) this.drift += above;
      render(this.place);
      if (isAtEnd) this.scrollTo(element.scrollHeight);
      else if (!this.isScrolling) this.scrollTo(element.scrollTop + above);
      this.scrollToWanted();
    }
    render(this.look);
  }

  private observed(): ResizeObserver {
    this.observer ??= new ResizeObserver((entries) =>
      // Runs before this frame is painted.
      this.take(
        entries.map(({ target, borderBoxSize }) => ({ row: target, height: borderBoxSize[0]?.blockSize ?? 0 })),
        flushSync,
      ),
    );
    return this.observer;
  }

  /** Moves the rows back to their offsets, together with the scroll position. */
  private readonly onScrollEnd = (): void => {
    this.isScrolling = false;
    const { drift } = this;
    const element = this.scroller.current;
    if (drift === 0 || !element) return;
    this.drift = 0;
    flushSync(this.place);
    this.scrollTo(element.scrollTop + drift);
    flushSync(this.look);
  };

  private readonly onScroll = (): void => {
    const top = this.scroller.current?.scrollTop ?? 0;
    const isOwn = this.ownTop !== null && Math.abs(top - this.ownTop) <= 1;
    this.ownTop = null;
    if (!isOwn) {
      // Either the person scrolls, or the browser does to a focused field.
      this.wanted = null;
      this.isScrolling = true;
      if (!("onscrollend" in window)) {
        clearTimeout(this.timer);
        this.timer = setTimeout(this.onScrollEnd, SCROLL_END_MS);
      }
    }
    // At the top, the first row must be visible.
    const isBackAtTop = top <= 0 && this.drift !== 0;
    if (isBackAtTop) this.drift = 0;
    flushSync(() => {
      if (isBackAtTop) this.place();
      this.look();
    });
  };
}

/** A row and its height in pixels. */
type Measured = { readonly row: Element; readonly height: number };

/** Stores the heights of rows. Returns in pixels how much those above `top` have grown together. */
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
    // It is the scroller itself, or a row that was just removed.
    if (id === undefined || height === 0 || !row.isConnected) continue;
    // A partly visible row grows downwards while the person types in it, otherwise upwards.
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
