import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import type { Format } from "@/lib/formats/format";
import { buildSegment, type Piece, spellInline, trimPieces } from "@/lib/formats/inline";
import { type Line, linesOf } from "@/lib/formats/lines";
import { type Slot, textDocument } from "@/lib/formats/text-document";

/** Song lyrics: lines with their times, `[00:12.00][01:30.50]Words`, in some files also with the time of each word. */
export const lrc: Format = {
  id: "lrc",
  name: "LRC lyrics",
  extensions: ["lrc"],
  mediaTypes: ["application/x-lrc", "text/plain"],
  translates: "The words of each line.",
  leaves: "Times, and the song's title, artist, album and author.",
  matches: (bytes, extension) => extension === "lrc" && looksLikeText(bytes) && /^\s*\[/.test(peekText(bytes)),
  async open(bytes) {
    const decoded = decodeText(bytes);
    return textDocument(lrc, { decoded, slots: linesOf(decoded.text).flatMap((line) => lineSlot(line, decoded.text)) });
  },
};

const TIMES = /^\s{0,20}(?:\[\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?\]\s{0,20}){1,100}/;
/** The time of a word, or a part of a duet (`F:`, `M:`, `D:`). */
const CODE = /<\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?>|^[FMD]:/g;

function lineSlot({ start, text }: Line, source: string): Slot[] {
  const times = TIMES.exec(text)?.[0];
  if (times === undefined) return [];
  const pieces: Piece[] = [];
  const words = text.slice(times.length);
  let from = 0;
  const push = (to: number) => {
    const place = { start: start + times.length + from, end: start + times.length + to };
    if (to > from) pieces.push({ type: "text", ...place, text: words.slice(from, to) });
  };
  for (const { 0: raw, index } of words.matchAll(CODE)) {
    push(index);
    from = index + raw.length;
    const place = { start: start + times.length + index, end: start + times.length + from, raw };
    pieces.push({ type: "single", kind: "single", deletable: true, ...place });
  }
  push(words.length);
  const trimmed = trimPieces(pieces, source);
  if (!trimmed) return [];
  const { segment, spelling } = buildSegment(trimmed);
  const encode = (plain: string) => plain.replace(/[\r\n]+/g, " ");
  const range = { start: trimmed.start, end: trimmed.end };
  return [{ segment, rewrite: (encoded) => [{ ...range, raw: spellInline(encoded, spelling, source, encode) }] }];
}
