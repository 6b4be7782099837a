import { decodeText, peekText } from "@/lib/formats/encoding";
import type { DocumentSegment, Format, FormatOptions, TargetState } from "@/lib/formats/format";
import {
  childOf,
  elementsOf,
  escapeXmlAttribute,
  escapeXmlText,
  parseXml,
  type XmlDocument,
  type XmlElement,
} from "@/lib/formats/xml";
import { baseLanguage } from "@/lib/text/languages";
import { categoriesOf } from "@/lib/text/plurals/plural-categories";
import { menuString } from "./accelerator";
import { scanString } from "./string-pieces";
import { type Entry, segmentAt, stringsDocument } from "./strings-document";
import { type LayoutGroup, TreeLayout } from "./tree-layout";
import { declaredXmlEncoding, leadOf, redeclareXml } from "./xml-source";

/**
 * Qt Linguist. Finished translations are kept; new ones are `unfinished`, Linguist's mark for review, unless already
 * reviewed.
 */
export const qt: Format = {
  id: "qt",
  name: "Qt Linguist",
  extensions: ["ts"],
  mediaTypes: ["application/x-linguist", "text/xml"],
  translates: "Messages without a finished translation, with the numerus forms of the target language.",
  leaves: "Finished, vanished and obsolete messages, contexts, locations and comments.",
  holdsTargets: true,
  matches: (bytes, extension) =>
    (extension === "ts" || extension === "") &&
    /<TS[\s>]/.test(peekText(bytes)) &&
    /<(?:!DOCTYPE\s+TS|\?xml)/.test(peekText(bytes)),
  async open(bytes, options) {
    const decoded = decodeText(bytes, { declared: declaredXmlEncoding });
    const document = parseXml(decoded.text);
    const entries = elementsOf(document.root, "context").flatMap((context) =>
      elementsOf(context, "message").flatMap((message) =>
        messageEntry(document, message, nameOf(document, context), options),
      ),
    );
    const own = document.attribute(document.root, "language");
    const declared = document.value(document.root, "sourcelanguage");
    return stringsDocument(qt, {
      decoded,
      entries,
      declaredLanguage: declared,
      marks: (target) => (own ? [{ start: own.start, end: own.end, text: target.replaceAll("-", "_") }] : []),
      layout: new TreeLayout(decoded.text, layoutOf(document), decoded.newline),
      redeclare: redeclareXml,
    });
  },
};

function nameOf(document: XmlDocument, context: XmlElement): string {
  const name = childOf(context, "name");
  return name ? document.text(name) : "";
}

/**
 * Linguist identifies a message by its context, its source, and a comment that distinguishes messages with the same
 * source.
 */
function idOf(document: XmlDocument, message: XmlElement, context: string): string {
  const texts = ["source", "comment"].map((name) => childOf(message, name));
  const own = [document.value(message, "id") ?? "", ...texts.map((text) => (text ? document.text(text) : ""))];
  return [context, ...own].join("\0");
}

function layoutOf(document: XmlDocument): LayoutGroup {
  const place = (element: XmlElement) => ({
    start: element.start - leadOf(document, element).length,
    end: element.end,
  });
  const contexts = elementsOf(document.root, "context").map((context) => {
    const name = nameOf(document, context);
    const nodes = elementsOf(context, "message").map((message) => {
      const id = idOf(document, message, name);
      const translation = childOf(message, "translation");
      const isLeft = LEFT.has((translation && document.value(translation, "type")) ?? "");
      return { name: isLeft ? `${id}\0left` : id, id: isLeft ? undefined : id, ...place(message) };
    });
    const inside = nodes[0]?.start ?? context.end;
    return { name, group: { style: "blocks" as const, nodes, inside }, ...place(context) };
  });
  return { style: "blocks", nodes: contexts, inside: contexts[0]?.start ?? document.root.end };
}

const LEFT = new Set(["vanished", "obsolete"]);

function messageEntry(document: XmlDocument, message: XmlElement, context: string, options: FormatOptions): Entry[] {
  const source = childOf(message, "source");
  const translation = childOf(message, "translation");
  const type = translation ? (document.value(translation, "type") ?? "") : "unfinished";
  if (!source || !translation || LEFT.has(type)) return [];
  const text = document.text(source);
  const isNumerus = document.value(message, "numerus") === "yes";
  const inline = menuString(text, "printf");
  if (!inline) return [];
  const present = isNumerus
    ? elementsOf(translation, "numerusform").map((form) => document.text(form))
    : [document.text(translation)];
  const isFinished = type === "" && present.some((one) => one.trim() !== "");
  if (isFinished && !options.target) return [];
  const notes = ["comment", "extracomment", "translatorcomment"].flatMap((name) => {
    const note = childOf(message, name);
    return note ? document.text(note).trim() || [] : [];
  });
  const held = present[0]?.trim() ? present[0] : undefined;
  const state: TargetState = type === "unfinished" ? "draft" : "translated";
  const target: DocumentSegment["target"] =
    options.target && held && !isNumerus
      ? { text: inline.align(scanString(held, "printf"), "text"), state }
      : undefined;
  const segment = segmentAt(inline, { key: context ? `${context}: ${text}` : text, note: notes.join("\n"), target });
  return [
    {
      id: idOf(document, message, context),
      segments: [segment],
      rewrite([encoded], language, written) {
        if (encoded === null || encoded === undefined) return [];
        const plain = escapeXmlText(inline.restore(encoded)).replaceAll('"', "&quot;").replaceAll("'", "&apos;");
        const forms = Math.max(isNumerus ? formsOf(language) : 1, 1);
        const content = isNumerus ? Array(forms).fill(`<numerusform>${plain}</numerusform>`).join("") : plain;
        const attributes = document
          .attributes(translation)
          .filter(({ name }) => name !== "type")
          .map(({ name, value }) => ` ${name}="${escapeXmlAttribute(value)}"`)
          .join("");
        const mark = written === "reviewed" || written === "translated" ? "" : ' type="unfinished"';
        const { start, end } = translation;
        return [{ start, end, text: `<translation${mark}${attributes}>${content}</translation>` }];
      },
    },
  ];
}

/** Number of Qt's numerus forms for a language; Qt has no form for millions. */
function formsOf(language: string): number {
  const categories = categoriesOf(language);
  return ["es", "fr", "it", "pt", "ca"].includes(baseLanguage(language)) ? 2 : categories.length;
}
