import type { Piece } from "@/lib/formats/inline";
import { lineStart } from "@/lib/formats/lines";
import type { Span } from "@/lib/formats/splice";
import type { MaskedDialects } from "./dialects";
import { FILLER, FILLER_CHARACTER } from "./markers";

/** Equivalent of a paragraph separator that Markdown reads as text. */
export const PARAGRAPH_BREAK = "\n\n";

/** Fillers for the markers of other programs, and emoji names. */
const FOREIGN = /[\ue000\ue003]+|\ue001+|\u2e0e+|:[a-z][\w+-]{1,40}:(?![\w:])/g;

/** A document, and the same text with fillers in place of other programs' markers (`maskDialects`). */
export type MarkdownSource = Pick<MaskedDialects, "mask" | "apart"> & { readonly text: string };

/**
 * Reads a text, which may span lines with quote and list prefixes. Its lines are joined by a space, or separated where
 * one begins or ends with the marker of a separate line.
 */
export function textPieces(value: string, { start, end }: Span, source: MarkdownSource, pieces: Piece[]): void {
  const values = value.split(/\r\n|\r|\n/);
  const raws = source.mask.slice(start, end).split(/(\r\n|\r|\n)/);
  if (raws.length !== values.length * 2 - 1) {
    foreignPieces(value, { start, end }, source, pieces);
    return;
  }
  const areTerms = BEFORE_DEFINITION.test(source.text.slice(end, end + 300));
  let at = start;
  let lineEnd: number | undefined;
  for (const [i, text] of values.entries()) {
    const raw = raws[i * 2]!;
    const from = at + (i === 0 ? 0 : /^[ \t>]*/.exec(raw)![0].length);
    const to = at + raw.length;
    if (lineEnd !== undefined) {
      const span = { start: lineEnd, end: from };
      const isApart =
        areTerms ||
        source.apart.has(at) ||
        isApartPiece(pieces.at(-1)) ||
        endsText(source.mask, lineEnd) ||
        OWN_LINE.has(source.mask[from]!);
      pieces.push(isApart ? single(span, source, "single", PARAGRAPH_BREAK) : { type: "text", ...span, text: " " });
    }
    // A list item that the parser reads as part of a paragraph stays text as written.
    const isItem = source.mask[from] === "-" && source.text[from] !== "-";
    if (isItem) pieces.push({ type: "text", start: from, end: to, text: source.text.slice(from, to) });
    else foreignPieces(i === 0 ? text : text.trimStart(), { start: from, end: to }, source, pieces);
    lineEnd = to;
    at = to + (raws[i * 2 + 1]?.length ?? 0);
  }
}

const APART_FILLER: ReadonlySet<string> = new Set([FILLER.apart, FILLER.line]);

/** Each line above a definition is a term. */
const BEFORE_DEFINITION = /^[ \t]{0,20}(?:\r\n|\r|\n)[ \t>]{0,200}:[ \t]+\S/;

/** Beginnings of a separate line. `|` is the row of an incomplete table. */
const OWN_LINE: ReadonlySet<string> = new Set([...APART_FILLER, "|"]);

/** True if the line that ends at `lineEnd` is a title, which is separate from the next line. */
function endsText(mask: string, lineEnd: number): boolean {
  const start = lineStart(mask, lineEnd);
  return /^[ \t>*+\d.)-]*\ue003/.test(mask.slice(start, start + 200));
}

function isApartPiece(piece: Piece | undefined): boolean {
  return piece?.type === "single" && piece.equiv === PARAGRAPH_BREAK;
}

/** Extracts the pieces that other programs interpret. */
function foreignPieces(value: string, span: Span, source: MarkdownSource, pieces: Piece[]): void {
  const raw = source.mask.slice(span.start, span.end);
  let inValue = 0;
  let inRaw = 0;
  const text = (valueEnd: number, rawEnd: number) => {
    if (rawEnd <= inRaw) return;
    const part = value.slice(inValue, valueEnd).replace(/[ \t\r\n]+/g, " ");
    pieces.push({ type: "text", start: span.start + inRaw, end: span.start + rawEnd, text: part });
  };
  for (const { 0: marker, index: rawAt } of raw.matchAll(FOREIGN)) {
    const valueAt = value.indexOf(marker, inValue);
    if (valueAt < 0) continue;
    text(valueAt, rawAt);
    const start = span.start + rawAt;
    foreign({ start, end: start + marker.length }, source, pieces);
    inValue = valueAt + marker.length;
    inRaw = rawAt + marker.length;
  }
  text(value.length, raw.length);
}

function foreign(span: Span, source: MarkdownSource, pieces: Piece[]): void {
  const filler = source.mask[span.start]!;
  const raw = source.text.slice(span.start, span.end);
  const last = pieces.at(-1);
  if (APART_FILLER.has(filler)) pieces.push(single(span, source, "single", PARAGRAPH_BREAK));
  else if (filler !== FILLER.mark) pieces.push(single(span, source, "placeholder", raw));
  else if (raw.startsWith("[[")) pieces.push({ type: "open", ...span, raw, name: "[[", kind: "pair" });
  else if (raw === "]]") pieces.push({ type: "close", ...span, raw, name: "[[", kind: "pair" });
  // An attribute list belongs to the piece before it.
  else if (last && isOwner(last, span) && raw.startsWith("{") && source.text[span.end] !== "`")
    pieces[pieces.length - 1] = { ...last, end: span.end, raw: last.raw + raw };
  else pieces.push(single(span, source, "single"));
}

function isOwner(piece: Piece, { start }: Span): piece is Extract<Piece, { type: "single" | "close" }> {
  return (piece.type === "single" || piece.type === "close") && piece.end === start;
}

/** A code span together with the MyST role before it ({ref}`x`), which is then removed as a piece. */
export function withRole(span: Span, source: MarkdownSource, pieces: Piece[]): Span {
  const last = pieces.at(-1);
  const isRole = last?.type === "single" && last.end === span.start && source.mask[last.start] === FILLER.mark;
  if (!isRole || !last.raw.startsWith("{")) return span;
  pieces.pop();
  return { start: last.start, end: span.end };
}

/** Parsed text with the original in place of the fillers. */
export function unfilled(value: string, { start, end }: Span, source: MarkdownSource): string {
  return FILLER_CHARACTER.test(value) ? source.text.slice(start, end) : value;
}

/** A single code, written as in the source. */
export function single(
  { start, end }: Span,
  source: MarkdownSource,
  kind: "single" | "placeholder",
  equiv?: string,
): Extract<Piece, { type: "single" }> {
  return { type: "single", kind, start, end, raw: source.text.slice(start, end), equiv };
}
