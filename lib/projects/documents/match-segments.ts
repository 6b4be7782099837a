import { mapInTurns } from "@/lib/base/pool/in-turns";
import { matchPercent } from "@/lib/text/fuzzy";
import type { IncomingSegment } from "./read-document";
import { keyed } from "./segment-keys";

/** A stored segment of the current or an earlier version of a document. */
export type KnownSegment = {
  readonly id: string;
  readonly key: string;
  readonly source: string;
  readonly sourceHash: string;
  readonly position: number;
  /** True if an earlier version removed it. */
  readonly removed: boolean;
};

export type Matching<Known extends KnownSegment> = {
  /** For each new segment, the stored one that it continues, possibly with another source; null for an added one. */
  readonly continued: readonly (Known | null)[];
  /** Segments of the current version that the new version lacks. */
  readonly gone: readonly Known[];
};

type Incoming = Pick<IncomingSegment, "key" | "named" | "source" | "sourceHash">;

/**
 * Matches the segments of a document's new version: first those with the same key and text, then with the same text
 * elsewhere, then with the same key and another text. Unmatched segments without their own key count as edits of the
 * segment at their position, if half of the words agree. Segments of earlier versions return with their translations.
 */
export async function matchSegments<Known extends KnownSegment>(
  known: readonly Known[],
  incoming: readonly Incoming[],
): Promise<Matching<Known>> {
  const pairs = new Pairs(known, incoming.length);
  const byKey = new Map(known.map((one) => [one.key, one]));
  const newKeys = new Set(incoming.map((one) => one.key));
  each(incoming, pairs, ({ key, sourceHash }) => {
    const same = byKey.get(key);
    return same?.sourceHash === sourceHash ? same : undefined;
  });
  // A text that moved. If its old key now has another text, that is an edit of it, and the moved text counts as added.
  const moved = pairs.byText();
  each(incoming, pairs, ({ key, sourceHash }) =>
    moved.take(sourceHash, (one) => byKey.has(key) || !newKeys.has(one.key)),
  );
  each(incoming, pairs, ({ key }) => byKey.get(key));
  const copied = pairs.byText();
  each(incoming, pairs, ({ sourceHash }) => copied.take(sourceHash, () => true));
  await alignEdits(incoming, pairs);
  return {
    continued: pairs.all,
    gone: known.filter((one) => !one.removed && !pairs.isTaken(one)),
  };
}

/** Pairs of new and stored segments. Each segment occurs at most once. */
class Pairs<Known extends KnownSegment> {
  readonly all: (Known | null)[];
  readonly #taken = new Set<string>();

  constructor(
    readonly known: readonly Known[],
    count: number,
  ) {
    this.all = new Array<Known | null>(count).fill(null);
  }

  isTaken({ id }: Known): boolean {
    return this.#taken.has(id);
  }

  join(index: number, one: Known): void {
    this.all[index] = one;
    this.#taken.add(one.id);
  }

  /** Pairs unmatched segments by text: first those of the current version, in order. */
  byText() {
    const left = new Map<string, Known[]>();
    const order = [...this.known].sort((a, b) => Number(a.removed) - Number(b.removed) || a.position - b.position);
    for (const one of order) {
      if (this.isTaken(one)) continue;
      const same = left.get(one.sourceHash);
      if (same) same.push(one);
      else left.set(one.sourceHash, [one]);
    }
    return {
      take: (hash: string, allowed: (one: Known) => boolean): Known | undefined => {
        const same = left.get(hash);
        const at = same?.slice(0, WINDOW).findIndex(allowed) ?? -1;
        return at < 0 ? undefined : same!.splice(at, 1)[0];
      },
    };
  }
}

function each<Known extends KnownSegment>(
  incoming: readonly Incoming[],
  pairs: Pairs<Known>,
  find: (one: Incoming) => Known | undefined,
): void {
  for (const [index, one] of incoming.entries()) {
    if (pairs.all[index]) continue;
    const found = find(one);
    if (found && !pairs.isTaken(found)) pairs.join(index, found);
  }
}

/** Minimum percentage of words that an edited text must share with the old text. */
const ALIKE = 50;
/** Maximum number of candidates that are compared with a new text. */
const WINDOW = 12;

/** Aligns edits: between matched neighbours, unmatched old and new segments are in the same order. */
async function alignEdits<Known extends KnownSegment>(
  incoming: readonly Incoming[],
  pairs: Pairs<Known>,
): Promise<void> {
  const left = pairs.known
    .filter((one) => !one.removed && !pairs.isTaken(one) && !keyed(one.key, one.source).named)
    .sort((a, b) => a.position - b.position);
  if (left.length === 0) return;
  const anchors = new Set(longestIncreasing(pairs.all.map((one) => (one && !one.removed ? one.position : null))));
  const ends = gapEnds(pairs, anchors);
  let next = 0;
  await mapInTurns(incoming, (one, index) => {
    const anchor = anchors.has(index) ? pairs.all[index] : null;
    if (anchor) while (next < left.length && left[next]!.position < anchor.position) next++;
    if (pairs.all[index] || one.named) return;
    const candidates = left.slice(next, next + WINDOW).filter(({ position }) => position < ends[index]!);
    const best = mostAlike(one.source, candidates);
    if (!best) return;
    pairs.join(index, best);
    next = left.indexOf(best, next) + 1;
  });
}

/** For each new segment, the old position of the next segment that has not moved. */
function gapEnds<Known extends KnownSegment>(pairs: Pairs<Known>, anchors: ReadonlySet<number>): number[] {
  const ends = new Array<number>(pairs.all.length);
  let end = Number.POSITIVE_INFINITY;
  for (let index = pairs.all.length - 1; index >= 0; index--) {
    ends[index] = end;
    if (anchors.has(index)) end = pairs.all[index]!.position;
  }
  return ends;
}

function mostAlike<Known extends KnownSegment>(source: string, candidates: readonly Known[]): Known | undefined {
  let best: Known | undefined;
  let most = ALIKE - 1;
  for (const candidate of candidates) {
    // If one text is more than four times as long as the other, half of it cannot be equal.
    const [a, b] = [source.length, candidate.source.length];
    const percent = Math.min(a, b) * 4 < Math.max(a, b) ? 0 : matchPercent(source, candidate.source);
    if (percent > most) [best, most] = [candidate, percent];
  }
  return best;
}

/** Indices of a longest increasing subsequence (patience sorting, after Fredman 1975); skips null entries. */
function longestIncreasing(values: readonly (number | null)[]): number[] {
  const tails: number[] = [];
  const before = new Map<number, number | undefined>();
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[tails[middle]!]! < value) low = middle + 1;
      else high = middle;
    }
    before.set(index, tails[low - 1]);
    tails[low] = index;
  }
  const found: number[] = [];
  for (let at = tails.at(-1); at !== undefined; at = before.get(at)) found.push(at);
  return found.reverse();
}
