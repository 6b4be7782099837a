import { type DocumentPart, type Format, UnreadableFile } from "@/lib/formats/format";
import { languageMarks } from "@/lib/formats/html/html";
import { htmlSlots } from "@/lib/formats/html/slots";
import { type HtmlStartTag, tokenizeHtml } from "@/lib/formats/html/tokens";
import { inlineString, type Piece } from "@/lib/formats/l10n/inline-string";
import type { Patch } from "@/lib/formats/splice";
import { childOf, descendants, elementsOf, escapeXmlText, type XmlElement } from "@/lib/formats/xml";
import { looksLikeZip, ZipArchive, type ZipEntry, zipNames } from "@/lib/formats/zip";
import { plainText } from "@/lib/text/segment";
import {
  attributeUnit,
  chosenParts,
  elementUnit,
  officeDocument,
  type PartPatches,
  replaceValue,
  type Slot,
  setAttribute,
  slotOf,
  type Target,
  type Unit,
} from "./office-document";
import { type Part, readPart, readText, type TextPart } from "./part";
import { storySlots } from "./story";

const DEFAULTS: readonly DocumentPart[] = ["metadata", "attributes", "alt_text"];

/** EPUB 2 and 3: XHTML pages, their navigation and the package's metadata (W3C EPUB 3.3). */
export const epub: Format = {
  id: "epub",
  name: "EPUB book",
  extensions: ["epub"],
  mediaTypes: ["application/epub+zip"],
  translates:
    "Pages with titles and alternative texts, both tables of contents (NCX and navigation document), title, description and subjects.",
  leaves: "Code, scripts, styles, pictures, fonts, authors, rights and identifiers.",
  parts: DEFAULTS,
  matches(bytes, extension) {
    if (!looksLikeZip(bytes)) return false;
    return zipNames(bytes)?.includes("META-INF/container.xml") ?? extension === "epub";
  },
  async open(bytes, options) {
    const archive = ZipArchive.open(bytes);
    refuseProtected(archive);
    const chosen = chosenParts(options, DEFAULTS);
    const packages = packageDocuments(archive);
    const books = packages.map((part) => ({ part, ...itemsOf(archive, part) }));
    const pages = books.flatMap((book) => book.pages.map((entry) => pageOf(archive, entry, chosen)));
    const indexes = books.flatMap((book) =>
      book.indexes.map((entry) => readPart(archive, entry, { namespaces: NAMESPACES })),
    );
    return officeDocument(epub, {
      archive,
      slots: [
        ...(chosen.has("metadata") ? packages.flatMap(metadataSlots) : []),
        ...[...pages.flatMap(({ slots }) => slots), ...indexes.flatMap(indexSlots)].filter(isNoNumber),
      ],
      declaredLanguage: packages.map((part) => metadataOf(part, "dc:language")).find(Boolean),
      marks: (target) => [
        ...packages.map((part) => packageMarks(part, target)),
        ...indexes.map((part) => rootLanguage(part, target)),
        ...pages.map(({ part, marks }) => ({ part, patches: marks(target) })),
      ],
    });
  },
};

/** Obfuscated fonts do not protect the text; their key is the book's identifier, which stays unchanged. */
const FONT_OBFUSCATION = new Set(["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"]);

function refuseProtected(archive: ZipArchive): void {
  const entry = archive.find("META-INF/encryption.xml");
  if (!entry) return;
  const { document } = readPart(archive, entry, { namespaces: NAMESPACES });
  for (const element of descendants(document.root)) {
    if (element.name !== "enc:EncryptionMethod" || element.parent?.name !== "enc:EncryptedData") continue;
    if (FONT_OBFUSCATION.has(document.value(element, "Algorithm") ?? "")) continue;
    throw new UnreadableFile("encrypted", "The book is protected by digital rights management.");
  }
}

/** Roman numerals of chapters and pages, which engines mistake for words: `I`, `vi`. */
const NUMERAL =
  /^(?=.)M{0,3}(?:C[MD]|D?C{0,3})(?:X[CL]|L?X{0,3})(?:I[XV]|V?I{0,3})\.?$|^(?=.)l?x{0,3}(?:i[xv]|v?i{0,3})$/;

function isNoNumber({ segment }: Slot): boolean {
  return !NUMERAL.test(plainText(segment.text));
}

function packageDocuments(archive: ZipArchive): Part[] {
  const entry = archive.find("META-INF/container.xml");
  const container = entry && readPart(archive, entry, { namespaces: NAMESPACES });
  const found = [...(container ? descendants(container.document.root) : [])]
    .filter(({ name }) => name === "rootfile")
    .map((element) => archive.find(container!.document.value(element, "full-path") ?? ""))
    .filter((rootfile) => rootfile !== undefined);
  if (found.length === 0) throw new UnreadableFile("corrupt", "The file is an archive without a book in it.");
  return found.map((rootfile) => readPart(archive, rootfile, { namespaces: NAMESPACES }));
}

/** The pages of a package (those of the spine first, in its order), and its NCX tables of contents. */
function itemsOf(archive: ZipArchive, part: Part): { pages: ZipEntry[]; indexes: ZipEntry[] } {
  const { document } = part;
  const folder = part.name.slice(0, part.name.lastIndexOf("/") + 1);
  const items = elementsOf(childOf(document.root, "manifest") ?? document.root, "item").map((item) => ({
    id: document.value(item, "id") ?? "",
    type: document.value(item, "media-type") ?? "",
    entry: archive.find(resolve(folder, document.value(item, "href") ?? "")),
  }));
  const spine = childOf(document.root, "spine");
  const order = spine ? elementsOf(spine, "itemref").map((item) => document.value(item, "idref") ?? "") : [];
  const place = new Map(order.map((id, index) => [id, index]));
  const ofType = (type: string) => items.filter((item) => item.type === type && item.entry);
  const pages = ofType("application/xhtml+xml").sort(
    (a, b) => (place.get(a.id) ?? order.length) - (place.get(b.id) ?? order.length),
  );
  const entries = (some: typeof items) => [...new Set(some.map(({ entry }) => entry!))];
  return { pages: entries(pages), indexes: entries(ofType("application/x-dtbncx+xml")) };
}

function resolve(folder: string, href: string): string {
  const path: string[] = [];
  for (const step of `${folder}${decode(href.split("#")[0]!)}`.split("/")) {
    if (step === "..") path.pop();
    else if (step !== "." && step !== "") path.push(step);
  }
  return path.join("/");
}

/** An href that is not a valid URL is used as a plain name. */
function decode(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

type Page = { readonly part: TextPart; readonly slots: Slot[]; marks(target: Target): readonly Patch[] };

/** A page is read by its tags, because the pages of many books are not well-formed. */
function pageOf(archive: ZipArchive, entry: ZipEntry, chosen: ReadonlySet<DocumentPart>): Page {
  const part = readText(archive, entry);
  const tokens = tokenizeHtml(part.source, true);
  const root = tokens.find((token): token is HtmlStartTag => token.type === "start" && token.name === "html");
  const slots = htmlSlots(tokens, part.source, chosen).map(({ segment, rewrite }) =>
    slotOf({ part, segment, patch: (text, target) => rewrite(text, target.language) }),
  );
  return { part, slots, marks: ({ language }) => (root ? languageMarks(root, tokens, language) : []) };
}

const TEXTS = new Set(["dc:title", "dc:subject"]);

/** Descriptions are escaped HTML, whose tags become codes. */
function descriptionUnit(part: Part, element: XmlElement): Unit | null {
  const pieces = part.document
    .text(element)
    .split(/(<\/?[a-zA-Z][^<>]{0,500}>)/)
    .map((piece, index): Piece => {
      if (index % 2 === 0) return { type: "text", text: piece };
      const isBlock = /^<\/?(?:p|div|br|li|ul|ol|h[1-6]|blockquote)\b/i.test(piece);
      return { type: "code", raw: piece, kind: "single", ...(isBlock ? { equiv: "\n" } : {}) };
    });
  const inline = element.children.every(({ type }) => type !== "element") ? inlineString(pieces) : null;
  return (
    inline && {
      part,
      segment: { ...inline.segment, key: element.name },
      patch: (text) => [
        { start: element.openEnd, end: element.closeStart, raw: [escapeXmlText(inline.restore(text))] },
      ],
    }
  );
}

function metadataSlots(part: Part): Slot[] {
  return storySlots(part, (element) => {
    if (element.name === "dc:description") return [descriptionUnit(part, element)];
    if (TEXTS.has(element.name)) return [elementUnit(part, element, element.name)];
    if (element.name === "meta" && part.document.value(element, "property") === "schema:accessibilitySummary")
      return [elementUnit(part, element)];
    const title = element.name === "reference" && element.parent?.name === "guide";
    return title ? [attributeUnit(part, part.document.attribute(element, "title"))] : [];
  });
}

function metadataOf(part: Part, name: string): string | undefined {
  const element = [...descendants(part.document.root)].find((candidate) => candidate.name === name);
  return element && part.document.text(element).trim();
}

/** An NCX repeats the navigation for older readers. */
function indexSlots(part: Part): Slot[] {
  return storySlots(part, (element) =>
    element.name === "ncx:text" && element.parent?.name !== "ncx:docAuthor" ? [elementUnit(part, element)] : [],
  );
}

function packageMarks(part: Part, target: Target): PartPatches {
  const { document } = part;
  const patches = [...rootLanguage(part, target).patches];
  const languages = [...descendants(document.root)].filter(({ name }) => name === "dc:language");
  for (const [index, language] of languages.entries()) {
    // Books in several languages list the main language first.
    if (index > 0 || !language.children.length) continue;
    patches.push({ start: language.openEnd, end: language.closeStart, raw: [target.language] });
  }
  const spine = childOf(document.root, "spine");
  const direction = spine && document.attribute(spine, "page-progression-direction");
  if (direction && direction.value !== "default") patches.push(replaceValue(direction, target.rtl ? "rtl" : "ltr"));
  else if (spine && target.rtl && document.value(document.root, "version")?.startsWith("3")) {
    patches.push(setAttribute(part, spine, "page-progression-direction", "rtl"));
  }
  return { part, patches };
}

function rootLanguage(part: Part, target: Target): PartPatches {
  const language = part.document.attribute(part.document.root, "xml:lang");
  return { part, patches: language ? [replaceValue(language, target.language)] : [] };
}

const NAMESPACES: ReadonlyMap<string, string> = new Map([
  ["urn:oasis:names:tc:opendocument:xmlns:container", ""],
  ["http://www.idpf.org/2007/opf", ""],
  ["http://purl.org/dc/elements/1.1/", "dc"],
  ["http://www.daisy.org/z3986/2005/ncx/", "ncx"],
  ["http://www.w3.org/2001/04/xmlenc#", "enc"],
]);
