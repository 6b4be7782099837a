import type { Patch } from "@/lib/formats/splice";
import { childOf, descendants, elementsOf, type XmlElement } from "@/lib/formats/xml";
import { insertChild, type PartPatches, setAttribute } from "./office-document";
import type { OpcPackage } from "./opc";
import type { Part } from "./part";
import { cellAt, cellsOf } from "./xlsx-cells";

/**
 * Wraps the texts of cells that the next cell would cut off, because two languages rarely fit. Their styles are copied,
 * so that titles that extend into empty cells keep theirs. Rows get the height that their texts need.
 */
export function wrapCutTexts(opc: OpcPackage): PartPatches[] {
  const [styles] = opc.parts(/spreadsheetml\.styles\+xml$/);
  const formats = styles && childOf(styles.document.root, "x:cellXfs");
  if (!styles || !formats) return [];
  const present = elementsOf(formats, "x:xf");
  const added = new Map<number, string>();
  const wrapped = (style: number): number | undefined => {
    const format = present[style];
    if (!format) return;
    if (!added.has(style)) added.set(style, wrappingFormat(styles, format));
    return present.length + [...added.keys()].indexOf(style);
  };
  const shared = opc
    .parts(/spreadsheetml\.sharedStrings\+xml$/)
    .flatMap((part) => elementsOf(part.document.root, "x:si").map((element) => lengthOf(part, element)));
  const sheets = opc.parts(/spreadsheetml\.worksheet\+xml$/).map((part) => {
    const patches: Patch[] = [];
    const lines = new Map<XmlElement, number>();
    const widthOf = columnWidths(part);
    for (const cell of cutCells(part)) {
      const style = wrapped(Number(part.document.value(cell, "s") ?? 0));
      if (style === undefined) continue;
      patches.push(setAttribute(part, cell, "s", `${style}`));
      const value = childOf(cell, "x:v");
      const length = (value ? shared[Number(part.document.text(value))] : lengthOf(part, cell)) ?? 0;
      const needed = Math.ceil((length * BOTH) / widthOf(cellAt(part.document.value(cell, "r") ?? "")?.column ?? 0));
      if (cell.parent) lines.set(cell.parent, Math.max(needed, lines.get(cell.parent) ?? 1));
    }
    for (const [row, count] of lines) patches.push(...rowHeight(part, row, count));
    return { part, patches };
  });
  if (added.size === 0) return [];
  const patches = [
    insertChild(styles, formats, [...added.values()].join(""), new Set()),
    setAttribute(styles, formats, "count", `${present.length + added.size}`),
  ];
  return [...sheets, { part: styles, patches }];
}

/** Texts whose right neighbour is a filled cell. */
function cutCells(part: Part): XmlElement[] {
  const cells = cellsOf(part);
  return cells.filter((cell, index) => {
    if (!/^(?:s|inlineStr)$/.test(part.document.value(cell, "t") ?? "")) return false;
    const next = cells[index + 1];
    if (!next || next.parent !== cell.parent || !elementsOf(next).length) return false;
    const [here, there] = [cell, next].map((one) => cellAt(part.document.value(one, "r") ?? ""));
    return here && there ? there.column === here.column + 1 : true;
  });
}

/** Factor for source and translation in one cell: translations are often longer, and lines not completely filled. */
const BOTH = 2.6;

/** Characters of a text; wide characters count twice. */
function lengthOf(part: Part, element: XmlElement): number {
  const text = [...descendants(element)]
    .filter(({ name }) => name === "x:t")
    .map((one) => part.document.text(one))
    .join("");
  return (
    text.length + (text.match(/[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/g)?.length ?? 0)
  );
}

/** The width of each column in characters. */
function columnWidths(part: Part): (column: number) => number {
  const number = (element: XmlElement | undefined, name: string) =>
    Number((element && part.document.value(element, name)) ?? 0);
  const { root } = part.document;
  const usual = number(childOf(root, "x:sheetFormatPr"), "defaultColWidth") || 8.43;
  const list = childOf(root, "x:cols");
  const columns = list ? elementsOf(list, "x:col") : [];
  return (column) => {
    const own = columns.find((one) => number(one, "min") <= column && column <= number(one, "max"));
    return Math.max(1, number(own, "width") || usual);
  };
}

/** Height of a line of text, and maximum height of a row, in points. */
const LINE = 15;
const MAX_HEIGHT = 409;

/** Sets the height of a row that needs more than the default, because not all programs fit rows to their texts. */
function rowHeight(part: Part, row: XmlElement, lines: number): Patch[] {
  const present = Number(part.document.value(row, "ht") ?? 0);
  const height = Math.min(MAX_HEIGHT, Math.max(present, lines * LINE));
  return height === present
    ? []
    : [setAttribute(part, row, "ht", `${height}`), setAttribute(part, row, "customHeight", "1")];
}

/** A copy of a cell format in which texts wrap. */
function wrappingFormat(part: Part, format: XmlElement): string {
  const { source } = part;
  const tag = part.document.tag(format);
  const open = source
    .slice(format.start, format.openEnd)
    .replace(/\s+applyAlignment="[^"]*"/, "")
    .replace(/\s*\/?>$/, ' applyAlignment="1">');
  const inner = format.openEnd === format.end ? "" : source.slice(format.openEnd, format.closeStart);
  const alignment = childOf(format, "x:alignment");
  if (!alignment) return `${open}<${tag.slice(0, tag.indexOf(":") + 1)}alignment wrapText="1"/>${inner}</${tag}>`;
  const present = source.slice(alignment.start, alignment.end);
  const wrapping = present.replace(/\s+wrapText="[^"]*"/, "").replace(/^<[\w:]+/, '$& wrapText="1"');
  return `${open}${inner.replace(present, () => wrapping)}</${tag}>`;
}
