import type { Span } from "@/lib/formats/office/patch";
import { splitSentences } from "@/lib/text/sentences";

type Raw = readonly (string | Span)[];

/** Starts of lines that would end or change a paragraph. */
const BLOCK_START = /^(?:[-+*:|%#>=~<`]|\d{1,9}[.)]|_{2,}|(?:import|export)\b)/;
/** Longer paragraphs stay on one line. UTF-16 units. */
const MAX_LENGTH = 20_000;

/**
 * Breaks the lines of a translated paragraph where the source breaks them between sentences. Only if both have the same
 * number of sentences; other breaks of the source have no place in the translation.
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
  const sentences = splitSentences(text, languages.target);
  if (breaks.length !== sentences.length - 1) return raw;
  const places = new Map<number, string>();
  let at = 0;
  for (const [i, sentence] of sentences.slice(0, -1).entries()) {
    at += sentence.length;
    const lineBreak = breaks[i];
    if (lineBreak && !BLOCK_START.test(text.slice(at).trimStart())) places.set(at, lineBreak);
  }
  let from = 0;
  return raw.map((piece, i) => {
    const start = from;
    from += texts[i]!.length;
    return typeof piece === "string" ? broken(piece, start, places) : piece;
  });
}

/** For each end of a sentence but the last: the line break there with the prefix of the next line, or nothing. */
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

/** One character, so that offsets stay. */
const MARK = "\uf8f4";

/** Replaces the space before each place within a piece of text by its line break. */
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
