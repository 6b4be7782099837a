import { type Edit, OBJECT } from "./edits";

/** Languages that open a question and an exclamation too. */
const OPENING = new Set(["es", "gl", "ast"]);
const OPENER: Readonly<Record<string, string>> = { "?": "¿", "!": "¡" };

/** Where a question or an exclamation begins: behind a stop, an opening quote or bracket, a dash, and the blanks behind them. */
const BOUNDARY = new RegExp(`(?:[.?!…:;«“‘‹"(\\[¿¡]|(?:^|\\s)['—–-])[\\s"'“”’»)\\]${OBJECT}—–-]*`, "gu");

/** `¿` and `¡` for the question and exclamation marks that have none. */
export function openQuestions(whole: string, target: string): Edit[] {
  if (!OPENING.has(target.split("-")[0]!) || !/[?!]/.test(whole)) return [];
  const edits: Edit[] = [];
  let from = 0;
  for (const { 0: marks, index } of whole.matchAll(/[?!]+/g)) {
    const clause = whole.slice(from, index);
    from = index + marks.length;
    // In a name or a formula, in brackets alone, before a word that continues the sentence.
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

/** A stop within a number or a word, a colon of a time, an ASCII quote that closes, and what closes before the mark, are none. */
function isBoundary(clause: string, match: RegExpExecArray): boolean {
  const first = match[0].trimStart()[0] ?? "";
  const before = clause[match.index - 1] ?? " ";
  const behind = clause[match.index + match[0].length - 1] ?? "";
  if (/[.:;?!…]/.test(first)) return /\s|["'”»›)]/u.test(behind) && match[0].length > 1;
  if (first === '"' && !/[\s(]/.test(before)) return false;
  const closing = CLOSING[first];
  return closing === undefined || !clause.includes(closing, match.index + match[0].length);
}
