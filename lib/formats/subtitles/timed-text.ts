import type { Piece } from "@/lib/formats/inline";
import type { Line } from "@/lib/formats/lines";

/** The two times, in milliseconds, of a timing line such as `00:01:02,500 --> 00:01:04,000`. Hours are optional. */
export function readTiming(line: string): { from: number; to: number } | undefined {
  const arrow = line.indexOf("-->");
  if (arrow < 0) return;
  const from = milliseconds(line.slice(0, arrow));
  const to = milliseconds(line.slice(arrow + 3));
  return from === undefined || to === undefined ? undefined : { from, to };
}

const TIME = /^\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?(?=\s|$)/;

function milliseconds(text: string): number | undefined {
  const [matched, hours = "0", minutes, seconds, fraction = "0"] = TIME.exec(text) ?? [];
  if (matched === undefined) return;
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, "0"));
}

/**
 * Splits a line at its tags. `<i>…</i>` and others are pairs, `{\an8}` and timestamps are single codes. Other angle
 * brackets are text.
 */
export function piecesOfLine(line: Line, decode: (raw: string) => string = (raw) => raw): Piece[] {
  const pieces: Piece[] = [];
  let at = line.start;
  const text = (end: number) => {
    if (end > at)
      pieces.push({ type: "text", start: at, end, text: decode(line.text.slice(at - line.start, end - line.start)) });
  };
  for (const { index, 0: raw, 1: slash, 2: name } of line.text.matchAll(TAG)) {
    const start = line.start + index;
    const end = start + raw.length;
    text(start);
    pieces.push(
      name
        ? { type: slash ? "close" : "open", start, end, raw, name: name.toLowerCase(), kind: "format" }
        : { type: "single", kind: "single", start, end, raw },
    );
    at = end;
  }
  text(line.end);
  return pieces;
}

/** Tags of SubRip and WebVTT, timestamps within a cue, override blocks of SubStation Alpha. */
const TAG = /<(\/?)(b|i|u|s|c|v|font|ruby|rt|lang)(?:[\s.][^<>]{0,500})?>|<[\d:.]{9,12}>|\{\\[^{}]{0,500}\}/gi;
