import type { Span } from "@/lib/formats/splice";
import { splitSentences } from "@/lib/text/sentences";

type Raw = readonly (string | Span)[];

/** Line starts that would end or change a paragraph. */
const BLOCK_START = /^(?:[-+*:|%#>=~<`]|\d{1,9}[.)]|_{2,}|(?:import|export)\b)/;
/** Maximum UTF-16 units; longer paragraphs stay on one line. */
const MAX_LENGTH = 20_000;

/** Scripts without spaces between words, in which a line break would become a space between two words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]/u;

/**
 * Breaks the lines of a translated paragraph like the source: between sentences, if both have the same number of
 * sentences, and within them at the source's width, if the source is wrapped within sentences.
 *
 * @param paragraph range of the source.
 */
export function keepLineBreaks(
  raw: Raw,
  source: string,
  paragraph: Span,
  languages: { readonly source: string; readonly target: string },
): Raw {
  const own = source.slice(paragraph.start, paragraph.end);
  if (!/[\r\n]/.test(own) || own.length > MAX_LENGTH) return raw;
  const texts = raw.map((piece) => (typeof piece === "string" ? piece : source.slice(piece.start, piece.end)));
  const text = texts.join("");
  if (/[\r\n]/.test(text) || text.length > MAX_LENGTH) return raw;
  const breaks = breaksBetweenSentences(own, languages.source);
  const places = new Map<number, string>();
  const sentences = splitSentences(text, languages.target);
  if (breaks.length === sentences.length - 1) {
    let at = 0;
    for (const [i, sentence] of sentences.slice(0, -1).entries()) {
      at += sentence.length;
      const lineBreak = breaks[i];
      if (lineBreak && !BLOCK_START.test(text.slice(at).trimStart())) places.set(at, lineBreak);
    }
  }
  const lines = own.split(LINE_BREAK);
  const isWrapped = lines.length - 1 > breaks.filter(Boolean).length;
  if (isWrapped && !UNSPACED.test(text)) {
    const column = paragraph.start - (source.lastIndexOf("\n", paragraph.start - 1) + 1);
    const longest = Math.max(
      column + lines[0]!.trimEnd().length,
      ...lines.slice(1).map((line) => line.trimEnd().length),
    );
    const width = Math.max(longest, Math.ceil((column + text.length) / lines.length));
    wrap(raw, texts, places, { column, width, lineBreak: LINE_BREAK_WITH_PREFIX.exec(own)![0] });
  }
  const sorted = new Map([...places].sort(([a], [b]) => a - b));
  let from = 0;
  return raw.map((piece, i) => {
    const start = from;
    from += texts[i]!.length;
    return typeof piece === "string" ? broken(piece, start, sorted) : piece;
  });
}

const LINE_BREAK = /\r\n|\r|\n/;
/** Includes the indentation and quote markers of the next line. */
const LINE_BREAK_WITH_PREFIX = /(?:\r\n|\r|\n)[ \t>]*/;

type Wrapping = { readonly column: number; readonly width: number; readonly lineBreak: string };

/** Adds breaks to lines longer than `width`, at spaces outside of codes. */
function wrap(raw: Raw, texts: readonly string[], places: Map<number, string>, wrapping: Wrapping): void {
  const { width, lineBreak } = wrapping;
  const text = texts.join("");
  const indent = lineBreak.replace(/[\r\n]/g, "").length;
  // A column is counted from the start of its line, a position from the start of the text.
  let lineStart = -wrapping.column;
  let candidate = -1;
  let from = 0;
  const breakAt = (place: number) => {
    lineStart = place - indent;
    candidate = -1;
  };
  for (const [i, piece] of raw.entries()) {
    const own = texts[i]!;
    const spaces = typeof piece === "string" ? own.matchAll(/[ \t]+/g) : [];
    for (const { 0: space, index } of spaces) {
      const [end, next] = [from + index, from + index + space.length];
      if (end - lineStart > width && candidate > 0) {
        places.set(candidate, lineBreak);
        breakAt(candidate);
      }
      if (places.has(next)) breakAt(next);
      else if (canBreak(text, end, next)) candidate = next;
    }
    from += own.length;
  }
  if (text.trimEnd().length - lineStart > width && candidate > 0) places.set(candidate, lineBreak);
}

/** True if a space may become a line break: after a backslash it would be a hard break. */
function canBreak(text: string, end: number, next: number): boolean {
  return end > 0 && next < text.length && text[end - 1] !== "\\" && !BLOCK_START.test(text.slice(next, next + 20));
}

/** For each end of a sentence except the last: the line break with the next line's prefix, or nothing. */
function breaksBetweenSentences(paragraph: string, language: string): readonly (string | undefined)[] {
  const prefixes: string[] = [];
  const marked = paragraph.replace(/[ \t]*((?:\r\n|\r|\n)[ \t>]*)/g, (_, prefix: string) => {
    prefixes.push(prefix);
    return MARK;
  });
  const ends: number[] = [];
  const plain = marked.replaceAll(MARK, " ");
  let at = 0;
  for (const sentence of splitSentences(plain, language)) {
    at += sentence.length;
    ends.push(at);
  }
  let next = 0;
  const byOffset = new Map<number, string>();
  for (let i = marked.indexOf(MARK); i >= 0; i = marked.indexOf(MARK, i + 1)) byOffset.set(i + 1, prefixes[next++]!);
  return ends.slice(0, -1).map((end) => byOffset.get(end));
}

/** Has one character, so that offsets stay. */
const MARK = "\uf8f4";

/** Replaces the space before each position within a piece of text by its line break. */
function broken(piece: string, start: number, places: ReadonlyMap<number, string>): string {
  let result = "";
  let from = 0;
  for (const [place, lineBreak] of places) {
    const at = place - start;
    if (at <= 0 || at > piece.length || !/[ \t]$/.test(piece.slice(from, at))) continue;
    result += piece.slice(from, at).trimEnd() + lineBreak;
    from = at;
  }
  return result + piece.slice(from);
}
