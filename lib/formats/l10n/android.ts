import { decodeText, peekText } from "@/lib/formats/encoding";
import type { Format, PluralReading } from "@/lib/formats/format";
import type { Edit } from "@/lib/formats/splice";
import {
  elementsOf,
  escapeXmlText,
  parseXml,
  unescapeXml,
  type XmlDocument,
  type XmlElement,
  type XmlNode,
} from "@/lib/formats/xml";
import { isPluralCategory } from "@/lib/text/plurals/plural-categories";
import { inlineString, literalString, type Piece, spellPart } from "./inline-string";
import { spelledLike } from "./locale-names";
import { type Entry, isForms, type Message, messageEntry } from "./message";
import { pluralEntry, pluralFormsEntry } from "./plural-keys";
import { scanString } from "./string-pieces";
import { stringsDocument } from "./strings-document";
import { type LayoutGroup, type LayoutNode, TreeLayout } from "./tree-layout";
import { commentBefore, declaredXmlEncoding, leadOf, redeclareXml } from "./xml-source";

/** Android's `strings.xml`, and the resources of Compose Multiplatform. */
export const android: Format = {
  id: "android",
  name: "Android strings.xml",
  extensions: ["xml"],
  mediaTypes: ["application/xml", "text/xml"],
  translates: "Strings, string arrays, and plurals with the quantities of the target language.",
  leaves: 'Resources marked translatable="false", references to other resources, xliff:g, format specifiers and tags.',
  matches: (bytes, extension) =>
    (extension === "" || extension === "xml") && /<resources[\s>]/.test(peekText(bytes, 16_384)),
  async open(bytes, options) {
    const decoded = decodeText(bytes, { declared: declaredXmlEncoding });
    const document = parseXml(decoded.text, { namespaces: NAMESPACES, skipSubset: true, keepReferences: true });
    const locale = document.attribute(document.root, "tools:locale");
    return stringsDocument(android, {
      decoded,
      entries: resources(document, options.values === "all", options.plurals),
      layout: new TreeLayout(decoded.text, layoutOf(document), decoded.newline),
      declaredLanguage: locale?.value,
      marks: (target) => [
        ...(locale ? [{ start: locale.start, end: locale.end, text: spelledLike(locale.value, target) }] : []),
        ...untranslatable(document),
      ],
      redeclare: redeclareXml,
    });
  },
};

const NAMESPACES = new Map([
  ["urn:oasis:names:tc:xliff:document:1.2", "xliff"],
  ["http://schemas.android.com/tools", "tools"],
]);

/** Untranslatable resources, which translations must not contain: the system uses those of the source. */
function untranslatable(document: XmlDocument): Edit[] {
  return elementsOf(document.root)
    .filter((element) => document.value(element, "translatable") === "false")
    .map((element) => ({ start: element.start - leadOf(document, element).length, end: element.end, text: "" }));
}

/** Every resource, with the white space before it. */
function layoutOf(document: XmlDocument): LayoutGroup {
  const nodes = elementsOf(document.root).map((element): LayoutNode => {
    const name = `${element.name} ${document.value(element, "name") ?? ""}`;
    return { name, id: name, start: element.start - leadOf(document, element).length, end: element.end };
  });
  return { style: "blocks", nodes, inside: document.root.openEnd };
}

function resources(document: XmlDocument, all: boolean, plurals: PluralReading | undefined): Entry[] {
  if (document.value(document.root, "translatable") === "false") return [];
  return elementsOf(document.root).flatMap((element) => {
    const key = document.value(element, "name") ?? "";
    if (document.value(element, "translatable") === "false") return [];
    const note = commentBefore(document, element);
    const place = { id: `${element.name} ${key}`, key, note };
    switch (element.name) {
      case "string":
        return stringEntry(document, element, place, all);
      case "item":
        return document.value(element, "type") === "string" ? stringEntry(document, element, place, all) : [];
      case "string-array":
        return arrayEntry(document, element, place, all);
      case "plurals":
        return plurals ? formsEntry(document, element, place, all) : pluralsEntry(document, element, place, all);
      default:
        return [];
    }
  });
}

type Named = { readonly id: string; readonly key: string; readonly note: string | undefined };

function stringEntry(document: XmlDocument, element: XmlElement, named: Named, all: boolean): Entry[] {
  const content = readContent(document, element, all);
  return content.message ? [messageEntry(content.message, { ...content, ...named }, (raw) => raw)] : [];
}

/** The items of an array are added and removed together. */
function arrayEntry(document: XmlDocument, array: XmlElement, { id, key, note }: Named, all: boolean): Entry[] {
  const items = elementsOf(array, "item").flatMap((item, index) =>
    stringEntry(document, item, { id, key: `${key}[${index}]`, note }, all).map((entry) => ({ entry, index })),
  );
  if (items.length === 0) return [];
  return [
    {
      id,
      segments: items.flatMap(({ entry }) => entry.segments),
      values: items.flatMap(({ entry, index }) =>
        (entry.values ?? []).map((value) => ({ ...value, form: `${index}` })),
      ),
      rewrite: (texts, target, state) =>
        items.flatMap(({ entry }, index) => entry.rewrite([texts[index] ?? null], target, state)),
    },
  ];
}

function pluralsEntry(document: XmlDocument, plurals: XmlElement, { id, key, note }: Named, all: boolean): Entry[] {
  const items = elementsOf(plurals, "item").flatMap((element) => {
    const quantity = document.attribute(element, "quantity");
    return quantity && isPluralCategory(quantity.value) ? [{ element, quantity, category: quantity.value }] : [];
  });
  const forms = items.map(({ element, category }) => {
    const content = readContent(document, element, all);
    return {
      ...content,
      category,
      place: { ...content, key: `${key}.${category}`, note },
      encode: (raw: string) => raw,
    };
  });
  const last = items.at(-1);
  if (!last || forms.every((form) => form.message === null)) return [];
  const model = items.find(({ category }) => category === "other") ?? last;
  const content = readContent(document, model.element, all);
  const lead = leadOf(document, last.element);
  const head = document.source.slice(model.element.start, model.quantity.start);
  const inner = document.source.slice(model.quantity.end, content.start);
  const tail = document.source.slice(content.end, model.element.end);
  const entry = pluralEntry(forms, "cardinal", (added): Edit[] => [
    {
      start: last.element.end,
      end: last.element.end,
      text: added.map(({ category, value }) => lead + head + category + inner + value + tail).join(""),
    },
  ]);
  return [{ ...entry, id }];
}

/** Plurals as a single string with forms. */
function formsEntry(document: XmlDocument, plurals: XmlElement, { id, key, note }: Named, all: boolean): Entry[] {
  const items = elementsOf(plurals, "item").flatMap((element) => {
    const quantity = document.attribute(element, "quantity");
    if (!quantity || !isPluralCategory(quantity.value)) return [];
    return [{ element, quantity, category: quantity.value, content: readContent(document, element, all) }];
  });
  if (items.every(({ content }) => content.message === null)) return [];
  const render = (like: (typeof items)[number], category: string, value: string) =>
    document.source.slice(like.element.start, like.quantity.start) +
    category +
    document.source.slice(like.quantity.end, like.content.start) +
    value +
    document.source.slice(like.content.end, like.element.end);
  const entry = pluralFormsEntry(
    items.map(({ category, content }) => ({
      category,
      pieces: content.pieces,
      place: content,
      encode: (value) => (content.style === "cdata" ? value.replaceAll("]]>", "]]]]><![CDATA[>") : value),
      escapeText: (text) => encodeAndroid(text, content.style),
    })),
    "cardinal",
    {
      id,
      key,
      ...(note ? { note } : {}),
      nonLinguistic: items.every(({ content }) => !content.message || content.message.nonLinguistic),
    },
    {
      insert(index, added, where) {
        const like = items[index]!;
        const lead = leadOf(document, like.element);
        const at = where ? like.element.start : like.element.end;
        const texts = added.map(({ category, value }) => render(like, category, value));
        return [{ start: at, end: at, text: texts.map((text) => (where ? text + lead : lead + text)).join("") }];
      },
      remove: (categories) =>
        items
          .filter(({ category }) => categories.has(category))
          .map(({ element }) => ({
            start: element.start - leadOf(document, element).length,
            end: element.end,
            text: "",
          })),
    },
  );
  return entry ? [entry] : [];
}

type Content = {
  readonly start: number;
  readonly end: number;
  readonly value: string;
  readonly message: Message | null;
  readonly pieces: readonly Piece[];
  readonly style: Span["style"];
};

/** The content of a resource without outer white space and quotes. Values keep the file's spelling. */
function readContent(document: XmlDocument, element: XmlElement, all: boolean): Content {
  const { source } = document;
  let [start, end] = [element.openEnd, element.closeStart];
  while (start < end && /\s/.test(source[start]!)) start++;
  while (end > start && /\s/.test(source[end - 1]!)) end--;
  const inCdata =
    element.children.length > 0 &&
    element.children.every((child) => child.type === "cdata" || isBlank(document, child));
  if (inCdata && element.children.filter((child) => child.type === "cdata").length === 1) {
    const cdata = element.children.find((child) => child.type === "cdata")!;
    return contentOf(document, { start: cdata.start + 9, end: cdata.end - 3, style: "cdata" }, undefined, all);
  }
  const quoted = end - start > 1 && source[start] === '"' && source[end - 1] === '"' && source[end - 2] !== "\\";
  if (!quoted) return contentOf(document, { start, end, style: "plain" }, element, all);
  return contentOf(document, { start: start + 1, end: end - 1, style: "quoted" }, element, all);
}

/** Spelling of text. In quotes white space counts and apostrophes are not escaped; in CDATA also markup counts. */
type Span = { readonly start: number; readonly end: number; readonly style: "plain" | "quoted" | "cdata" };

function contentOf(document: XmlDocument, span: Span, element: XmlElement | undefined, all: boolean): Content {
  const value = document.source.slice(span.start, span.end);
  const pieces = element ? piecesOf(document, element, span) : textPieces(value, span.style);
  const none = { start: span.start, end: span.end, value, message: null, pieces, style: span.style };
  if (/^[@?](?:[\w.]+:)?\w+\/[\w.]+$/.test(value)) return none;
  const words = inlineString(pieces);
  const inline = words ?? (all && value !== "" ? literalString(pieces) : null);
  if (!inline) return none;
  const message: Message = {
    ...(words ? {} : { nonLinguistic: true }),
    parts: [{ inline, label: "" }],
    hasNumber: inline.segment.codes.some(({ kind }) => kind === "placeholder"),
    compose([text]) {
      if (text === null || text === undefined || isForms(text)) return value;
      const composed = spellPart(inline, text, (plain) => encodeAndroid(plain, span.style));
      if (span.style === "cdata") return composed.replaceAll("]]>", "]]]]><![CDATA[>");
      const spelled = hasBareAmpersand(value)
        ? composed.replace(CDATA, (one) => one.replaceAll("&amp;", "&"))
        : composed;
      return spelled.replace(/^[@?]/, "\\$&");
    },
  };
  return { ...none, message };
}

/** Depth first, without recursion: `until` marks the end of open elements. */
function piecesOf(document: XmlDocument, root: XmlElement, span: Span): Piece[] {
  const pieces: Piece[] = [];
  const { source } = document;
  const stack: (XmlNode | { readonly close: XmlElement })[] = [...root.children].reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if ("close" in node) {
      const { close } = node;
      pieces.push({ type: "close", raw: source.slice(close.closeStart, close.end), name: close.name });
    } else if (node.type === "text") {
      const raw = source.slice(Math.max(node.start, span.start), Math.min(node.end, span.end));
      pieces.push(...textPieces(raw, span.style, document));
    } else if (node.type === "cdata") {
      pieces.push({ type: "open", raw: "<![CDATA[", kind: "pair", name: "cdata" });
      pieces.push(...textPieces(document.raw(node).slice(9, -3), "cdata"));
      pieces.push({ type: "close", raw: "]]>", name: "cdata" });
    } else if (node.type !== "element") {
      pieces.push({ type: "code", raw: document.raw(node), kind: node.type === "comment" ? "single" : "placeholder" });
    } else if (node.name === "xliff:g") {
      pieces.push({ type: "code", raw: document.raw(node), kind: "placeholder", equiv: document.text(node) });
    } else if (node.closeStart === node.openEnd) {
      pieces.push({
        type: "code",
        raw: document.raw(node),
        kind: "single",
        ...(node.name === "br" ? { equiv: "\n" } : {}),
      });
    } else {
      const kind = FORMATTING.has(node.name) ? "format" : "pair";
      pieces.push({ type: "open", raw: source.slice(node.start, node.openEnd), kind, name: node.name });
      stack.push({ close: node }, ...[...node.children].reverse());
    }
  }
  return pieces;
}

const CDATA = /<!\[CDATA\[.*?\]\]>/gs;

/** Whether the CDATA in a value are plain text, in which an ampersand does not begin an entity. */
function hasBareAmpersand(value: string): boolean {
  const inside = (value.match(CDATA) ?? []).join("");
  return inside.includes("&") && !/&#?\w+;/.test(inside);
}

const FORMATTING = new Set(["b", "i", "u", "em", "strong", "big", "small", "tt", "sup", "sub", "strike", "font"]);

function textPieces(raw: string, style: Span["style"], document?: XmlDocument): Piece[] {
  const text = decodeAndroid(document ? unescapeXml(raw) : raw, style);
  // The compiler drops quotation marks that are not escaped, even in CDATA.
  const quote = style === "cdata" && raw.includes('\\"') ? '\\"' : '"';
  return scanString(text, "printf").map((piece) =>
    piece.type === "text" ? piece : { ...piece, raw: encodeAndroid(piece.raw, style).replaceAll('"', quote) },
  );
}

/** Reverts the escapes of Android's resource compiler, which also collapses white space outside of quotes. */
function decodeAndroid(raw: string, style: Span["style"]): string {
  let text = "";
  let quoted = style === "quoted";
  for (let at = 0; at < raw.length; at++) {
    const char = raw[at]!;
    if (char === "\\") {
      const next = raw[++at] ?? "";
      const hex = next === "u" ? /^[0-9a-fA-F]{4}/.exec(raw.slice(at + 1, at + 5))?.[0] : undefined;
      if (hex) {
        text += String.fromCharCode(Number.parseInt(hex, 16));
        at += 4;
      } else text += next === "n" ? "\n" : next === "t" ? "\t" : next;
    } else if (char === '"' && style !== "cdata") {
      quoted = !quoted;
    } else if (!quoted && /[ \t\r\n]/.test(char)) {
      if (!/[ \t\r\n]/.test(raw[at + 1] ?? "")) text += " ";
    } else {
      text += char;
    }
  }
  return text;
}

function encodeAndroid(text: string, style: Span["style"]): string {
  const escaped = text
    .replace(style === "quoted" ? /[\\"]/g : style === "cdata" ? /[\\']/g : /[\\"']/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replaceAll("\t", "\\t");
  if (style === "cdata") return escaped;
  const spaced = style === "quoted" ? escaped : escaped.replace(/(?<= ) /g, "\\u0020");
  return escapeXmlText(spaced);
}

function isBlank(document: XmlDocument, node: XmlNode): boolean {
  return node.type === "text" && document.raw(node).trim() === "";
}
