import type { Part } from "@/lib/formats/office/part";
import { escapedString, plainUnit, type StringUnit, stringUnit } from "@/lib/formats/office/xlsx-strings";
import { childOf, elementsOf, type XmlElement } from "@/lib/formats/xml";

/** Whether a sheet has strings in its cells, not only in the shared table. Cheap: large workbooks are mostly numbers. */
export function holdsStrings(sheet: Buffer): boolean {
  return sheet.includes("inlineStr") || sheet.includes('t="str"');
}

/**
 * The strings that stand in the cells themselves. Some programs write theirs as those of formulas, without a formula
 * (ECMA-376 part 1, section 18.18.11, `str`): they are texts like others, unless a formula elsewhere fills the cell.
 */
export function inlineStrings(part: Part): StringUnit[] {
  const cells = cellsOf(part);
  const filled = filledRanges(part, cells);
  return cells.flatMap((cell) => {
    const type = part.document.value(cell, "t");
    const string = type === "inlineStr" ? childOf(cell, "x:is") : undefined;
    if (string) return stringUnit(part, string) ?? [];
    const value = type === "str" && !childOf(cell, "x:f") ? childOf(cell, "x:v") : undefined;
    if (!value || isWithin(part.document.value(cell, "r"), filled)) return [];
    return plainUnit(part, value, value, escapedString) ?? [];
  });
}

/** The cells of a sheet, row by row. */
export function cellsOf(part: Part): XmlElement[] {
  const data = childOf(part.document.root, "x:sheetData");
  return data ? elementsOf(data, "x:row").flatMap((row) => elementsOf(row, "x:c")) : [];
}

type Cell = { readonly column: number; readonly row: number };
type Range = { readonly from: Cell; readonly to: Cell };

const FILLING = new Set(["array", "dataTable"]);

/** Cells that array formulas and data tables fill: the formula stands in the first one only. */
function filledRanges(part: Part, cells: readonly XmlElement[]): Range[] {
  return cells.flatMap((cell) => {
    const formula = childOf(cell, "x:f");
    const reference = formula && part.document.value(formula, "ref");
    if (!reference || !FILLING.has(part.document.value(formula, "t") ?? "")) return [];
    const [first = "", last = first] = reference.split(":");
    const [from, to] = [cellAt(first), cellAt(last)];
    return from && to ? [{ from, to }] : [];
  });
}

function isWithin(reference: string | undefined, ranges: readonly Range[]): boolean {
  const cell = ranges.length > 0 && reference ? cellAt(reference) : null;
  if (!cell) return false;
  return ranges.some(
    ({ from, to }) =>
      cell.column >= from.column && cell.column <= to.column && cell.row >= from.row && cell.row <= to.row,
  );
}

/** `BC12` is column 55 of row 12. */
function cellAt(reference: string): Cell | null {
  const match = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(reference);
  if (!match) return null;
  const column = [...match[1]!].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { column, row: Number(match[2]) };
}
