import type { Patch, Raw } from "@/lib/formats/splice";
import { childOf, elementsOf, escapeXmlText, type XmlElement } from "@/lib/formats/xml";
import { plainSegment, plainText } from "@/lib/text/segment";
import type { Target, Unit } from "./office-document";
import type { Part } from "./part";
import { type Item, PLAIN, type RunFormat, runParagraph } from "./runs";

/** A string of a workbook: `si` of the shared strings, `is` of a cell, `text` of a comment. */
export type StringUnit = Unit & {
  /** The full text, including the white space around the segment. */
  readonly whole: string;
};

/** Separates source and translation in one cell; line breaks are visible only in cells that wrap. */
const BESIDE = " / ";

/** The segment of a string (ECMA-376 part 1, section 18.4.8); `null` without letters. Ignores phonetic guides. */
export function stringUnit(part: Part, element: XmlElement): StringUnit | null {
  const runs = elementsOf(element, "x:r");
  const plain = childOf(element, "x:t");
  const tag = part.document.tag(element);
  const prefix = tag.slice(0, tag.indexOf(":") + 1);
  if (runs.length === 0) return plain ? plainUnit(part, element, plain, (text) => textElement(prefix, text)) : null;
  const items = runs.flatMap((run) => runItems(part, run));
  const parsed = runParagraph(items);
  if (!parsed) return null;
  const write = (text: string, { properties }: RunFormat): Raw => [
    `<${prefix}r>`,
    ...(properties ? [properties] : []),
    textElement(prefix, text),
    `</${prefix}r>`,
  ];
  return {
    part,
    segment: parsed.segment,
    whole: items.map((item) => (item.type === "text" ? item.text : "")).join(""),
    patch: (text, target) => {
      const before = target.bilingual ? [...parsed.renderCore(write), ...write(BESIDE, PLAIN)] : [];
      return [content(element, [...before, ...parsed.render(text, write)])];
    },
  };
}

/** The full text of a string with its translated segment. */
export function wholeText(unit: StringUnit, text: string, target: Pick<Target, "bilingual">): string {
  const core = plainText(unit.segment.text);
  const at = unit.whole.indexOf(core);
  const translated = target.bilingual ? core + BESIDE + plainText(text) : plainText(text);
  return unit.whole.slice(0, at) + translated + unit.whole.slice(at + core.length);
}

/** The segment of an unformatted text in `text`. `write` creates the new content of `element`. */
export function plainUnit(
  part: Part,
  element: XmlElement,
  text: XmlElement,
  write: (translated: string) => string,
): StringUnit | null {
  const whole = decodeString(part.document.text(text));
  const core = whole.trim();
  if (!/\p{L}/u.test(core)) return null;
  const unit: StringUnit = {
    part,
    segment: plainSegment(core),
    whole,
    patch: (translated, target) => [content(element, [write(wholeText(unit, translated, target))])],
  };
  return unit;
}

function content(element: XmlElement, raw: Raw): Patch {
  return { start: element.openEnd, end: element.closeStart, raw };
}

function runItems(part: Part, run: XmlElement): Item[] {
  const text = childOf(run, "x:t");
  if (!text) return [];
  const properties = childOf(run, "x:rPr") ?? null;
  const children = properties ? elementsOf(properties) : [];
  const format: RunFormat = {
    key: children
      .map((child) => part.document.raw(child))
      .sort()
      .join(""),
    properties,
    link: false,
    visibleSpace: children.some(({ name }) => name === "x:u" || name === "x:strike"),
  };
  return [{ type: "text", text: decodeString(part.document.text(text)), format, raw: [run] }];
}

function textElement(prefix: string, text: string): string {
  return `<${prefix}t xml:space="preserve">${escapedString(text)}</${prefix}t>`;
}

/** A string as Excel escapes it, with XML escapes. */
export function escapedString(text: string): string {
  return escapeXmlText(encodeString(text));
}

/** Decodes `_x000D_` and others, which represent characters not allowed in XML (section 22.9.2.19). */
export function decodeString(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

export function encodeString(text: string): string {
  return text.replace(/_(?=x[0-9A-Fa-f]{4}_)|[\0-\x08\x0b-\x1f]/g, (char) => {
    return `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;
  });
}
