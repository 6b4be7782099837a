import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import type { Format } from "@/lib/formats/format";
import { type Line, linesOf } from "@/lib/formats/lines";
import { textDocument } from "@/lib/formats/text-document";
import { type Cue, subtitleSlots } from "./subtitles";
import { piecesOfLine, readTiming } from "./timed-text";

/** SubRip subtitles. Accepts files without cue numbers, with blank lines inside a cue and with empty cues. */
export const srt: Format = {
  id: "srt",
  name: "SubRip subtitles",
  extensions: ["srt"],
  mediaTypes: ["application/x-subrip", "text/plain"],
  translates: "The text of the cues; a sentence over several cues is translated whole and split again.",
  leaves: "Timings, cue numbers, positions and styles.",
  bilingual: ["stacked", "side"],
  matches: (bytes, extension) =>
    looksLikeText(bytes) && (extension === "srt" ? hasTiming(bytes) || bytes.length === 0 : startsWithCue(bytes)),
  open: async (bytes) => {
    const decoded = decodeText(bytes);
    const spelling = { encode: (plain: string) => plain.replace(/[\r\n]+/g, " "), lineBreak: decoded.newline };
    return textDocument(srt, { decoded, slots: subtitleSlots(cuesOf(decoded.text), decoded.text, spelling) });
  },
};

/** The cues of a file. The text below a timing line and a number directly above it belong to its cue. */
function cuesOf(source: string): Cue[] {
  const lines = linesOf(source);
  const cues: Cue[] = [];
  let timing: { from: number; to: number } | undefined;
  let block: Line[] = [];
  const flush = () => {
    if (timing && block.length > 0) cues.push({ ...timing, lines: block.map((line) => piecesOfLine(line)) });
    block = [];
  };
  for (const [i, line] of lines.entries()) {
    const own = readTiming(line.text);
    const numbersNext = /^\s*\d+\s*$/.test(line.text) && readTiming(lines[i + 1]?.text ?? "") !== undefined;
    if (own || numbersNext || line.text.trim() === "") flush();
    else if (timing) block.push(line);
    if (own) timing = own;
  }
  flush();
  return cues;
}

function hasTiming(bytes: Uint8Array): boolean {
  return linesOf(peekText(bytes, 65_536)).some((line) => readTiming(line.text) !== undefined);
}

function startsWithCue(bytes: Uint8Array): boolean {
  const [number, timing] = linesOf(peekText(bytes)).filter((line) => line.text.trim() !== "");
  return /^\s*\d+\s*$/.test(number?.text ?? "") && readTiming(timing?.text ?? "") !== undefined;
}
