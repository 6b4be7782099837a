import type { Piece } from "@/lib/formats/inline";
import type { Span } from "@/lib/formats/office/patch";

/** Equivalent of what parts a paragraph in two, although Markdown takes it for text. */
export const APART = "\n\n";

/** Markers of other programs: Hugo, Jekyll and Vue expressions, attribute lists, directives, emoji names. */
const FOREIGN = /\{\{[^{}\n]{1,300}\}\}|\{%[^{}\n]{1,300}%\}|\{[#.:][^{}\n]{1,200}\}|:[a-z][\w+-]{1,40}:(?![\w:])/g;

/** Lines of their own: containers of Docusaurus and others, and the kind of a GitHub alert. */
const OWN_LINE = /^(?::{3,}.*|\[!\w{1,20}\])$/;

/**
 * A text runs over lines, each with what quotes and lists put before it. Lines are joined by a space; a line that stands
 * for itself becomes a code together with its line end.
 */
export function textPieces(value: string, { start, end }: Span, source: string, pieces: Piece[]): void {
  const values = value.split(/\r\n|\r|\n/);
  const raws = source.slice(start, end).split(/(\r\n|\r|\n)/);
  if (raws.length !== values.length * 2 - 1) {
    pieces.push({ type: "text", start, end, text: value.replace(/\s+/g, " ") });
    return;
  }
  let at = start;
  let lineEnd: number | undefined;
  for (const [i, text] of values.entries()) {
    const raw = raws[i * 2]!;
    const skipped = i === 0 ? 0 : /^[ \t>]*/.exec(raw)![0].length;
    const from = at + skipped;
    const to = at + raw.length;
    const own = OWN_LINE.test(text.trim()) && startsLine(source, i === 0 ? start : from);
    if (lineEnd !== undefined) {
      const previous = pieces.at(-1);
      const apart = own || (previous?.type === "single" && previous.equiv === APART);
      const span = { start: lineEnd, end: from };
      pieces.push(apart ? single(span, source, "single", APART) : { type: "text", ...span, text: " " });
    }
    if (own) pieces.push(single({ start: from, end: to }, source, "single", APART));
    else foreignPieces(i === 0 ? text : text.trimStart(), { start: from, end: to }, source, pieces);
    lineEnd = to;
    at = to + (raws[i * 2 + 1]?.length ?? 0);
  }
}

function startsLine(source: string, at: number): boolean {
  const line = source.slice(Math.max(source.lastIndexOf("\n", at - 1), source.lastIndexOf("\r", at - 1)) + 1, at);
  return /^[ \t>*+-]*$/.test(line);
}

/** Cuts out what other programs will read. Their markers stand in the source as in the value, or they are left. */
function foreignPieces(value: string, span: Span, source: string, pieces: Piece[]): void {
  const raw = source.slice(span.start, span.end);
  let inValue = 0;
  let inRaw = 0;
  const text = (valueEnd: number, rawEnd: number) => {
    if (rawEnd <= inRaw) return;
    const part = value.slice(inValue, valueEnd).replace(/[ \t]+/g, " ");
    pieces.push({ type: "text", start: span.start + inRaw, end: span.start + rawEnd, text: part });
  };
  for (const { 0: marker } of raw.matchAll(FOREIGN)) {
    const rawAt = raw.indexOf(marker, inRaw);
    const valueAt = value.indexOf(marker, inValue);
    if (valueAt < 0 || rawAt < 0) continue;
    text(valueAt, rawAt);
    const start = span.start + rawAt;
    pieces.push(single({ start, end: start + marker.length }, source, "placeholder", marker));
    inValue = valueAt + marker.length;
    inRaw = rawAt + marker.length;
  }
  text(value.length, raw.length);
}

/** A code at a point of the text, written as it stands in the source. */
export function single(
  { start, end }: Span,
  source: string,
  kind: "single" | "placeholder",
  equiv?: string,
): Extract<Piece, { type: "single" }> {
  return { type: "single", kind, start, end, raw: source.slice(start, end), equiv };
}
