import { childOf, elementsOf, type XmlElement } from "@/lib/formats/xml";
import { type Cell, type CellRange, cellsWithin } from "./filled-cells";
import type { Part } from "./part";
import { escapedString, plainUnit, type StringUnit, stringUnit } from "./xlsx-strings";

/** Whether a sheet contains inline strings. This is cheap, because large workbooks are mostly numbers. */
export function containsStrings(sheet: Buffer): boolean {
  return sheet.includes("inlineStr") || sheet.includes('t="str"');
}

/**
 * Inline strings of cells. Some programs write them as formula results without a formula (ECMA-376 part 1, section
 * 18.18.11, `str`): these count as text, unless a formula of another cell fills the cell.
 */
export function inlineStrings(part: Part, isChosen: (cell: XmlElement) => boolean = () => true): StringUnit[] {
  const cells = cellsOf(part);
  const isFilled = filledCells(part, cells);
  return cells.flatMap((cell) => {
    if (!isChosen(cell)) return [];
    const type = part.document.value(cell, "t");
    const string = type === "inlineStr" ? childOf(cell, "x:is") : undefined;
    if (string) return stringUnit(part, string) ?? [];
    const value = isResult(part, cell) && !isFilled(cell) ? childOf(cell, "x:v") : undefined;
    return value ? (plainUnit(part, value, value, escapedString) ?? []) : [];
  });
}

/** Whether a cell has a string written as a formula result, but no formula. */
function isResult(part: Part, cell: XmlElement): boolean {
  return part.document.value(cell, "t") === "str" && !childOf(cell, "x:f");
}

/** The cells of a sheet, row by row. */
export function cellsOf(part: Part): XmlElement[] {
  const data = childOf(part.document.root, "x:sheetData");
  return data ? elementsOf(data, "x:row").flatMap((row) => elementsOf(row, "x:c")) : [];
}

/** The cells that a formula of another cell fills. */
function filledCells(part: Part, cells: readonly XmlElement[]): (cell: XmlElement) => boolean {
  const ranges = filledRanges(part, cells);
  if (ranges.length === 0) return () => false;
  const places = cells.flatMap((element) => {
    const place = isResult(part, element) && cellAt(part.document.value(element, "r") ?? "");
    return place ? [{ ...place, element }] : [];
  });
  const filled = new Set([...cellsWithin(places, ranges)].map(({ element }) => element));
  return (cell) => filled.has(cell);
}

const FILLING = new Set(["array", "dataTable"]);

/** Ranges that array formulas and data tables fill. The formula is in the first cell. */
function filledRanges(part: Part, cells: readonly XmlElement[]): CellRange[] {
  return cells.flatMap((cell) => {
    const formula = childOf(cell, "x:f");
    const reference = formula && part.document.value(formula, "ref");
    if (!formula || !reference?.includes(":") || !FILLING.has(part.document.value(formula, "t") ?? "")) return [];
    const [one, other] = reference.split(":").map(cellAt);
    if (!one || !other) return [];
    return [
      {
        from: { column: Math.min(one.column, other.column), row: Math.min(one.row, other.row) },
        to: { column: Math.max(one.column, other.column), row: Math.max(one.row, other.row) },
      },
    ];
  });
}

/** Parses a cell reference: `BC12` is column 55, row 12. */
export function cellAt(reference: string): Cell | null {
  const match = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(reference);
  if (!match) return null;
  const column = [...match[1]!].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { column, row: Number(match[2]) };
}
