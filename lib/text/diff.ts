import { diffArrays } from "diff";
import { wordTokens } from "./message/word-tokens";

export type Difference = { readonly kind: "equal" | "insert" | "delete"; readonly text: string };

/**
 * Maximum insertions and deletions; beyond it, everything between the equal beginning and end is one replacement.
 * Limits the time to this number × the length of the texts.
 */
const MAX_EDITS = 500;

/**
 * The word differences between two encoded texts; inline codes are never split. Joining all parts except insertions
 * gives `before`, all except deletions `after`. In a replacement the deletion comes first.
 */
export function diffWords(before: string, after: string): Difference[] {
  const a = wordTokens(before);
  const b = wordTokens(after);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return readable([
    { kind: "equal", text: a.slice(0, start).join("") },
    ...shortestEdit(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    { kind: "equal", text: a.slice(a.length - end).join("") },
  ]);
}

function shortestEdit(a: string[], b: string[]): Difference[] {
  const changes = a.length > 0 && b.length > 0 ? diffArrays(a, b, { maxEditLength: MAX_EDITS }) : undefined;
  if (!changes) {
    return [
      { kind: "delete", text: a.join("") },
      { kind: "insert", text: b.join("") },
    ];
  }
  return changes.map(({ added, removed, value }) => ({
    kind: added ? "insert" : removed ? "delete" : "equal",
    text: value.join(""),
  }));
}

/** Merges adjacent differences of the same kind, and replacements separated only by a space. */
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
