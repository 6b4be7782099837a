import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import type { Format } from "@/lib/formats/format";
import { linesOf } from "@/lib/formats/lines";
import { textDocument } from "@/lib/formats/text-document";
import { type Cue, subtitleSlots } from "./subtitles";
import { piecesOfLine, readTiming } from "./timed-text";

/** YouTube's captions: `0:00:01.000,0:00:04.000`, then the lines. */
export const sbv: Format = {
  id: "sbv",
  name: "YouTube captions",
  extensions: ["sbv"],
  mediaTypes: ["text/plain"],
  translates: "The text of the cues; a sentence over several cues is translated whole and split again.",
  leaves: "Timings.",
  bilingual: ["stacked", "side"],
  matches: (bytes, extension) => extension === "sbv" && looksLikeText(bytes) && TIMING.test(peekText(bytes)),
  open: async (bytes) => {
    const decoded = decodeText(bytes);
    const spelling = { encode: (plain: string) => plain.replace(/[\r\n]+/g, " "), lineBreak: decoded.newline };
    return textDocument(sbv, { decoded, slots: subtitleSlots(cuesOf(decoded.text), decoded.text, spelling) });
  },
};

const TIMING = /^\d{1,3}:\d\d:\d\d\.\d{3},\d{1,3}:\d\d:\d\d\.\d{3}[ \t]*$/m;

function cuesOf(source: string): Cue[] {
  const cues: { from: number; to: number; lines: Cue["lines"][number][] }[] = [];
  let isOpen = false;
  for (const line of linesOf(source)) {
    const timing = TIMING.test(line.text) && readTiming(line.text.replace(",", " --> "));
    if (timing) {
      cues.push({ ...timing, lines: [] });
      isOpen = true;
    } else if (line.text.trim() === "") isOpen = false;
    else if (isOpen) cues.at(-1)!.lines.push(piecesOfLine(line));
  }
  return cues.filter(({ lines }) => lines.length > 0);
}
