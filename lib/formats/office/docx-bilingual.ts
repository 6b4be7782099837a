import type { Patch, Raw } from "@/lib/formats/splice";
import { childOf, descendants, elementsOf, type XmlElement } from "@/lib/formats/xml";
import { insertChild, type PartPatches, type Target } from "./office-document";
import type { OpcPackage } from "./opc";
import type { Part } from "./part";

/**
 * Word documents with source and translation: a copy of the source before each translated paragraph, either above it or
 * (`side`) in the left column of a table. Only paragraphs directly in the body are put side by side. In headers, notes,
 * cells, boxes, contents and at the end of sections, where a table would break the layout, the copy is above.
 */
type SourceCopy = {
  /** Namespace prefix of element names in the document, such as `w:`. */
  readonly prefix: string;
  readonly target: Target;
  readonly content: (noteMark: (reference: XmlElement) => Raw) => Raw;
  /** Ids of paragraph styles that begin a page. */
  readonly breakingStyles: ReadonlySet<string>;
};

/**
 * The patches that add the copy. The copy looks like the paragraph but has no number, section break or anchors, which
 * must not be duplicated. A page break is moved to it. It is text, not a source range, so that patches of the paragraph
 * change only the translation.
 */
export function sourceCopy(part: Part, paragraph: XmlElement, copy: SourceCopy): Patch[] {
  const { prefix, target } = copy;
  const isRow = target.bilingual === "side" && sidePositions(part).has(paragraph);
  const pageBreak = withoutPageBreak(part, paragraph, copy);
  const beginsPage = pageBreak.length > 0;
  const properties = childOf(paragraph, "w:pPr");
  const kept = (properties ? elementsOf(properties) : []).filter(
    ({ name }) =>
      !["w:numPr", "w:sectPr", "w:pPrChange", "w:rPr", "w:framePr"].includes(name) &&
      !(name === "w:pageBreakBefore" && isRow),
  );
  const head = kept.filter(({ name }) => BEFORE_NUMBER.has(name));
  const rest = kept.filter(({ name }) => !BEFORE_NUMBER.has(name));
  const references: XmlElement[] = [];
  const content = copy.content((reference) => {
    references.push(reference);
    return noteMark(part, reference, prefix);
  });
  const text = [
    `<${prefix}p><${prefix}pPr>`,
    ...head.filter(({ name }) => name !== "w:widowControl"),
    // Programs ignore page breaks in tables, so a paragraph before the table contains it.
    isRow && beginsPage ? noPageBreak(prefix) : "",
    ...head.filter(({ name }) => name === "w:widowControl"),
    `<${prefix}numPr><${prefix}numId ${prefix}val="0"/></${prefix}numPr>`,
    ...rest,
    `</${prefix}pPr>`,
    ...content,
    `</${prefix}p>`,
  ]
    .map((piece) => (typeof piece === "string" ? piece : part.source.slice(piece.start, piece.end)))
    .join("");
  const changes = [...pageBreak, ...references.flatMap((reference) => noteAnchor(part, reference, prefix))];
  if (isRow) {
    addRow(target, part, { paragraph, copy: text, prefix, beginsPage });
    return changes;
  }
  return [{ start: paragraph.start, end: paragraph.start, raw: [text] }, ...changes];
}

const BEFORE_NUMBER = new Set(["w:pStyle", "w:keepNext", "w:keepLines", "w:pageBreakBefore", "w:widowControl"]);
const AFTER_PAGE_BREAK = new Set(
  (
    "w:framePr w:widowControl w:numPr w:suppressLineNumbers w:pBdr w:shd w:tabs w:suppressAutoHyphens w:kinsoku " +
    "w:wordWrap w:overflowPunct w:topLinePunct w:autoSpaceDE w:autoSpaceDN w:bidi w:adjustRightInd w:snapToGrid " +
    "w:spacing w:ind w:contextualSpacing w:mirrorIndents w:suppressOverlap w:jc w:textDirection w:textAlignment " +
    "w:textboxTightWrap w:outlineLvl w:divId w:cnfStyle w:rPr w:sectPr w:pPrChange"
  ).split(" "),
);

/** The copy starts the page, so its translation must not. */
function withoutPageBreak(part: Part, paragraph: XmlElement, { prefix, breakingStyles }: SourceCopy): Patch[] {
  const properties = childOf(paragraph, "w:pPr");
  if (!properties) return [];
  const no = noPageBreak(prefix);
  const own = childOf(properties, "w:pageBreakBefore");
  if (own) return isOn(part, own) ? [{ start: own.start, end: own.end, raw: [no] }] : [];
  const style = childOf(properties, "w:pStyle");
  const begins = style && breakingStyles.has(part.document.value(style, "w:val") ?? "");
  return begins ? [insertChild(part, properties, no, AFTER_PAGE_BREAK)] : [];
}

/** Ids of the paragraph styles that begin a page, directly or through the styles they are based on. */
export function breakingStyles(opc: OpcPackage): ReadonlySet<string> {
  const styles = new Map<string, { readonly breaks: boolean | undefined; readonly basedOn: string | undefined }>();
  for (const part of opc.parts(/wordprocessingml\.styles\+xml$/)) {
    for (const style of elementsOf(part.document.root, "w:style")) {
      const properties = childOf(style, "w:pPr");
      const own = properties && childOf(properties, "w:pageBreakBefore");
      const parent = childOf(style, "w:basedOn");
      styles.set(part.document.value(style, "w:styleId") ?? "", {
        breaks: own && isOn(part, own),
        basedOn: parent && part.document.value(parent, "w:val"),
      });
    }
  }
  const begins = (id: string | undefined, depth = 0): boolean => {
    const style = id === undefined ? undefined : styles.get(id);
    // Word allows chains of at most ten styles.
    return style && depth <= 10 ? (style.breaks ?? begins(style.basedOn, depth + 1)) : false;
  };
  return new Set([...styles.keys()].filter((id) => begins(id)));
}

function noPageBreak(w: string): string {
  return `<${w}pageBreakBefore ${w}val="0"/>`;
}

/** The value of an on/off property (section 17.17.4). */
function isOn(part: Part, property: XmlElement): boolean {
  return !/^(?:0|false|off)$/.test(part.document.value(property, "w:val") ?? "");
}

/**
 * The mark of a note in the copy: a cross-reference to the mark in the translation (NOTEREF, ECMA-376 part 1, section
 * 17.16.5.38), because a note may have only one. Empty if it cannot be referred to.
 */
function noteMark(part: Part, reference: XmlElement, prefix: string): Raw {
  const note = notesOf(part).get(reference);
  if (!note) return [];
  const properties = childOf(reference.parent!, "w:rPr");
  const run = (content: string): Raw => [`<${prefix}r>`, ...(properties ? [properties] : []), content, `</${prefix}r>`];
  const field = (type: string) => run(`<${prefix}fldChar ${prefix}fldCharType="${type}"/>`);
  return [
    ...field("begin"),
    ...run(`<${prefix}instrText xml:space="preserve"> NOTEREF ${note.bookmark} \\f \\h </${prefix}instrText>`),
    ...field("separate"),
    ...run(`<${prefix}t>${note.number}</${prefix}t>`),
    ...field("end"),
  ];
}

/** A bookmark around the mark of a note in the translation. */
function noteAnchor(part: Part, reference: XmlElement, prefix: string): Patch[] {
  const note = notesOf(part).get(reference);
  const run = reference.parent!;
  if (!note) return [];
  const id = `${prefix}id="${note.id}"`;
  const start = `<${prefix}bookmarkStart ${id} ${prefix}name="${note.bookmark}"/>`;
  return [{ start: run.start, end: run.end, raw: [start, run, `<${prefix}bookmarkEnd ${id}/>`] }];
}

type Note = { readonly bookmark: string; readonly id: number; readonly number: string };
const notes = new WeakMap<Part, ReadonlyMap<XmlElement, Note>>();

/** The numbered note marks that are alone in their run, with the number that programs show before they renumber. */
function notesOf(part: Part): ReadonlyMap<XmlElement, Note> {
  const known = notes.get(part);
  if (known) return known;
  const found = new Map<XmlElement, Note>();
  let name = "_Note";
  while (part.source.includes(name)) name += "_";
  let bookmarks = 0;
  const references: XmlElement[] = [];
  for (const element of descendants(part.document.root)) {
    if (element.name === "w:bookmarkStart")
      bookmarks = Math.max(bookmarks, Number(part.document.value(element, "w:id")) || 0);
    const isReference = element.name === "w:footnoteReference" || element.name === "w:endnoteReference";
    if (isReference && !part.document.attribute(element, "w:customMarkFollows")) references.push(element);
  }
  const counts = { "w:footnoteReference": 0, "w:endnoteReference": 0 };
  for (const reference of references) {
    const count = ++counts[reference.name as keyof typeof counts];
    const run = reference.parent;
    const isAlone =
      run?.name === "w:r" && elementsOf(run).every((child) => child === reference || child.name === "w:rPr");
    if (!isAlone) continue;
    const id = bookmarks + found.size + 1;
    const number = reference.name === "w:endnoteReference" ? roman(count) : String(count);
    found.set(reference, { bookmark: `${name}${found.size + 1}`, id, number });
  }
  notes.set(part, found);
  return found;
}

function roman(number: number): string {
  const values = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1];
  const digits = ["m", "cm", "d", "cd", "c", "xc", "l", "xl", "x", "ix", "v", "iv", "i"];
  let rest = number;
  return values
    .map((value, index) => {
      const times = Math.floor(rest / value);
      rest %= value;
      return digits[index]!.repeat(times);
    })
    .join("");
}

type Row = {
  readonly paragraph: XmlElement;
  readonly copy: string;
  readonly prefix: string;
  readonly beginsPage: boolean;
};
const rows = new WeakMap<Target, Map<Part, Row[]>>();

function addRow(target: Target, part: Part, row: Row): void {
  const parts = rows.get(target) ?? new Map<Part, Row[]>();
  rows.set(target, parts);
  const list = parts.get(part);
  if (list) list.push(row);
  else parts.set(part, [row]);
}

/** The tables of paragraphs side by side: consecutive rows without another block between them form one table. */
export function sideBySide(target: Target): PartPatches[] {
  return [...(rows.get(target) ?? [])].map(([part, list]) => ({ part, patches: tables(part, list) }));
}

function tables(part: Part, list: readonly Row[]): Patch[] {
  const body = list[0]!.paragraph.parent!;
  const blocks = elementsOf(body).filter(({ name }) => !RANGES.has(name));
  const indices = new Map(blocks.map((block, index) => [block, index]));
  const rowOf = new Map(list.map((row) => [row.paragraph, row]));
  const widths = columnWidths(part, body);
  return list.map(({ paragraph, copy, prefix, beginsPage }) => {
    const at = indices.get(paragraph)!;
    const previous = blocks[at - 1];
    const next = blocks[at + 1];
    const rowAfter = next && rowOf.get(next);
    const begins = beginsPage || !previous || !rowOf.has(previous);
    const ends = !rowAfter || rowAfter.beginsPage;
    const width = widths(paragraph);
    const cell = `<${prefix}tc><${prefix}tcPr><${prefix}tcW ${prefix}w="${width}" ${prefix}type="dxa"/></${prefix}tcPr>`;
    return {
      start: paragraph.start,
      end: paragraph.end,
      raw: [
        // Word would merge two tables without a paragraph between them.
        beginsPage || (begins && previous?.name === "w:tbl") ? gap(prefix, beginsPage) : "",
        begins ? tableStart(prefix, width) : "",
        `<${prefix}tr>${cell}${copy}</${prefix}tc>${cell}`,
        paragraph,
        `</${prefix}tc></${prefix}tr>`,
        ends ? `</${prefix}tbl>` : "",
        ends && next?.name !== "w:p" ? gap(prefix) : "",
      ],
    };
  });
}

/** Elements between blocks that are also allowed between table rows. */
const RANGES = new Set(
  "w:bookmarkStart w:bookmarkEnd w:commentRangeStart w:commentRangeEnd w:permStart w:permEnd w:proofErr".split(" "),
);

function tableStart(w: string, width: number): string {
  const column = `<${w}gridCol ${w}w="${width}"/>`;
  return (
    `<${w}tbl><${w}tblPr><${w}tblW ${w}w="${2 * width}" ${w}type="dxa"/><${w}tblLayout ${w}type="fixed"/>` +
    `<${w}tblCellMar><${w}left ${w}w="0" ${w}type="dxa"/><${w}right ${w}w="170" ${w}type="dxa"/></${w}tblCellMar></${w}tblPr>` +
    `<${w}tblGrid>${column}${column}</${w}tblGrid>`
  );
}

/** A paragraph without visible height. */
function gap(w: string, beginsPage = false): string {
  const pageBreak = beginsPage ? `<${w}pageBreakBefore/>` : "";
  return `<${w}p><${w}pPr>${pageBreak}<${w}spacing ${w}before="0" ${w}after="0" ${w}line="20" ${w}lineRule="exact"/></${w}pPr></${w}p>`;
}

/** Half of the text width in twentieths of a point, by the next section properties (section 17.6). */
function columnWidths(part: Part, body: XmlElement): (paragraph: XmlElement) => number {
  const sections = elementsOf(body)
    .map((block) => {
      if (block.name === "w:sectPr") return block;
      const properties = block.name === "w:p" ? childOf(block, "w:pPr") : undefined;
      return properties && childOf(properties, "w:sectPr");
    })
    .filter((section) => section !== undefined)
    .map((section) => ({ end: section.end, width: textWidth(part, section) }));
  return ({ start }) => Math.floor((sections.find(({ end }) => end > start)?.width ?? A4_WIDTH) / 2);
}

/** Default for A4 with margins of an inch. */
const A4_WIDTH = 11906 - 2 * 1440;

function textWidth(part: Part, section: XmlElement): number {
  const number = (element: string, attribute: string) => {
    const found = childOf(section, element);
    const value = found && Number(part.document.value(found, attribute));
    return value === undefined || Number.isNaN(value) ? undefined : value;
  };
  const page = number("w:pgSz", "w:w");
  if (page === undefined) return A4_WIDTH;
  const margins = (number("w:pgMar", "w:left") ?? 1440) + (number("w:pgMar", "w:right") ?? 1440);
  const columns = Math.max(1, number("w:cols", "w:num") ?? 1);
  const space = columns > 1 ? (number("w:cols", "w:space") ?? 720) : 0;
  const width = Math.floor((page - margins - space * (columns - 1)) / columns);
  return width > 0 ? width : A4_WIDTH;
}

const positions = new WeakMap<Part, ReadonlySet<XmlElement>>();

/** The paragraphs that may become a row: directly in the body, without breaks, frames or parts of a field. */
function sidePositions(part: Part): ReadonlySet<XmlElement> {
  const known = positions.get(part);
  if (known) return known;
  const found = new Set<XmlElement>();
  const body = childOf(part.document.root, "w:body");
  let fields = 0;
  for (const block of body ? elementsOf(body) : []) {
    const before = fields;
    let breaks = false;
    for (const element of descendants(block)) {
      const type = element.name === "w:fldChar" ? part.document.value(element, "w:fldCharType") : undefined;
      if (type === "begin") fields++;
      if (type === "end") fields--;
      breaks ||= element.name === "w:br" && /^(?:page|column)$/.test(part.document.value(element, "w:type") ?? "");
    }
    const properties = childOf(block, "w:pPr");
    const isPlain = !properties || !(childOf(properties, "w:sectPr") || childOf(properties, "w:framePr"));
    if (block.name === "w:p" && before <= 0 && fields <= 0 && isPlain && !breaks) found.add(block);
  }
  positions.set(part, found);
  return found;
}
