"use client";

import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { Checkbox } from "@/components/ui/checkbox";
import { Skeleton } from "@/components/ui/skeleton";
import type { Segment } from "@/lib/schemas/segments";
import { SegmentRow } from "./segment-row";

type SegmentListProps = {
  readonly ids: readonly string[];
  readonly segments: ReadonlyMap<string, Segment>;
  /** Index of the active segment; -1 for none. */
  readonly active: number;
  readonly onOpen: (index: number) => void;
  readonly onRange: (range: { start: number; end: number }) => void;
  readonly renderActive: (segment: Segment) => ReactNode;
  /** Ids of the selected segments; null if none can be selected. */
  readonly selected: ReadonlySet<string> | null;
  /** Paths of the documents by id; null while the project has only one. */
  readonly paths: ReadonlyMap<string, string> | null;
  /** Selects or deselects a segment, or the range to it. */
  readonly onSelect: (index: number, range: boolean) => void;
};

/** Estimated row height in pixels. */
const ESTIMATE = 68;
/** Rows kept visible below the active one. */
const AHEAD = 2;

/** The number of a segment in its document, from 1: the same under every filter and order. */
export function numberOf({ position }: Segment): number {
  return position + 1;
}

/** All segments of a filter, virtualised: only visible rows, and the active one, which keeps what is typed. */
export function SegmentList(props: SegmentListProps) {
  const { ids, segments, active, onOpen, onRange, renderActive, selected, paths, onSelect } = props;
  const t = useTranslations("editor");
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATE,
    overscan: 8,
    getItemKey: (index) => ids[index] ?? index,
    rangeExtractor: (range) => {
      const rows = defaultRangeExtractor(range);
      return active < 0 || rows.includes(active) ? rows : [...rows, active].sort((a, b) => a - b);
    },
    onChange: (instance) => {
      const { range } = instance;
      if (range) onRange({ start: range.startIndex, end: range.endIndex });
    },
  });

  useEffect(() => {
    if (active < 0) return;
    virtualizer.scrollToIndex(Math.min(active + AHEAD, ids.length - 1), { align: "auto" });
    const frame = requestAnimationFrame(() => virtualizer.scrollToIndex(active, { align: "auto" }));
    return () => cancelAnimationFrame(frame);
  }, [active, ids]);

  return (
    <section
      ref={scroller}
      aria-label={t("segments")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
      tabIndex={0}
      className="relative h-full overflow-y-auto overscroll-contain bg-canvas -outline-offset-2"
    >
      <ol className="relative w-full" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const id = ids[item.index] ?? "";
          const segment = segments.get(id);
          const before = segments.get(ids[item.index - 1] ?? "");
          // Numbers count from 1 in each document.
          const startsDocument = segment && (item.index === 0 || (before && before.documentId !== segment.documentId));
          return (
            <li
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              aria-posinset={item.index + 1}
              aria-setsize={ids.length}
              aria-current={item.index === active || undefined}
              data-selectable={selected ? "" : undefined}
              className="group/row absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {startsDocument && paths ? (
                <p className="border-b border-line bg-sunken px-3 py-1.5 font-mono text-xs break-all text-muted">
                  <bdi>{paths.get(segment.documentId)}</bdi>
                </p>
              ) : null}
              <div className="relative">
                {!segment ? (
                  <Skeleton className="m-3 h-11" />
                ) : item.index === active ? (
                  renderActive(segment)
                ) : (
                  <SegmentRow
                    segment={segment}
                    number={numberOf(segment)}
                    onOpen={({ shiftKey, ctrlKey, metaKey }) => {
                      if (selected && (shiftKey || ctrlKey || metaKey)) onSelect(item.index, shiftKey);
                      else onOpen(item.index);
                    }}
                  />
                )}
                {segment && selected ? (
                  <Checkbox
                    className="absolute start-3 top-2 z-10"
                    checked={selected.has(id)}
                    // Tab passes by all but the active one.
                    tabIndex={item.index === active ? 0 : -1}
                    label={<span className="sr-only">{t("selection.one", { number: numberOf(segment) })}</span>}
                    onChange={(event) => onSelect(item.index, (event.nativeEvent as PointerEvent).shiftKey === true)}
                  />
                ) : null}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
