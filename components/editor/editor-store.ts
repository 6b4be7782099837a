import type { SegmentStore } from "@/lib/client/segment-store";
import type { EditorFilter } from "@/lib/client/segments";
import { Listeners } from "@/lib/client/store";
import { MAX_CHOSEN_SEGMENTS } from "@/lib/vocabulary/segments";
import { type EditorView, NO_FILTER } from "./filters";
import { NO_SELECTION, type Selection, select } from "./selection";

export type PanelTab = "matches" | "glossary" | "comments" | "history" | "context";
export const BULK_KINDS = [
  "confirm",
  "approve",
  "reject",
  "fix",
  "replace",
  "copySource",
  "pretranslate",
  "ignoreCheck",
  "addLabel",
  "removeLabel",
  "clear",
] as const;
export type BulkKind = (typeof BULK_KINDS)[number];
/** Rows of the list by index, including both ends. */
export type Range = { readonly start: number; readonly end: number };

export type EditorState = {
  readonly filter: EditorFilter;
  readonly view: EditorView;
  /** The open segment. If null or not in the list, the first segment of the list is open. */
  readonly segmentId: string | null;
  /** Language of the active cell in the grid. */
  readonly gridLanguage: string;
  /** The rows whose segments are loaded. */
  readonly range: Range;
  readonly selection: Selection;
  readonly tab: PanelTab;
  /** The layer over the list. */
  readonly layer: "filters" | "panel" | "bulk" | null;
  /** The bulk action for the selected segments. Null: the person chooses one for all that match the filter. */
  readonly bulkKind: BulkKind | null;
};

export type EditorOptions = Pick<EditorState, "filter" | "view" | "segmentId"> & {
  readonly language: string;
  readonly targetLanguages: readonly string[];
  readonly mayReview: boolean;
};

/** Number of rows by which the loaded range grows, so that scrolling renders only the rows. */
const RANGE_STEP = 25;
/** Number of rows loaded beyond the visible ones, so that they have their height before they become visible. */
const AHEAD = 10;

const CONFIRMED: readonly string[] = ["translated", "reviewed"];

/** Index of the open segment in a list; -1 if the list is empty. */
export function activeIndex(ids: readonly string[], segmentId: string | null): number {
  if (ids.length === 0) return -1;
  return segmentId === null ? 0 : Math.max(0, ids.indexOf(segmentId));
}

/** The person's position in an editor, and how it moves. Read with `useEditorState`. */
export class EditorStore extends Listeners {
  private current: EditorState;
  private ids: readonly string[] = [];
  /** Opens the segment that waits after a decision, unless another one was opened. Null if none waits. */
  private move: (() => void) | null = null;

  /** `soon` runs work after the other effects of the same keystroke are visible. */
  constructor(
    private readonly options: EditorOptions,
    private readonly segments: Pick<SegmentStore, "get">,
    private readonly soon: (work: () => void) => void,
  ) {
    super();
    const { filter, view, segmentId, language } = options;
    this.current = {
      ...{ filter, view, segmentId, gridLanguage: language, range: { start: 0, end: RANGE_STEP } },
      ...{ selection: NO_SELECTION, tab: "matches", layer: null, bulkKind: null },
    };
  }

  get state(): EditorState {
    return this.current;
  }

  /** Sets the list that is currently shown. */
  setIds(ids: readonly string[]): void {
    this.ids = ids;
  }

  readonly setFilter = (filter: EditorFilter): void => this.set({ filter });

  narrow(change: Partial<EditorFilter>): void {
    if (Object.keys(change).length > 0) this.set({ filter: { ...this.current.filter, ...change } });
  }

  readonly showAll = (): void => this.set({ filter: { ...NO_FILTER, sort: this.current.filter.sort } });

  readonly openSegment = (segmentId: string | null): void => {
    this.move = null;
    this.set({ segmentId });
  };

  readonly open = (index: number): void => this.openSegment(this.ids[index] ?? null);

  /** Moves to a segment before or after the open one. The grid handles its own keys. */
  step(by: number): void {
    const next = this.active + by;
    if (!this.current.view.isGrid && next >= 0 && next < this.ids.length) this.open(next);
  }

  /** Moves to the next unconfirmed segment (for reviewers: not approved). Unloaded segments count as open. */
  stepToUnfinished(): void {
    const { language, mayReview } = this.options;
    const done = mayReview ? ["reviewed"] : CONFIRMED;
    const isDone = (id: string) => done.includes(this.segments.get(id, language)?.translation.state ?? "");
    const next = this.ids.findIndex((id, i) => i > this.active && !isDone(id));
    if (next >= 0) this.open(next);
  }

  /**
   * Opens the segment after a decided one: immediately, unless the decision may be rejected, because the rejection is
   * shown here. Resolves to true when the last segment of the list is saved.
   */
  async stepOn(saved: Promise<boolean>, mayBeRefused: () => boolean): Promise<boolean> {
    const { segmentId } = this.current;
    const next = this.ids[this.active + 1];
    if (next === undefined) return saved;
    const move = () => {
      if (this.move !== move) return;
      this.move = null;
      if (!mayBeRefused()) return this.openSegment(next);
      // Moves on only if the person has not already opened another segment.
      void saved.then((isSaved) => isSaved && this.current.segmentId === segmentId && this.openSegment(next));
    };
    this.move = move;
    this.soon(move);
    return false;
  }

  /** True while a move to the next segment waits for the frame. */
  get isMoving(): boolean {
    return this.move !== null;
  }

  /** A keystroke or press before the frame must reach the next segment. */
  readonly finishMove = (): void => this.move?.();

  /** Loads the rows around the visible ones. */
  readonly setVisible = ({ start, end }: Range): void => {
    const [from, to] = [Math.max(0, start - AHEAD), end + AHEAD];
    const range = { start: from - (from % RANGE_STEP), end: to + RANGE_STEP - (to % RANGE_STEP) };
    const known = this.current.range;
    if (range.start !== known.start || range.end !== known.end) this.set({ range });
  };

  /** Selects or deselects a segment. `range` selects all from the last selected one to it. */
  readonly select = (index: number, range: boolean): void => {
    const options = { range, most: MAX_CHOSEN_SEGMENTS };
    this.set({ selection: select(this.current.selection, this.ids, index, options) });
  };

  readonly selectAll = (): void => this.set({ selection: { ids: new Set(this.ids), from: null } });

  readonly clearSelection = (): void => this.set({ selection: NO_SELECTION });

  readonly setTab = (tab: PanelTab): void => this.set({ tab });

  show(layer: NonNullable<EditorState["layer"]>, bulkKind: BulkKind | null = null): void {
    this.set({ layer, bulkKind });
  }

  readonly closeLayer = (): void => this.set({ layer: null, bulkKind: null });

  setGrid(isGrid: boolean): void {
    this.set({ view: { ...this.current.view, isGrid }, gridLanguage: this.options.language });
  }

  readonly setColumns = (columns: readonly string[]): void => {
    const isAll = columns.length === this.options.targetLanguages.length;
    this.set({ view: { isGrid: true, columns: isAll ? [] : columns } });
  };

  readonly setCell = (segmentId: string, gridLanguage: string): void => {
    this.move = null;
    this.set({ segmentId, gridLanguage });
  };

  openInList(segmentId: string): void {
    this.openSegment(segmentId);
    this.set({ view: { ...this.current.view, isGrid: false } });
  }

  private get active(): number {
    return activeIndex(this.ids, this.current.segmentId);
  }

  private set(change: Partial<EditorState>): void {
    this.current = { ...this.current, ...change };
    this.notify();
  }
}
