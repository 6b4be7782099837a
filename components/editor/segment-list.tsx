"use client";

import { type MouseEvent, memo, type ReactNode, useCallback, useLayoutEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { RowCheckbox } from "@/components/ui/checkbox";
import { cx } from "@/components/ui/cx";
import { Skeleton } from "@/components/ui/skeleton";
import { useDocumentOfSegment, useSegment } from "@/lib/client/segment-store";
import type { Segment } from "@/lib/schemas/segments";
import { useEditorScope } from "./editor-scope";
import { SegmentRow } from "./segment-row";
import { useVirtualRows } from "./use-virtual-rows";

type SegmentListProps = {
  readonly ids: readonly string[];
  /** Index of the active segment; -1 for none. */
  readonly active: number;
  readonly onOpen: (index: number) => void;
  readonly onRange: (range: { start: number; end: number }) => void;
  /** Stays the same function while the active row need not be rendered. */
  readonly renderActive: (segment: Segment) => ReactNode;
  /** Ids of the selected segments; null if selection is not possible. */
  readonly selected: ReadonlySet<string> | null;
  /** Paths of the documents by id; null if the project has only one. */
  readonly paths: ReadonlyMap<string, string> | null;
  /** Selects or deselects a segment, or the range up to it. */
  readonly onSelect: (index: number, range: boolean) => void;
};

/** Estimated row height in pixels. */
const ESTIMATE = 68;
const COMPACT_ESTIMATE = 25;
/** Number of rows kept visible below the active one. */
const AHEAD = 2;

/** The number of a segment in its document, from 1. It is the same under every filter and order. */
export function numberOf({ position }: Segment): number {
  return position + 1;
}

/** All segments of a filter. Only visible rows and the active one, which keeps typed text, are rendered. */
export const SegmentList = memo(function SegmentList(props: SegmentListProps) {
  const { ids, active, onOpen, onRange, renderActive, selected, paths, onSelect } = props;
  const t = useTranslations("editor");
  const { isCompact } = useEditorScope();
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, total, isPositioned, measure, reveal } = useVirtualRows({
    scroller,
    ids,
    estimate: isCompact ? COMPACT_ESTIMATE : ESTIMATE,
    overscan: 8,
    kept: active,
    onRange,
  });

  const isSelectable = selected !== null;
  const onRow = useCallback(
    (index: number, { shiftKey, ctrlKey, metaKey }: MouseEvent) => {
      if (isSelectable && (shiftKey || ctrlKey || metaKey)) onSelect(index, shiftKey);
      else onOpen(index);
    },
    [isSelectable, onSelect, onOpen],
  );

  useLayoutEffect(() => {
    if (active >= 0) reveal(active, Math.min(active + AHEAD, ids.length - 1));
  }, [active, ids, reveal]);

  return (
    <section
      ref={scroller}
      aria-label={t("segments")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
      tabIndex={0}
      className="relative h-full overflow-y-auto overscroll-contain bg-canvas contain-strict -outline-offset-2 [overflow-anchor:none]"
    >
      <ol className="relative w-full" style={isPositioned ? { height: total } : undefined}>
        {rows.map(({ index, id, start }) => (
          <li
            key={id}
            ref={measure}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={ids.length}
            aria-current={index === active || undefined}
            data-selectable={selected ? "" : undefined}
            className={cx("group/row contain-layout contain-style", isPositioned && "absolute inset-x-0 top-0")}
            style={isPositioned ? { transform: `translateY(${start}px)` } : undefined}
          >
            <RowContent
              id={id}
              previousId={ids[index - 1] ?? null}
              index={index}
              paths={paths}
              isActive={index === active}
              isSelected={selected ? selected.has(id) : null}
              onOpen={onRow}
              onSelect={onSelect}
              renderActive={renderActive}
            />
          </li>
        ))}
      </ol>
    </section>
  );
});

type RowContentProps = Pick<SegmentListProps, "onSelect" | "paths" | "renderActive"> & {
  readonly id: string;
  /** Id of the segment in the row above. */
  readonly previousId: string | null;
  readonly index: number;
  readonly isActive: boolean;
  /** Null if selection is not possible. */
  readonly isSelected: boolean | null;
  readonly onOpen: (index: number, event: MouseEvent) => void;
};

/** A row without its position in the list, because scrolling and measuring change only the position. */
const RowContent = memo(function RowContent(props: RowContentProps) {
  const { id, previousId, index, paths, isActive, isSelected, onOpen, onSelect, renderActive } = props;
  const t = useTranslations("editor");
  const { language, isCompact } = useEditorScope();
  const segment = useSegment(id, language);
  const documentBefore = useDocumentOfSegment(previousId, language);
  if (!segment)
    return (
      <div className="relative">
        <Skeleton className="m-3 h-11" />
      </div>
    );
  const number = numberOf(segment);
  // Numbers begin at 1 in each document.
  const startsDocument = previousId === null || (documentBefore !== undefined && documentBefore !== segment.documentId);
  const path = startsDocument ? paths?.get(segment.documentId) : null;
  return (
    <>
      {path ? (
        <p className="border-b border-line bg-sunken px-3 py-1.5 font-mono text-xs break-all text-muted">
          <bdi>{path}</bdi>
        </p>
      ) : null}
      <div className="relative">
        {isActive ? (
          renderActive(segment)
        ) : (
          <SegmentRow segment={segment} number={number} index={index} onOpen={onOpen} />
        )}
        {isSelected === null ? null : (
          <RowCheckbox
            className={cx("absolute start-3 z-10", isCompact && !isActive ? "top-0.5 scale-75" : "top-2")}
            checked={isSelected}
            // Tab skips all rows except the active one.
            tabIndex={isActive ? 0 : -1}
            label={t("selection.one", { number })}
            onChange={(event) => onSelect(index, (event.nativeEvent as PointerEvent).shiftKey === true)}
          />
        )}
      </div>
    </>
  );
});
