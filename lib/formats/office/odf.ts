import { looksLikeText, peekText } from "@/lib/formats/encoding";
import { type DocumentPart, type Format, UnreadableFile } from "@/lib/formats/format";
import type { Patch } from "@/lib/formats/splice";
import { childOf, descendants, elementsOf, type XmlAttribute, type XmlElement } from "@/lib/formats/xml";
import { looksLikeZip, ZipArchive, type ZipEntry, zipNames } from "@/lib/formats/zip";
import { defaultLanguage, metaMarks, styleMarks } from "./odf-marks";
import { odfUnit } from "./odf-paragraph";
import {
  attributeUnit,
  chosenParts,
  elementUnit,
  mergeRepeated,
  officeDocument,
  replaceValue,
  type Slot,
  type Unit,
} from "./office-document";
import { type Part, parsePart, readPart } from "./part";
import { storySlots } from "./story";

/** OpenDocument (ISO/IEC 26300, ODF 1.3 part 3): text documents, spreadsheets and presentations. */
const MEDIA = "application/vnd.oasis.opendocument.";

export const odt = odfFormat({
  id: "odt",
  name: "OpenDocument text",
  kind: "text",
  extensions: ["odt", "ott"],
  translates:
    "Body, tables, frames, headers, footers, notes, comments, indexes, charts, forms, alternative texts, title and subject.",
  parts: ["headers", "notes", "comments", "metadata", "alt_text"],
});

export const ods = odfFormat({
  id: "ods",
  name: "OpenDocument spreadsheet",
  kind: "spreadsheet",
  extensions: ["ods", "ots"],
  translates:
    "Texts of cells in visible sheets, headers, footers, comments, shapes, charts, alternative texts, title and subject.",
  parts: ["headers", "comments", "metadata", "alt_text"],
  optional: ["hidden"],
});

export const odp = odfFormat({
  id: "odp",
  name: "OpenDocument presentation",
  kind: "presentation",
  extensions: ["odp", "otp"],
  translates:
    "Slides with tables and charts, texts of master pages, footers, speaker notes, comments, alternative texts, title and subject.",
  parts: ["notes", "comments", "metadata", "alt_text"],
});

type Kind = Pick<Format, "id" | "name" | "extensions" | "translates"> & {
  readonly kind: "text" | "spreadsheet" | "presentation";
  readonly parts: readonly DocumentPart[];
  readonly optional?: readonly DocumentPart[];
};

type OdfFormat = Format & Pick<Kind, "kind"> & { readonly defaults: readonly DocumentPart[] };

function odfFormat({ kind, parts, optional = [], ...names }: Kind): OdfFormat {
  const format: OdfFormat = {
    ...names,
    kind,
    defaults: parts,
    mediaTypes: [`${MEDIA}${kind}`, `${MEDIA}${kind}-template`],
    leaves: "Tracked changes, formulas and their results, fields, embedded files, pictures, styles and macros.",
    parts: [...parts, ...optional],
    onRequest: optional,
    matches: (bytes, extension) => matchesOdf(format, bytes, extension),
    async open(bytes, options) {
      const archive = ZipArchive.open(bytes);
      refuseEncrypted(archive);
      const chosen = chosenParts(options, parts);
      const read = (entry: ZipEntry) => readPart(archive, entry, { namespaces: NAMESPACES });
      const named = (name: RegExp) => archive.entries.filter((entry) => name.test(entry.name)).map(read);
      const contents = named(/(?:^|\/)content\.xml$/);
      if (!contents.some(({ name }) => name === "content.xml")) {
        throw new UnreadableFile("corrupt", "The file is an archive without OpenDocument content.");
      }
      const styles = named(/^styles\.xml$/);
      const meta = named(/^meta\.xml$/);
      const found = [
        ...contents.flatMap((part) => contentSlots(part, chosen)),
        ...(chosen.has("headers") ? styles.flatMap(headerSlots) : []),
        ...(kind === "presentation" ? styles.flatMap((part) => masterSlots(part, usedMasters(contents))) : []),
        ...(chosen.has("metadata") ? meta.flatMap(metaSlots) : []),
      ];
      return officeDocument(format, {
        archive,
        // Cells with equal text share a segment, so that comparisons and lookups still work.
        slots: kind === "spreadsheet" ? mergeRepeated(found, options) : found,
        variant: mimetype(archive)?.endsWith("-template") ? 1 : 0,
        signed: archive.find("META-INF/documentsignatures.xml") !== undefined,
        declaredLanguage: styles.map(defaultLanguage).find(Boolean),
        marks: (target) => [
          ...[...contents, ...styles].map((part) => styleMarks(part, target)),
          ...meta.map((part) => metaMarks(part, target)),
        ],
      });
    },
  };
  return format;
}

/** OpenDocument in a single XML file (ODF 1.3 part 3, 3.1.2), which suits version control. */
export const fodt = flatFormat(odt, "fodt", "Flat OpenDocument text");
export const fods = flatFormat(ods, "fods", "Flat OpenDocument spreadsheet");
export const fodp = flatFormat(odp, "fodp", "Flat OpenDocument presentation");

function flatFormat(packaged: OdfFormat, id: string, name: string): Format {
  const [type = ""] = packaged.mediaTypes;
  const format: Format = {
    id,
    name,
    extensions: [id],
    mediaTypes: [`${type}-flat-xml`],
    translates: packaged.translates,
    leaves: packaged.leaves,
    ...(packaged.parts ? { parts: packaged.parts } : {}),
    ...(packaged.onRequest ? { onRequest: packaged.onRequest } : {}),
    matches: (bytes, extension) => {
      const head = looksLikeText(bytes) ? peekText(bytes, 65_536) : "";
      return (extension === id || extension === "") && head.includes(`mimetype="${type}`);
    },
    async open(bytes, options) {
      const chosen = chosenParts(options, packaged.defaults);
      const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const part = parsePart(id, content, { namespaces: NAMESPACES });
      const { root } = part.document;
      if (!childOf(root, "office:body")) throw new UnreadableFile("corrupt", "The file has no OpenDocument content.");
      const found = [
        ...contentSlots(part, chosen),
        ...(chosen.has("headers") ? headerSlots(part) : []),
        ...(packaged.kind === "presentation" ? masterSlots(part, usedMasters([part])) : []),
        ...(chosen.has("metadata") ? metaSlots(part) : []),
      ];
      return officeDocument(format, {
        archive: { with: (changes) => changes.get(id) ?? bytes },
        slots: packaged.kind === "spreadsheet" ? mergeRepeated(found, options) : found,
        declaredLanguage: defaultLanguage(part),
        marks: (target) => [styleMarks(part, target), metaMarks(part, target)],
      });
    },
  };
  return format;
}

function matchesOdf(format: Format, bytes: Uint8Array, extension: string): boolean {
  if (!looksLikeZip(bytes)) return false;
  const names = zipNames(bytes);
  if (!names) return format.extensions.includes(extension);
  if (!names.includes("content.xml")) return false;
  const type = mimetype(ZipArchive.open(bytes));
  return type === undefined ? format.extensions.includes(extension) : format.mediaTypes.includes(type);
}

function mimetype(archive: ZipArchive): string | undefined {
  const entry = archive.find("mimetype");
  if (!entry || entry.size > 200) return undefined;
  try {
    return archive.read(entry).toString("latin1").trim();
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined;
    throw error;
  }
}

function refuseEncrypted(archive: ZipArchive): void {
  const entry = archive.find("META-INF/manifest.xml");
  if (entry && archive.read(entry).includes("encryption-data")) {
    throw new UnreadableFile(
      "encrypted",
      "The file is protected by a password. Save it without one and send it again.",
    );
  }
}

/** Optional parts of the content, by element. */
const GROUPS: Readonly<Record<string, DocumentPart>> = {
  "office:annotation": "comments",
  "text:note": "notes",
  "presentation:notes": "notes",
};

/** Elements of a flat file next to the body: styles, settings and metadata. */
function isOutside({ name, parent }: XmlElement): boolean {
  return parent?.name === "office:document" && name !== "office:body";
}

const LEFT = new Set([
  "text:tracked-changes",
  "table:tracked-changes",
  "office:automatic-styles",
  "office:font-face-decls",
]);

function contentSlots(part: Part, chosen: ReadonlySet<DocumentPart>): Slot[] {
  const { document } = part;
  const concealed = chosen.has("hidden") ? new Set<string>() : hiddenTableStyles(part);
  const pivoted = pivotFields(part);
  return storySlots(
    part,
    (element) => textUnits(part, element, pivoted, chosen.has("alt_text")),
    (element) => {
      if (LEFT.has(element.name) || isOutside(element)) return true;
      const group = GROUPS[element.name];
      if (group) return !chosen.has(group);
      // The result of a formula is computed, so it is not translated.
      if (element.name === "table:table-cell") return document.attribute(element, "table:formula") !== undefined;
      return element.name === "table:table" && concealed.has(document.value(element, "table:style-name") ?? "");
    },
  );
}

function textUnits(part: Part, element: XmlElement, pivoted: ReadonlySet<string>, altText: boolean): (Unit | null)[] {
  if (element.name === "text:p" || element.name === "text:h") {
    if (pivoted.size > 0 && pivoted.has(part.document.text(element))) return [];
    return [odfUnit(part, element, (plain) => cellValue(part, element, plain))];
  }
  if (FILL_IN.has(element.name)) {
    return [elementUnit(part, element), attributeUnit(part, part.document.attribute(element, "text:description"))];
  }
  if (TEXT_ELEMENTS.has(element.name)) return [elementUnit(part, element)];
  const label = element.name.startsWith("form:") ? "form:label" : LABELS[element.name];
  if (label) return [attributeUnit(part, part.document.attribute(element, label))];
  if (altText && (element.name === "svg:title" || element.name === "svg:desc")) return [elementUnit(part, element)];
  return [];
}

const TEXT_ELEMENTS = new Set(["text:index-title-template", "presentation:header-decl", "presentation:footer-decl"]);

/** Placeholders that users overwrite. Without formats, each is a separate text and a code in its paragraph. */
const FILL_IN = new Set(["text:placeholder", "text:text-input"]);

/** Titles of a cell's validation messages. */
const LABELS: Readonly<Record<string, string>> = {
  "table:help-message": "table:title",
  "table:error-message": "table:title",
};

/** A cell may repeat its text as its value (part 3, 19.385), but not if it has several paragraphs. */
function cellValue(part: Part, paragraph: XmlElement, plain: string): Patch[] {
  const cell = paragraph.parent;
  const value = cell?.name === "table:table-cell" ? part.document.attribute(cell, "office:string-value") : undefined;
  if (!cell || !value) return [];
  const alone = elementsOf(cell, "text:p").length === 1;
  return [alone ? replaceValue(value, plain) : removeAttribute(part, value)];
}

function removeAttribute(part: Part, { start, end }: XmlAttribute): Patch {
  const before = /[ \t\r\n]+[^ \t\r\n=]+[ \t\r\n]*=[ \t\r\n]*["']$/.exec(
    part.source.slice(Math.max(0, start - 200), start),
  );
  return { start: start - (before?.[0].length ?? 0), end: end + 1, raw: [] };
}

function hiddenTableStyles(part: Part): Set<string> {
  const { document } = part;
  const automatic = childOf(document.root, "office:automatic-styles");
  const hidden = (automatic ? elementsOf(automatic, "style:style") : []).filter((style) => {
    const properties = childOf(style, "style:table-properties");
    return properties && document.value(properties, "table:display") === "false";
  });
  return new Set(hidden.map((style) => document.value(style, "style:name") ?? ""));
}

/** Texts of the first row of pivot tables' sources. They must stay, because pivot tables refer to them. */
function pivotFields(part: Part): Set<string> {
  if (!part.source.includes("data-pilot-field")) return new Set();
  const fields = [...descendants(part.document.root)].filter(({ name }) => name === "table:data-pilot-field");
  return new Set(fields.map((field) => part.document.value(field, "table:source-field-name") ?? "").filter(Boolean));
}

function headerSlots(part: Part): Slot[] {
  const masters = childOf(part.document.root, "office:master-styles");
  const holders = new Set(
    [...(masters ? descendants(masters) : [])].filter(({ name }) =>
      /^style:(header|footer)(-left|-first)?$/.test(name),
    ),
  );
  const isInside = (element: XmlElement | null): boolean => {
    for (let at = element; at; at = at.parent) if (holders.has(at)) return true;
    return false;
  };
  return storySlots(
    part,
    (element) => (isInside(element) ? textUnits(part, element, new Set(), false) : []),
    (element) => element.parent === part.document.root && element !== masters,
  );
}

function usedMasters(contents: readonly Part[]): Set<string> {
  const pages = contents.flatMap(({ document }) =>
    [...descendants(document.root)]
      .filter(({ name }) => name === "draw:page")
      .map((page) => document.value(page, "draw:master-page-name") ?? ""),
  );
  return new Set(pages);
}

/** Content that a master shows on every slide. Its placeholders are visible only while the master is edited. */
function masterSlots(part: Part, used: ReadonlySet<string>): Slot[] {
  const { document } = part;
  const masters = childOf(document.root, "office:master-styles");
  return storySlots(
    part,
    (element) => textUnits(part, element, new Set(), true),
    (element) => {
      if (element.parent === document.root) return element !== masters;
      if (element.name === "presentation:notes" || document.attribute(element, "presentation:class")) return true;
      return element.name === "style:master-page" && !used.has(document.value(element, "style:name") ?? "");
    },
  );
}

const META_TEXTS = new Set(["dc:title", "dc:subject", "dc:description", "meta:keyword"]);

function metaSlots(part: Part): Slot[] {
  return storySlots(part, (element) =>
    META_TEXTS.has(element.name) && element.parent?.name === "office:meta"
      ? [elementUnit(part, element, element.name)]
      : [],
  );
}

const NAMESPACES: ReadonlyMap<string, string> = new Map([
  ...["office", "text", "table", "style", "meta", "presentation", "chart", "form"].map((name): [string, string] => [
    `urn:oasis:names:tc:opendocument:xmlns:${name}:1.0`,
    name,
  ]),
  ["urn:oasis:names:tc:opendocument:xmlns:drawing:1.0", "draw"],
  ["urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0", "fo"],
  ["urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0", "svg"],
  ["http://purl.org/dc/elements/1.1/", "dc"],
  ["http://openoffice.org/2009/office", "officeooo"],
]);
