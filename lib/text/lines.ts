import { parseMessage } from "./message/parse";
import { hasIcuChoice } from "./message/placeholders";

/** A line of a plain text: the preceding white space, the content, and everything up to the next line. */
type Line = { readonly before: string; readonly text: string; readonly after: string };

/** A unit of translation in plain text: a line, or the lines of a hard-wrapped paragraph. */
export type Paragraph = {
  readonly before: string;
  /** The original text, with the line breaks of all its lines. */
  readonly source: string;
  readonly after: string;
  /** Text to translate: the lines of a wrapped paragraph, joined. Empty for a blank line. */
  readonly text: string;
  /** Wraps the translation into as many lines as the source, of proportional length. */
  layOut(translation: string): string;
};

/** Splits plain text for translation. Joining `before + source + after` of all parts restores the text. */
export function splitParagraphs(plain: string): Paragraph[] {
  const lines = splitLines(plain);
  const paragraphs: Paragraph[] = [];
  for (let from = 0; from < lines.length; ) {
    const run = wrappable(lines, from);
    if (run < 2) {
      paragraphs.push(single(lines[from]!));
      from += 1;
      continue;
    }
    for (const group of wrappedGroups(lines.slice(from, from + run))) {
      // Two such lines may also be a long list item and the next item, unless a sentence ends between them.
      const isWhole = group.length >= Math.min(run, 3) || SENTENCE_END.test(group.at(-1)!.text);
      if (group.length > 1 && isWhole && isOneText(group)) paragraphs.push(wrapped(group));
      else paragraphs.push(...group.map(single));
    }
    from += run;
  }
  return paragraphs;
}

/** Line breaks: CRLF, LF, CR, and Unicode's own (UAX #14: NEL, LS, PS, VT, FF). Also NUL, which no engine accepts. */
const LINE_END = /\r\n|[\n\r\v\f\0\u0085\u2028\u2029]/g;

function splitLines(plain: string): Line[] {
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
  const start = content.length - content.trimStart().length;
  return { before: content.slice(0, start), text, after: content.slice(start + text.length) + end };
}

function single({ before, text, after }: Line): Paragraph {
  return { before, source: text, after, text, layOut: (translation) => translation };
}

/** Widths at which programs wrap text: shorter lines are verse or lists, longer lines are whole paragraphs. */
const NARROWEST = 50;
const MAX_WIDTH = 120;
const MAX_LINES = 200;

/** Number of lines from here that may be one wrapped text: equally indented, without blank lines, lists or tables. */
function wrappable(lines: readonly Line[], from: number): number {
  const first = lines[from]!;
  if (!isProseLine(first)) return 1;
  const second = lines[from + 1];
  let count = 1;
  for (let next = second; next && count < MAX_LINES; next = lines[from + ++count]) {
    if (!isProseLine(next) || LIST_ITEM.test(next.text) || next.before !== second!.before) break;
    if (!/^[ ]?(?:\r\n|\n|\r)$/.test(lines[from + count - 1]!.after)) break;
  }
  return count;
}

const LIST_ITEM = /^(?:[-*+•·–—>|#=~_/\\<]|\(?\d{1,3}[.)]\s|\(?\p{L}[.)]\s)/u;

function isProseLine({ text }: Line): boolean {
  return text !== "" && text.length <= MAX_WIDTH && !/\t| {3}/.test(text);
}

/**
 * Splits after a line that ended although the next word would have fitted, because its author ended it there. Does not
 * split after a long line whose sentence continues.
 */
function wrappedGroups(lines: readonly Line[]): Line[][] {
  const width = Math.max(...lines.map(widthOf));
  const groups: Line[][] = [[]];
  for (const [index, current] of lines.entries()) {
    groups.at(-1)!.push(current);
    const next = lines[index + 1];
    if (next && widthOf(current) + 1 + firstWord(next.text).length <= width && !goesOn(current, next)) groups.push([]);
  }
  return groups;
}

const SENTENCE_END = /[.!?:;…]["'”’»)\]]*$/u;
const LOWER_CASE = /^["'“‘«(]*\p{Ll}/u;

function goesOn(line: Line, next: Line): boolean {
  return widthOf(line) >= NARROWEST && !SENTENCE_END.test(line.text) && LOWER_CASE.test(next.text);
}

/** True if sentences continue with lower-case letters after most line breaks. */
function isOneText(group: readonly Line[]): boolean {
  const width = Math.max(...group.map(widthOf));
  if (width < NARROWEST || width > MAX_WIDTH) return false;
  const running = group.slice(1).filter((_, index) => !SENTENCE_END.test(group[index]!.text));
  // Text in capitals, as in licences, has no lower-case letters with which a line could begin.
  if (!group.some(({ text }) => /\p{Ll}/u.test(text))) return group.length > 2 && running.length >= group.length / 2;
  const goingOn = running.filter(({ text }) => LOWER_CASE.test(text));
  return goingOn.length > 0 && goingOn.length >= running.length / 3;
}

function widthOf({ before, text }: Line): number {
  return before.length + text.length;
}

function firstWord(text: string): string {
  return /^\S+/.exec(text)?.[0] ?? "";
}

function wrapped(group: readonly Line[]): Paragraph {
  const text = group.map((one) => one.text).join(" ");
  const gaps = group.slice(1).map((one, index) => group[index]!.after + one.before);
  const source = group.map((one, index) => one.text + (gaps[index] ?? "")).join("");
  const widths = group.map((one) => one.text.length);
  return {
    before: group[0]!.before,
    source,
    after: group.at(-1)!.after,
    text,
    layOut: (translation) => (translation === text ? source : spread(translation, widths, gaps)),
  };
}

/**
 * Distributes words over lines in proportion to the source's lines, at least one word per line, because an empty line
 * would end the paragraph. Removes surplus lines.
 */
function spread(text: string, widths: readonly number[], gaps: readonly string[]): string {
  const words = text
    .split(/ +|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}、。，！？])/u)
    .filter((word) => word !== "");
  const total = widths.reduce((sum, width) => sum + width, 0);
  const ends: number[] = [];
  for (const width of widths) ends.push((ends.at(-1) ?? 0) + (width / total) * text.length);
  let result = "";
  let at = 0;
  let line = 0;
  for (const [index, word] of words.entries()) {
    const start = text.indexOf(word, at);
    const isFull = start + word.length / 2 > ends[line]! || words.length - index <= gaps.length - line;
    if (index > 0) result += isFull && line < gaps.length ? gaps[line++] : text.slice(at, start);
    result += word;
    at = start + word.length;
  }
  return result;
}

const LETTER = /\p{L}/u;

/** True if a text has words to translate, in the branches of ICU messages too. */
export function hasWords(plain: string): boolean {
  return isTranslatable(plain) || hasIcuChoice(plain);
}

/** True if a text has words to translate outside ICU messages: letters outside placeholders, URLs and addresses. */
export function isTranslatable(plain: string): boolean {
  if (!LETTER.test(plain)) return false;
  const composed = plain.normalize("NFC");
  let from = 0;
  for (const { start, end } of parseMessage(composed)) {
    if (LETTER.test(composed.slice(from, start))) return true;
    from = end;
  }
  return LETTER.test(composed.slice(from));
}
