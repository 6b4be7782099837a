import { findPlaceholders } from "./placeholders";

/** A line of a plain text: the white space before it, what stands in it, and what follows up to the next line. */
export type Line = { readonly before: string; readonly text: string; readonly after: string };

/** Ends of lines: CRLF, LF, CR, and Unicode's own (UAX #14: NEL, LS, PS, VT, FF). NUL too: engines take none. */
const LINE_END = /\r\n|[\n\r\v\f\0\u0085\u2028\u2029]/g;

/** Splits plain text into lines. Joining `before + text + after` of all gives the very same text. */
export function splitLines(plain: string): Line[] {
  const lines: Line[] = [];
  let from = 0;
  for (const end of plain.matchAll(LINE_END)) {
    lines.push(line(plain.slice(from, end.index), end[0]));
    from = end.index + end[0].length;
  }
  if (from < plain.length || lines.length === 0) lines.push(line(plain.slice(from), ""));
  return lines;
}

function line(content: string, end: string): Line {
  const text = content.trim();
  if (text === "") return { before: content, text: "", after: end };
  const start = content.length - content.trimStart().length;
  return { before: content.slice(0, start), text, after: content.slice(start + text.length) + end };
}

const LETTER = /\p{L}/u;

/** True when there are words to translate: letters outside of placeholders, URLs and addresses. */
export function isTranslatable(plain: string): boolean {
  if (!LETTER.test(plain)) return false;
  const found = findPlaceholders(plain);
  let from = 0;
  for (const { start, end } of found) {
    if (LETTER.test(plain.slice(from, start))) return true;
    from = end;
  }
  return LETTER.test(plain.slice(from));
}
