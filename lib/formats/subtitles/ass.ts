import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import type { Format } from "@/lib/formats/format";
import type { Piece } from "@/lib/formats/inline";
import { type Line, linesOf } from "@/lib/formats/lines";
import { textDocument } from "@/lib/formats/text-document";
import { type Cue, subtitleSlots } from "./subtitles";

/** SubStation Alpha subtitles, both versions. */
export const ass: Format = {
  id: "ass",
  name: "SubStation Alpha",
  extensions: ["ass", "ssa"],
  mediaTypes: ["text/x-ssa"],
  translates: "The text of dialogue lines; a sentence over several lines is translated whole and split again.",
  leaves: "Timings, styles, effects, override tags, drawings, karaoke, comments and attached files.",
  bilingual: ["stacked", "side"],
  matches: (bytes, extension) =>
    (extension === "" || ass.extensions.includes(extension)) && looksLikeText(bytes) && beginsWithSection(bytes),
  open: async (bytes) => {
    const decoded = decodeText(bytes);
    const spelling = { encode, lineBreak: "\\N", wrapsItself: true };
    return textDocument(ass, { decoded, slots: subtitleSlots(cuesOf(decoded.text), decoded.text, spelling) });
  },
};

function beginsWithSection(bytes: Uint8Array): boolean {
  const first = linesOf(peekText(bytes)).find(({ text }) => text.trim() !== "" && !text.startsWith(";"));
  return /^\s*\[(?:Script Info|V4\+? Styles|Events)\]/i.test(first?.text ?? "");
}

/** Default fields of an event (ASS specification, version 4+). */
const USUAL_FIELDS = ["layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text"];

function cuesOf(source: string): Cue[] {
  const cues: Cue[] = [];
  let inEvents = false;
  let fields = USUAL_FIELDS;
  for (const line of linesOf(source)) {
    const section = /^\s*\[([^\]]{1,60})\]\s*$/.exec(line.text)?.[1];
    if (section) inEvents = section.toLowerCase() === "events";
    else if (inEvents && /^\s*Format:/i.test(line.text)) {
      fields = line.text
        .slice(line.text.indexOf(":") + 1)
        .split(",")
        .map((name) => name.trim().toLowerCase());
    } else if (inEvents && /^\s*Dialogue:/i.test(line.text)) {
      const cue = cueOf(line, fields);
      if (cue) cues.push(cue);
    }
  }
  return cues;
}

/** The text is the last field and may contain commas. */
function cueOf(line: Line, fields: readonly string[]): Cue | undefined {
  const values = new Map<string, string>();
  let at = line.text.indexOf(":") + 1;
  for (const field of fields.slice(0, -1)) {
    const comma = line.text.indexOf(",", at);
    if (comma < 0) return;
    values.set(field, line.text.slice(at, comma).trim());
    at = comma + 1;
  }
  const text = line.text.slice(at);
  if (/\\p[1-9]|\\[kK][fo]?\d/.test(text) || values.get("effect")?.toLowerCase().startsWith("karaoke")) return;
  return {
    from: milliseconds(values.get("start")),
    to: milliseconds(values.get("end")),
    lines: linesOfText(text, line.start + at),
    voice: `${values.get("style")}\t${values.get("name")}`,
  };
}

function milliseconds(time = ""): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number);
  return (hours * 3600 + minutes * 60 + seconds) * 1000;
}

/** Override blocks, and explicit line breaks in the text. */
const MARK = /\{[^{}]{0,2000}\}|\\N/g;
const STYLE = /^\{\\([bius])([01])\}$/;

function linesOfText(text: string, offset: number): Piece[][] {
  const lines: Piece[][] = [[]];
  let at = 0;
  const push = (piece: Piece) => lines.at(-1)!.push(piece);
  const pushText = (end: number) => {
    if (end > at) push({ type: "text", start: offset + at, end: offset + end, text: decode(text.slice(at, end)) });
  };
  for (const { index, 0: raw } of text.matchAll(MARK)) {
    pushText(index);
    at = index + raw.length;
    const span = { start: offset + index, end: offset + at, raw };
    const [, style, on] = STYLE.exec(raw) ?? [];
    if (raw === "\\N") lines.push([]);
    else if (style) push({ type: on === "1" ? "open" : "close", ...span, name: style, kind: "format" });
    else push({ type: "single", kind: "single", ...span });
  }
  pushText(text.length);
  return lines;
}

function decode(raw: string): string {
  return raw.replaceAll("\\h", "\u00a0").replaceAll("\\n", " ");
}

/** Braces begin override blocks, and not all players know an escape for them. */
function encode(plain: string): string {
  return plain
    .replace(/[\r\n]+/g, " ")
    .replaceAll("{", "(")
    .replaceAll("}", ")")
    .replaceAll("\u00a0", "\\h");
}
