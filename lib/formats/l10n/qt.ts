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
import { gettextForms } from "@/lib/text/plurals/gettext-plurals";
import { categoriesOf } from "@/lib/text/plurals/plural-categories";
import { mainForm } from "@/lib/text/plurals/plural-forms";
import { menuString } from "./accelerator";
import { literalString, type Piece } from "./inline-string";
import { sameLanguage, sameVariety } from "./locale-names";
import type { Entry } from "./message";
import { adoptForms, type PluralPart, pluralPart, pluralSegment } from "./plural-part";
import { segmentAt } from "./string-entry";
import { scanString } from "./string-pieces";
import { hasNoTarget, stringsDocument } from "./strings-document";
import { type LayoutGroup, TreeLayout } from "./tree-layout";
import { declaredXmlEncoding, leadOf, redeclareXml } from "./xml-source";

/**
 * Qt Linguist. Finished translations are kept. New ones are `unfinished`, Linguist's mark for review, unless they are
 * already reviewed.
 */
export const qt: Format = {
  id: "qt",
  name: "Qt Linguist",
  extensions: ["ts"],
  mediaTypes: ["application/x-linguist", "text/xml"],
  translates: "Messages without a finished translation, with the plural forms of the target language.",
  leaves: "Finished, vanished and obsolete messages, contexts, locations and comments.",
  holdsTargets: true,
  matches: (bytes, extension) =>
    (extension === "ts" || extension === "") &&
    /<TS[\s>]/.test(peekText(bytes)) &&
    /<(?:!DOCTYPE\s+TS|\?xml)/.test(peekText(bytes)),
  async open(bytes, options) {
    const decoded = decodeText(bytes, { declared: declaredXmlEncoding });
    const document = parseXml(decoded.text);
    const named = document.value(document.root, "language")?.replaceAll("_", "-");
    const inAnother = named !== undefined && options.into !== undefined && !sameLanguage(named, options.into);
    const keeps = options.target === undefined && !options.overwrite && !inAnother;
    // The source language's own file contains its plural forms as translations.
    const holdsTarget = named === undefined || (options.target !== undefined && sameVariety(named, options.target));
    const { target: _, ...own } = options;
    let finished = 0;
    const entries = elementsOf(document.root, "context").flatMap((context) =>
      elementsOf(context, "message").flatMap((message) => {
        if (keeps && isFinished(document, message)) {
          finished++;
          return [];
        }
        return messageEntry(document, message, nameOf(document, context), holdsTarget ? options : own);
      }),
    );
    const language = document.attribute(document.root, "language");
    const declared = document.value(document.root, "sourcelanguage");
    return stringsDocument(qt, {
      decoded,
      entries,
      finished,
      isUntranslated: hasNoTarget(entries),
      declaredLanguage: declared,
      declaredTarget: named,
      marks: (target) =>
        language && !sameVariety(language.value.replaceAll("_", "-"), target)
          ? [{ start: language.start, end: language.end, text: target.replaceAll("-", "_") }]
          : [],
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

/** True if a message has a translation that Linguist does not show as unfinished. */
function isFinished(document: XmlDocument, message: XmlElement): boolean {
  const translation = childOf(message, "translation");
  if (!translation || document.value(translation, "type") !== undefined) return false;
  return document.text(translation).trim() !== "";
}

const LEFT = new Set(["vanished", "obsolete"]);

function messageEntry(document: XmlDocument, message: XmlElement, context: string, options: FormatOptions): Entry[] {
  const source = childOf(message, "source");
  const translation = childOf(message, "translation");
  const type = translation ? (document.value(translation, "type") ?? "") : "unfinished";
  if (!source || !translation || LEFT.has(type)) return [];
  const text = document.text(source);
  const isNumerus = document.value(message, "numerus") === "yes";
  const words = menuString(text, "printf");
  const inline = words ?? (options.values === "all" && text !== "" ? literalString(scanString(text, "printf")) : null);
  if (!inline) return [];
  const kind = words ? {} : { nonLinguistic: true };
  const isForms = isNumerus && options.plurals !== undefined;
  const present = isNumerus
    ? elementsOf(translation, "numerusform").map((form) => document.text(form))
    : [document.text(translation)];
  const notes = ["comment", "extracomment", "translatorcomment"].flatMap((name) => {
    const note = childOf(message, name);
    return note ? document.text(note).trim() || [] : [];
  });
  const held = present[0]?.trim() ? present[0] : undefined;
  const state: TargetState = type === "unfinished" ? "draft" : "translated";
  const heldText = held && !isNumerus ? inline.align(scanString(held, "printf"), "text") : undefined;
  const target: DocumentSegment["target"] =
    options.target && heldText !== undefined ? { text: heldText, state } : undefined;
  const place = { key: context ? `${context}: ${text}` : text, note: notes.join("\n") };
  const language = options.source ?? "en";
  const main = mainForm("gettext", language);
  const part = pluralPart("gettext", new Map([[main, scanString(text, "printf")]]), main);
  const pieces = present.map((form) => scanString(form, "printf"));
  const id = idOf(document, message, context);
  if (isForms)
    return [
      { ...numerusEntry(document, translation, { part, pieces, place, kind, state, isHeld: !!options.target }), id },
    ];
  const segment = { ...segmentAt(inline, { ...place, target }), ...kind };
  return [
    {
      id,
      segments: [segment],
      rewrite([encoded], language, written) {
        if (encoded === null || encoded === undefined) return [];
        // A message without words is finished without a translator.
        if (!words && heldText !== undefined && (encoded === heldText || encoded === segment.text)) return [];
        const plain = escapeText(inline.restore(encoded));
        const forms = Math.max(isNumerus ? formsOf(language) : 1, 1);
        const content = isNumerus ? Array(forms).fill(`<numerusform>${plain}</numerusform>`).join("") : plain;
        const { start, end } = translation;
        return [{ start, end, text: `${openTag(document, translation, written)}${content}</translation>` }];
      },
    },
  ];
}

/** Like Linguist, also escapes quotes in texts. */
function escapeText(text: string): string {
  return escapeXmlText(text).replaceAll('"', "&quot;").replaceAll("'", "&apos;");
}

function openTag(document: XmlDocument, translation: XmlElement, state: TargetState | undefined): string {
  const attributes = document
    .attributes(translation)
    .filter(({ name }) => name !== "type")
    .map(({ name, value }) => ` ${name}="${escapeXmlAttribute(value)}"`)
    .join("");
  return `<translation${state === "reviewed" || state === "translated" ? "" : ' type="unfinished"'}${attributes}>`;
}

type Numerus = {
  readonly part: PluralPart;
  /** The pieces of the translation's forms, in order. */
  readonly pieces: readonly (readonly Piece[])[];
  readonly place: { readonly key: string; readonly note: string };
  readonly kind: { readonly nonLinguistic?: boolean };
  readonly state: TargetState;
  readonly isHeld: boolean;
};

/** A message with numerus forms as one segment. Linguist orders the forms like gettext. */
function numerusEntry(
  document: XmlDocument,
  translation: XmlElement,
  { part, pieces, place, kind, state, isHeld }: Numerus,
): Entry {
  const forms = isHeld ? adoptForms(part, new Map(pieces.map((own, form) => [String(form), own]))) : {};
  const shown = Object.values(forms).at(-1);
  const target = shown === undefined ? undefined : { text: shown, forms, state };
  return {
    segments: [{ ...pluralSegment(part, { ...place, target }), ...kind }],
    rewrite([text], language, written, given) {
      const texts = given?.[0] ?? (text === "" ? {} : null);
      if (!texts) return [];
      const present = elementsOf(translation, "numerusform");
      const names = Array.from({ length: gettextForms(language).count }, (_, form) => String(form));
      const values = names.map((name, form) => {
        const own = pieces[form];
        const wanted = texts[name] ?? "";
        const element = present[form];
        if (own && element && part.joint.adopt(own) === wanted)
          return document.source.slice(element.openEnd, element.closeStart);
        return escapeText(part.joint.spell(wanted));
      });
      const [first, second] = present;
      const head = first ? document.source.slice(translation.openEnd, first.start) : "";
      const gap = first && second ? document.source.slice(first.end, second.start) : head;
      const last = present.at(-1);
      const tail = last ? document.source.slice(last.end, translation.closeStart) : "";
      const content = values.map((value) => `<numerusform>${value}</numerusform>`).join(gap);
      const { start, end } = translation;
      const open = openTag(document, translation, written);
      return [{ start, end, text: `${open}${head}${content}${tail}</translation>` }];
    },
  };
}

/** Number of numerus forms of a language in Qt, which has no form for millions. */
function formsOf(language: string): number {
  const categories = categoriesOf(language);
  return ["es", "fr", "it", "pt", "ca"].includes(baseLanguage(language)) ? 2 : categories.length;
}
