import { wordTokens } from "./word-tokens";

export type Difference = { readonly kind: "equal" | "insert" | "delete"; readonly text: string };

/**
 * More insertions and deletions than this are no longer looked for: what lies between the equal beginning and end is
 * then shown as replaced. Bounds time by this × the length of the texts.
 */
const MOST_EDITS = 500;

/**
 * What changed from one encoded text to another, in words; inline codes stay whole. The shortest script after Myers,
 * "An O(ND) Difference Algorithm and Its Variations" (1986). Joining all but the insertions gives `before`, all but
 * the deletions `after`. Of a replacement the deletion comes first.
 */
export function diffWords(before: string, after: string): Difference[] {
  const a = wordTokens(before);
  const b = wordTokens(after);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return readable([
    ...a.slice(0, start).map((text): Difference => ({ kind: "equal", text })),
    ...shortestEdit(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map((text): Difference => ({ kind: "equal", text })),
  ]);
}

function shortestEdit(a: readonly string[], b: readonly string[]): Difference[] {
  const rounds = a.length > 0 && b.length > 0 ? searchEdits(a, b) : null;
  if (!rounds) {
    return [
      ...a.map((text): Difference => ({ kind: "delete", text })),
      ...b.map((text): Difference => ({ kind: "insert", text })),
    ];
  }
  const backwards: Difference[] = [];
  let x = a.length;
  let y = b.length;
  for (let edits = rounds.length - 1; edits >= 0; edits--) {
    const diagonal = x - y;
    const down = goesDown(rounds[edits]!, diagonal, edits);
    const from = edits === 0 ? 0 : at(rounds[edits]!, down ? diagonal + 1 : diagonal - 1);
    const snakeStart = edits === 0 ? 0 : down ? from : from + 1;
    while (x > snakeStart) {
      backwards.push({ kind: "equal", text: a[--x]! });
      y--;
    }
    if (edits === 0) break;
    if (down) backwards.push({ kind: "insert", text: b[--y]! });
    else backwards.push({ kind: "delete", text: a[--x]! });
  }
  return backwards.reverse();
}

/** Furthest reach on each diagonal, from `-edits` on, before the round with that many edits. */
type Reach = { readonly lowest: number; readonly x: Int32Array };

/** The reaches before each round up to the one that arrives; null when it takes too many. */
function searchEdits(a: readonly string[], b: readonly string[]): Reach[] | null {
  const rounds: Reach[] = [];
  let reach: Reach = { lowest: 0, x: new Int32Array(0) };
  for (let edits = 0; edits <= MOST_EDITS; edits++) {
    rounds.push(reach);
    const next = { lowest: -edits, x: new Int32Array(2 * edits + 1).fill(-1) };
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const down = goesDown(reach, diagonal, edits);
      let x = edits === 0 ? 0 : down ? at(reach, diagonal + 1) : at(reach, diagonal - 1) + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++;
      next.x[diagonal + edits] = x;
      if (x >= a.length && x - diagonal >= b.length) return rounds;
    }
    reach = next;
  }
  return null;
}

/** Whether the best way to a diagonal is by an insertion rather than by a deletion. */
function goesDown(reach: Reach, diagonal: number, edits: number): boolean {
  return diagonal === -edits || (diagonal !== edits && at(reach, diagonal - 1) < at(reach, diagonal + 1));
}

function at(reach: Reach, diagonal: number): number {
  return reach.x[diagonal - reach.lowest] ?? -1;
}

/** Joins neighbours of a kind, and takes what is replaced around a mere space for one replacement. */
function readable(differences: readonly Difference[]): Difference[] {
  const result: Difference[] = [];
  let deleted = "";
  let inserted = "";
  let equal = "";
  const flush = () => {
    if (deleted) result.push({ kind: "delete", text: deleted });
    if (inserted) result.push({ kind: "insert", text: inserted });
    deleted = "";
    inserted = "";
  };
  for (const { kind, text } of differences) {
    if (kind === "equal") {
      equal += text;
      continue;
    }
    if (equal) {
      if (deleted && inserted && !equal.trim()) {
        deleted += equal;
        inserted += equal;
      } else {
        flush();
        result.push({ kind: "equal", text: equal });
      }
      equal = "";
    }
    if (kind === "delete") deleted += text;
    else inserted += text;
  }
  flush();
  if (equal) result.push({ kind: "equal", text: equal });
  return result;
}
