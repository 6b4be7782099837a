import { type Segment, serialize, type Token, tokenize } from "@/lib/text/segment";

/** Number of a paired code in a {@link CodeTree}. 0 stands for the segment itself. */
export type CodeNode = number;

/**
 * The paired codes of a segment, numbered in opening order, so that a parent precedes its children. A tag without its
 * partner counts as a single code.
 */
export type CodeTree = readonly {
  readonly id: number;
  readonly parent: CodeNode;
  /** Number of its last descendant. Descendants are numbered directly after their ancestor. */
  readonly last: CodeNode;
  /** Position where the code starts, as a share of the segment's text. */
  readonly at: number;
}[];

/** A part of the segment within the same innermost code. `encoded` is as in lib/text/segment.ts. */
export type Run = {
  readonly encoded: string;
  readonly node: CodeNode;
  /** White space that the engine inserted between words; it gets the common ancestor of both neighbours' codes. */
  readonly glue?: boolean;
};

/** A source token and its innermost code. An empty pair counts as a point, because it contains no word. */
export type Located =
  | { readonly text: string; readonly node: CodeNode }
  | { readonly codes: readonly Token[]; readonly node: CodeNode };

/** Maximum number of pairs; more are sent as points, which keeps the time linear. */
const MAX_PAIRS = 500;

/** Parses the codes of a segment: the tree of pairs, and the text and points between them. */
export function locate(segment: Segment): { readonly tree: CodeTree; readonly located: readonly Located[] } {
  const tokens = tokenize(segment.text);
  const matched = matchPairs(tokens);
  const partners = matched.size > 2 * MAX_PAIRS ? new Map<number, number>() : matched;
  const tree: { -readonly [Key in keyof CodeTree[number]]: CodeTree[number][Key] }[] = [
    { id: 0, parent: 0, last: matched.size / 2, at: 0 },
  ];
  const located: Located[] = [];
  const total = tokens.reduce((sum, token) => sum + (token.type === "text" ? token.text.length : 0), 0) || 1;
  let node: CodeNode = 0;
  let read = 0;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    const partner = partners.get(index);
    if (token.type === "text") {
      located.push({ text: token.text, node });
      read += token.text.length;
    } else if (partner === undefined) {
      located.push({ codes: [token], node });
    } else if (partner === index + 1) {
      located.push({ codes: [token, tokens[partner]!], node });
      index = partner;
    } else if (token.type === "open") {
      tree.push({ id: token.id, parent: node, last: 0, at: read / total });
      node = tree.length - 1;
    } else {
      tree[node]!.last = tree.length - 1;
      node = tree[node]!.parent;
    }
  }
  return { tree, located };
}

/** The innermost code that contains both nodes. */
export function commonNode(tree: CodeTree, a: CodeNode, b: CodeNode): CodeNode {
  let [low, high] = a < b ? [a, b] : [b, a];
  while (low !== high) {
    high = tree[high]!.parent;
    if (high < low) [low, high] = [high, low];
  }
  return low;
}

/** True if `node` is `outer` or one of its descendants. */
export function isWithin(tree: CodeTree, node: CodeNode, outer: CodeNode): boolean {
  return node >= outer && node <= tree[outer]!.last;
}

/**
 * Writes translated runs as encoded text with every paired code of the source exactly once and well nested. Parts of a
 * split code are joined; a lost code is put around the word at its position.
 */
export function writeRuns(tree: CodeTree, translated: readonly Run[]): string {
  if (tree.length === 1) return translated.map((run) => run.encoded).join("");
  const runs = translated.map((run) => ({ ...run }));
  assignGlue(tree, runs);
  for (let node = 1; node < tree.length; node++) joinParts(tree, runs, node);
  for (let node = 1; node < tree.length; node++) restoreLost(tree, runs, node);
  return nest(tree, runs);
}

/** Index of each opening tag's partner and vice versa. Overlapping and unpaired tags have none. */
function matchPairs(tokens: readonly Token[]): Map<number, number> {
  const partners = new Map<number, number>();
  const open: { index: number; id: number }[] = [];
  const isOpen = new Map<number, number>();
  const count = (id: number, change: number): void => void isOpen.set(id, (isOpen.get(id) ?? 0) + change);
  for (const [index, token] of tokens.entries()) {
    if (token.type === "open") {
      open.push({ index, id: token.id });
      count(token.id, 1);
    }
    if (token.type !== "close" || !isOpen.get(token.id)) continue;
    for (let mark = open.pop(); mark; mark = open.pop()) {
      count(mark.id, -1);
      if (mark.id !== token.id) continue;
      partners.set(mark.index, index).set(index, mark.index);
      break;
    }
  }
  return partners;
}

type MutableRun = { encoded: string; node: CodeNode; glue?: boolean };

function assignGlue(tree: CodeTree, runs: MutableRun[]): void {
  for (const [index, run] of runs.entries()) {
    if (!run.glue) continue;
    const before = runs[index - 1];
    const after = runs[index + 1];
    if (before && after) run.node = commonNode(tree, before.node, after.node);
  }
}

/**
 * Text between the parts of a split code becomes part of the code unless it belongs to another one; otherwise only the
 * longest part gets the code.
 */
function joinParts(tree: CodeTree, runs: MutableRun[], node: CodeNode): void {
  const inside = runs.map((run) => isWithin(tree, run.node, node));
  const first = inside.indexOf(true);
  const last = inside.lastIndexOf(true);
  const between = runs.slice(Math.max(first, 0), last + 1).filter((_, index) => !inside[first + index]);
  if (between.length === 0) return;
  if (between.every((run) => isWithin(tree, node, run.node))) {
    for (const run of between) run.node = node;
    return;
  }
  let best = { from: first, to: first, size: -1 };
  for (let from = first; from <= last; from++) {
    if (!inside[from]) continue;
    let to = from;
    let size = 0;
    while (inside[to]) size += runs[to++]!.encoded.length;
    if (size > best.size) best = { from, to, size };
    from = to;
  }
  for (const [index, run] of runs.entries()) {
    if (inside[index] && (index < best.from || index >= best.to)) run.node = tree[node]!.parent;
  }
}

/** A code without translated words is put around a word of its parent, at the position where the code began. */
function restoreLost(tree: CodeTree, runs: MutableRun[], node: CodeNode): void {
  if (runs.some((run) => isWithin(tree, run.node, node))) return;
  const { parent, at } = tree[node]!;
  const total = runs.reduce((sum, run) => sum + run.encoded.length, 0);
  let passed = 0;
  let best: { index: number; from: number; to: number; distance: number } | undefined;
  for (const [index, run] of runs.entries()) {
    if (run.node === parent && !run.encoded.includes("<")) {
      for (const word of run.encoded.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
        if (run.encoded[word.index - 1] === "&") continue;
        const distance = Math.abs(passed + word.index - at * total);
        if (!best || distance < best.distance) {
          best = { index, from: word.index, to: word.index + word[0].length, distance };
        }
      }
    }
    passed += run.encoded.length;
  }
  if (!best) {
    const end = runs.findLastIndex((run) => isWithin(tree, run.node, parent));
    runs.splice(end < 0 ? runs.length : end + 1, 0, { encoded: "", node });
    return;
  }
  const { encoded } = runs[best.index]!;
  runs.splice(
    best.index,
    1,
    { encoded: encoded.slice(0, best.from), node: parent },
    { encoded: encoded.slice(best.from, best.to), node },
    { encoded: encoded.slice(best.to), node: parent },
  );
}

function nest(tree: CodeTree, runs: readonly MutableRun[]): string {
  let out = "";
  let current: CodeNode = 0;
  const moveTo = (node: CodeNode): void => {
    const shared = commonNode(tree, current, node);
    for (; current !== shared; current = tree[current]!.parent) {
      out += serialize([{ type: "close", id: tree[current]!.id }]);
    }
    const opening: CodeNode[] = [];
    for (let inner = node; inner !== shared; inner = tree[inner]!.parent) opening.unshift(inner);
    for (const inner of opening) out += serialize([{ type: "open", id: tree[inner]!.id }]);
    current = node;
  };
  for (const run of runs) {
    if (run.encoded === "" && isWithin(tree, current, run.node)) continue;
    moveTo(run.node);
    out += run.encoded;
  }
  moveTo(0);
  return out;
}
