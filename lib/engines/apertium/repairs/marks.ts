import { type Edit, OBJECT } from "./edits";

/** Languages that use opening question and exclamation marks. */
const OPENING = new Set(["es", "gl", "ast"]);
const OPENER: Readonly<Record<string, string>> = { "?": "¿", "!": "¡" };

/**
 * Start of a question or exclamation: after a full stop, an opening quote or bracket, or a dash, with the blanks that
 * follow.
 */
const BOUNDARY = new RegExp(`(?:[.?!…:;«“‘‹"(\\[¿¡]|(?:^|\\s)(?:'|[—–-](?!\\p{N})))[\\s"'“”’»)\\]${OBJECT}—–-]*`, "gu");

/** Text after a mark that is part of code: a word, an operator, a link, `?.name`, or the rest of `a? b : c`. */
const CODE_BEHIND = /^(?:[\p{L}\p{N}=[<>$&|#@%+({/\\-]|\.[\p{L}\p{N}]|\s+[\p{L}\p{N}.]+\s*:\s)/u;
/** Opening marks, including quotes that also close, and the blanks, codes and dashes between them. */
const OPENERS = /[\s"'“‘«‹([\ufffc—–-]/;

/** A quotation or bracket that contains only codes before its mark. */
const ONLY_CODES = new RegExp(`(?:^|[\\s(])["“‘«(\\[][^\\p{L}\\p{N}]*${OBJECT}[^\\p{L}\\p{N}]*$`, "u");

/** Adds missing `¿` and `¡` to the questions and exclamations in a translation. */
export function openQuestions(whole: string, target: string): Edit[] {
  if (!OPENING.has(target.split("-")[0]!) || !/[?!]/.test(whole)) return [];
  // Skips marks that are part of code, and `!` before a word that continues the sentence, as in a name.
  const prose = whole.replace(/[?!]+/g, (marks, index: number) => {
    const behind = whole.slice(index + marks.length, index + 50);
    const isCode = !/\S/.test(whole[index - 1] ?? " ") || CODE_BEHIND.test(behind);
    return isCode || (marks === "!" && /^\s+\p{Ll}/u.test(behind)) ? "=".repeat(marks.length) : marks;
  });
  const edits: Edit[] = [];
  let from = 0;
  for (const { 0: marks, index } of prose.matchAll(/[?!]+/g)) {
    const begin = from;
    // The colon of `a ? b : c` doesn't separate clauses.
    const operator = prose.slice(begin, index).search(/\s=\s/);
    const clause = prose
      .slice(begin, index)
      .replace(/(?<=\s):(?=\s)/g, (colon, at: number) => (operator >= 0 && at > operator ? "=" : colon));
    from = index + marks.length;
    if (!/[\p{L}\p{N}]/u.test(clause) || /[¿¡]/u.test(clause)) continue;
    if ((clause.endsWith("(") && prose[from] === ")") || ONLY_CODES.test(clause)) continue;
    let start = 0;
    for (const match of clause.matchAll(BOUNDARY)) {
      const end = match.index + match[0].length;
      if (/[\p{L}\p{N}]/u.test(clause.slice(end)) && isBoundary(clause, match))
        start = innermost(clause, match.index, end);
    }
    while (OPENERS.test(clause[start] ?? "") && !isClosed(clause, start)) start += 1;
    edits.push({ start: begin + start, end: begin + start, text: OPENER[marks[0]!]! });
  }
  return edits;
}

/** Each opening mark with its closing mark. */
const PAIRS = `()[]«»“”‘’‹›""''`;

/** True if a quotation or bracket that opens at `at` closes within the clause. */
function isClosed(clause: string, at: number): boolean {
  const pair = PAIRS.indexOf(clause[at]!);
  const closing = PAIRS[pair + 1]!;
  if (pair < 0 || pair % 2 === 1 || /\S/.test(clause[at - 1] ?? " ")) return false;
  return closing === "'" ? /'(?!\p{L})/u.test(clause.slice(at + 1)) : clause.includes(closing, at + 1);
}

/** The end of a boundary, or the position of its first quotation or bracket that closes before the mark. */
function innermost(clause: string, start: number, end: number): number {
  for (let at = start; at < end; at++) if (isClosed(clause, at)) return at;
  return end;
}

/** No boundaries: a full stop within a number or a word, the colon of a time, and a closing ASCII quote. */
function isBoundary(clause: string, match: RegExpExecArray): boolean {
  const first = match[0].trimStart()[0] ?? "";
  const before = clause[match.index - 1] ?? " ";
  if (/[.:;?!…]/.test(first)) return /.[\s"'”»›)]/su.test(match[0]);
  if (first === '"' && !/[\s(]/.test(before)) return false;
  return !isClosed(clause, match.index + match[0].indexOf(first));
}
