import { type Edit, OBJECT } from "./edits";

/** Languages with opening question and exclamation marks. */
const OPENING = new Set(["es", "gl", "ast"]);
const OPENER: Readonly<Record<string, string>> = { "?": "¿", "!": "¡" };

/**
 * Where a question or exclamation begins: after a stop, an opening quote or bracket, or a dash, and the blanks that
 * follow.
 */
const BOUNDARY = new RegExp(`(?:[.?!…:;«“‘‹"(\\[¿¡]|(?:^|\\s)['—–-])[\\s"'“”’»)\\]${OBJECT}—–-]*`, "gu");

/** Adds missing `¿` and `¡`. */
export function openQuestions(whole: string, target: string): Edit[] {
  if (!OPENING.has(target.split("-")[0]!) || !/[?!]/.test(whole)) return [];
  const edits: Edit[] = [];
  let from = 0;
  for (const { 0: marks, index } of whole.matchAll(/[?!]+/g)) {
    const clause = whole.slice(from, index);
    from = index + marks.length;
    // Not in a name or a formula, alone in brackets, or before a word that continues the sentence.
    if (!/[\p{L}\p{N}]/u.test(clause) || /^[\p{L}\p{N}=]|^\s+\p{Ll}/u.test(whole.slice(from, from + 5))) continue;
    if (/[¿¡]/u.test(clause) || (clause.endsWith("(") && whole[from] === ")")) continue;
    let start = 0;
    for (const match of clause.matchAll(BOUNDARY)) {
      const end = match.index + match[0].length;
      if (/[\p{L}\p{N}]/u.test(clause.slice(end)) && isBoundary(clause, match)) start = end;
    }
    start += /^[\s"'“‘«‹([\ufffc—–-]*/u.exec(clause.slice(start))![0].length;
    const at = from - marks.length - clause.length + start;
    edits.push({ start: at, end: at, text: OPENER[marks[0]!]! });
  }
  return edits;
}

const CLOSING: Readonly<Record<string, string>> = {
  "(": ")",
  "[": "]",
  "«": "»",
  "“": "”",
  "‘": "’",
  "‹": "›",
  '"': '"',
  "'": "'",
};

/**
 * Not boundaries: a stop within a number or a word, the colon of a time, a closing ASCII quote, and anything that
 * closes before the mark.
 */
function isBoundary(clause: string, match: RegExpExecArray): boolean {
  const first = match[0].trimStart()[0] ?? "";
  const before = clause[match.index - 1] ?? " ";
  const behind = clause[match.index + match[0].length - 1] ?? "";
  if (/[.:;?!…]/.test(first)) return /\s|["'”»›)]/u.test(behind) && match[0].length > 1;
  if (first === '"' && !/[\s(]/.test(before)) return false;
  const closing = CLOSING[first];
  return closing === undefined || !clause.includes(closing, match.index + match[0].length);
}
