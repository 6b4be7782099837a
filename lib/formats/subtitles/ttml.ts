import { decodeText, peekText } from "@/lib/formats/encoding";
import type { Format } from "@/lib/formats/format";
import type { Piece } from "@/lib/formats/inline";
import { declaredXmlEncoding, redeclareXml } from "@/lib/formats/l10n/xml-source";
import { textDocument } from "@/lib/formats/text-document";
import { descendants, escapeXmlText, parseXml, type XmlDocument, type XmlElement } from "@/lib/formats/xml";
import { type Cue, subtitleSlots } from "./subtitles";

/** Timed Text (W3C TTML 1 and 2, DFXP, IMSC). */
export const ttml: Format = {
  id: "ttml",
  name: "TTML",
  extensions: ["ttml", "dfxp", "itt"],
  mediaTypes: ["application/ttml+xml"],
  translates: "The text of the cues; a sentence over several cues is translated whole and split again.",
  leaves: "Timings, regions, styles and metadata.",
  bilingual: ["stacked", "side"],
  matches: (bytes, extension) =>
    (ttml.extensions.includes(extension) || extension === "" || extension === "xml") &&
    /<(?:\w{1,20}:)?tt[\s>]/.test(peekText(bytes)) &&
    /http:\/\/www\.w3\.org\/(?:ns\/ttml|2006\/(?:04|10)\/ttaf1)/.test(peekText(bytes)),
  async open(bytes) {
    const decoded = decodeText(bytes, { declared: declaredXmlEncoding });
    const document = parseXml(decoded.text);
    const local = (element: XmlElement) => element.name.slice(element.name.indexOf(":") + 1);
    const cues = [...descendants(document.root)]
      .filter((element) => local(element) === "p" && /\p{L}/u.test(document.text(element)))
      .map((paragraph): Cue => cueOf(document, paragraph, local));
    const prefix = document.tag(document.root).includes(":") ? document.tag(document.root).split(":")[0] : "";
    const lineBreak = prefix ? `<${prefix}:br/>` : "<br/>";
    const language = document.attribute(document.root, "xml:lang");
    return textDocument(ttml, {
      decoded,
      slots: subtitleSlots(cues, decoded.text, { encode: escapeXmlText, lineBreak }),
      declaredLanguage: language?.value || undefined,
      marks: (target) => (language ? [{ start: language.start, end: language.end, raw: [target] }] : []),
      redeclare: redeclareXml,
    });
  },
};

function cueOf(document: XmlDocument, paragraph: XmlElement, local: (element: XmlElement) => string): Cue {
  const lines: Piece[][] = [[]];
  const walk = (parent: XmlElement, depth: number) => {
    for (const child of parent.children) {
      const { start, end } = child;
      const raw = document.raw(child);
      if (child.type === "text" || child.type === "cdata")
        lines.at(-1)!.push({ type: "text", start, end, text: document.text(child).replace(/\s+/g, " ") });
      else if (child.type === "element" && local(child) === "br") lines.push([]);
      else if (child.type === "element" && local(child) === "span" && depth < 50) {
        const name = `span ${start}`;
        lines.at(-1)!.push({
          type: "open",
          start,
          end: child.openEnd,
          raw: document.source.slice(start, child.openEnd),
          name,
          kind: "format",
        });
        walk(child, depth + 1);
        lines.at(-1)!.push({
          type: "close",
          start: child.closeStart,
          end,
          raw: document.source.slice(child.closeStart, end),
          name,
          kind: "format",
        });
      } else lines.at(-1)!.push({ type: "single", kind: "single", start, end, raw });
    }
  };
  walk(paragraph, 0);
  const from = milliseconds(document.value(paragraph, "begin"));
  const to = milliseconds(document.value(paragraph, "end")) || from + milliseconds(document.value(paragraph, "dur"));
  return { from, to, lines };
}

/** Parses `00:00:01.500`, `00:00:01:12` (frames of 1/25 s), `1.5s`, `90t` (ticks of unknown length). */
function milliseconds(time = ""): number {
  const clock = /^(\d{1,4}):(\d\d):(\d\d)(?:\.(\d{1,6})|:(\d{1,3}))?$/.exec(time);
  if (clock) {
    const [, hours, minutes, seconds, fraction, frames] = clock;
    const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
    return (whole + (fraction ? Number(`0.${fraction}`) : 0) + Number(frames ?? 0) / 25) * 1000;
  }
  const offset = /^(\d{1,9}(?:\.\d{1,6})?)(h|m|s|ms|f)$/.exec(time);
  if (!offset) return 0;
  const units: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1, f: 40 };
  return Number(offset[1]) * units[offset[2]!]!;
}
