import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import type { Format } from "@/lib/formats/format";
import { linesOf } from "@/lib/formats/lines";
import { textDocument } from "@/lib/formats/text-document";
import { type Cue, subtitleSlots } from "./subtitles";
import { piecesOfLine } from "./timed-text";

/** YouTube's captions: `0:00:01.000,0:00:04.000`, then the lines. */
export const sbv: Format = {
  id: "sbv",
  name: "YouTube captions",
  extensions: ["sbv"],
  mediaTypes: ["text/plain"],
  translates: "The text of the cues; a sentence that runs over cues is translated whole and laid back into them.",
  leaves: "Timings.",
  bilingual: ["stacked", "side"],
  matches: (bytes, extension) => extension === "sbv" && looksLikeText(bytes) && TIMING.test(peekText(bytes)),
  open: async (bytes) => {
    const decoded = decodeText(bytes);
    const spelling = { encode: (plain: string) => plain.replace(/[\r\n]+/g, " "), lineBreak: decoded.newline };
    return textDocument(sbv, { decoded, slots: subtitleSlots(cuesOf(decoded.text), decoded.text, spelling) });
  },
};

const TIMING = /^(\d{1,3}):(\d\d):(\d\d)\.(\d{3}),(\d{1,3}):(\d\d):(\d\d)\.(\d{3})[ \t]*$/m;

function cuesOf(source: string): Cue[] {
  const cues: { from: number; to: number; lines: Cue["lines"][number][] }[] = [];
  let isOpen = false;
  for (const line of linesOf(source)) {
    const timing = TIMING.exec(line.text);
    if (timing) {
      const [h1, m1, s1, f1, h2, m2, s2, f2] = timing.slice(1).map(Number) as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      cues.push({
        from: ((h1 * 60 + m1) * 60 + s1) * 1000 + f1,
        to: ((h2 * 60 + m2) * 60 + s2) * 1000 + f2,
        lines: [],
      });
      isOpen = true;
    } else if (line.text.trim() === "") isOpen = false;
    else if (isOpen) cues.at(-1)!.lines.push(piecesOfLine(line));
  }
  return cues.filter(({ lines }) => lines.length > 0);
}
