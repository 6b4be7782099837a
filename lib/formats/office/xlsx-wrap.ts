import { childOf, elementsOf, type XmlElement } from "@/lib/formats/xml";
import { insertChild, type PartPatches, setAttribute } from "./office-document";
import type { OpcPackage } from "./opc";
import type { Part } from "./part";
import type { Patch } from "./patch";
import { cellAt, cellsOf } from "./xlsx-cells";

/**
 * Lets texts wrap in cells that the next one would cut off: two languages rarely fit. Their styles are copied, so that
 * titles that run into free cells stay as they are. Rows get the height that their texts need.
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
  const sheets = opc.parts(/spreadsheetml\.worksheet\+xml$/).map((part) => {
    const patches: Patch[] = [];
    const heights = new Set<XmlElement>();
    for (const cell of cutCells(part)) {
      const style = wrapped(Number(part.document.value(cell, "s") ?? 0));
      if (style === undefined) continue;
      patches.push(setAttribute(part, cell, "s", `${style}`));
      if (cell.parent) heights.add(cell.parent);
    }
    for (const row of heights) patches.push(...withoutHeight(part, row));
    return { part, patches };
  });
  if (added.size === 0) return [];
  const patches = [
    insertChild(styles, formats, [...added.values()].join(""), new Set()),
    setAttribute(styles, formats, "count", `${present.length + added.size}`),
  ];
  return [...sheets, { part: styles, patches }];
}

/** Texts next to a filled cell on their right. */
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

/** Without a height of its own a row takes that of its texts when the workbook is opened. */
function withoutHeight(part: Part, row: XmlElement): Patch[] {
  const tag = part.source.slice(row.start, row.openEnd);
  return [...tag.matchAll(/\s(?:ht|customHeight)="[^"]*"/g)].map(({ 0: raw, index }) => ({
    start: row.start + index,
    end: row.start + index + raw.length,
    raw: [],
  }));
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
