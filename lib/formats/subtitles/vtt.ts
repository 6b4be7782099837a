import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import type { Format } from "@/lib/formats/format";
import { type Line, linesOf } from "@/lib/formats/lines";
import { textDocument } from "@/lib/formats/text-document";
import { type Cue, subtitleSlots } from "./subtitles";
import { piecesOfLine, readTiming } from "./timed-text";

/** WebVTT captions (W3C, 2019). */
export const vtt: Format = {
  id: "vtt",
  name: "WebVTT",
  extensions: ["vtt"],
  mediaTypes: ["text/vtt"],
  translates: "The text of the cues; a sentence over several cues is translated whole and split again.",
  leaves: "Timings, cue identifiers, settings, voices, styles, regions, notes, URLs of thumbnails, and JSON data.",
  bilingual: ["stacked", "side"],
  matches: (bytes, extension) =>
    (extension === "vtt" || extension === "") &&
    looksLikeText(bytes) &&
    /^\ufeff?WEBVTT(?:[ \t\r\n]|$)/.test(peekText(bytes)),
  open: async (bytes) => {
    const decoded = decodeText(bytes);
    const slots = subtitleSlots(cuesOf(decoded.text), decoded.text, { encode, lineBreak: decoded.newline });
    const language = headerLanguage(decoded.text);
    return textDocument(vtt, {
      decoded,
      slots,
      declaredLanguage: language?.name,
      marks: (target) => (language ? [{ start: language.start, end: language.end, raw: [target] }] : []),
    });
  },
};

/** The language in the header as YouTube writes it: `Language: en`. */
function headerLanguage(source: string): { name: string; start: number; end: number } | undefined {
  for (const { start, text } of linesOf(source)) {
    if (text.trim() === "") return;
    const [, lead, name] = /^(language:[ \t]*)([\w-]{2,35})[ \t]*$/i.exec(text) ?? [];
    if (lead && name) return { name, start: start + lead.length, end: start + lead.length + name.length };
  }
}

/** A cue is a timing line and the following lines up to a blank line; blocks without a timing line are not cues. */
function cuesOf(source: string): Cue[] {
  const cues: Cue[] = [];
  let timing: { from: number; to: number } | undefined;
  let block: Line[] = [];
  const flush = () => {
    if (timing && block.length > 0 && !block.every(({ text }) => THUMBNAIL.test(text)) && !isData(block)) {
      cues.push({ ...timing, lines: block.map((line) => piecesOfLine(line, decode)) });
    }
    timing = undefined;
    block = [];
  };
  for (const line of linesOf(source)) {
    const own = readTiming(line.text);
    if (own || line.text.trim() === "") flush();
    if (own) timing = own;
    else if (timing && line.text.trim() !== "") block.push(line);
  }
  flush();
  return cues;
}

/** Whether a block contains metadata for scripts, usually a JSON object or array. */
function isData(block: readonly Line[]): boolean {
  const source = block.map(({ text }) => text).join("\n");
  if (!/^\s*[{[]/.test(source)) return false;
  try {
    JSON.parse(source);
    return true;
  } catch {
    return false;
  }
}

/** Video previews. Such a cue names a picture and the part of it to show. */
const THUMBNAIL = /^\s*\S{1,1000}\.(?:jpe?g|png|webp|gif|avif)(?:[?#]\S{0,1000})?\s*$/i;

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&nbsp;": "\u00a0",
  "&lrm;": "\u200e",
  "&rlm;": "\u200f",
};

function decode(raw: string): string {
  return raw.replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (entity) => ENTITIES[entity]!);
}

function encode(plain: string): string {
  return plain
    .replace(/[\r\n]+/g, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll("-->", "--&gt;");
}
