import type { FormatOptions } from "@/lib/formats/format";
import { columnOf } from "@/lib/formats/tables/csv-columns";
import { childOf, elementsOf, type XmlElement } from "@/lib/formats/xml";
import type { OpcPackage } from "./opc";
import type { Part } from "./part";
import { cellAt, cellsOf } from "./xlsx-cells";

export type ColumnFilter = {
  /** True if a cell is to be translated. */
  readonly isChosen: (part: Part, cell: XmlElement) => boolean;
  /** Requested column names that no sheet has. */
  readonly unknown: readonly string[];
};

/**
 * Selects cells of the requested columns: by the text in a sheet's first row, otherwise by letter. `header: true` skips
 * that row. Null selects all cells. Cells with an equal text change too, because the file stores it once.
 */
export function columnFilter(
  opc: OpcPackage,
  sheets: readonly Part[],
  { columns, header }: Pick<FormatOptions, "columns" | "header">,
): ColumnFilter | null {
  if (!columns && !header) return null;
  const shared = opc
    .parts(/spreadsheetml\.sharedStrings\+xml$/)
    .flatMap((part) => elementsOf(part.document.root, "x:si").map((string) => textOf(part, string)));
  const known = new Set<string>();
  const chosen = new Map<Part, ReadonlySet<number>>();
  for (const part of columns ? sheets : []) {
    const names = new Map(
      cellsOf(part).flatMap((cell): [string, number][] => {
        const place = positionOf(part, cell);
        return place?.row === 1 ? [[cellText(part, cell, shared).trim().toLowerCase(), place.column]] : [];
      }),
    );
    const found = columns!.flatMap((name) => {
      const named = names.get(name.trim().toLowerCase());
      const letters = columnOf(name);
      const column = named ?? (letters === undefined ? undefined : letters + 1);
      if (column !== undefined) known.add(name);
      return column ?? [];
    });
    chosen.set(part, new Set(found));
  }
  return {
    isChosen: (part, cell) => {
      const place = positionOf(part, cell);
      if (!place) return !columns;
      return !(header && place.row === 1) && (!columns || (chosen.get(part)?.has(place.column) ?? false));
    },
    unknown: (columns ?? []).filter((name) => !known.has(name)),
  };
}

function positionOf(part: Part, cell: XmlElement) {
  return cellAt(part.document.value(cell, "r") ?? "");
}

function cellText(part: Part, cell: XmlElement, shared: readonly string[]): string {
  const inline = childOf(cell, "x:is");
  if (inline) return textOf(part, inline);
  const value = childOf(cell, "x:v");
  const text = value ? part.document.text(value) : "";
  return part.document.value(cell, "t") === "s" ? (shared[Number(text)] ?? "") : text;
}

/** The text of a string without phonetic guides. */
function textOf(part: Part, string: XmlElement): string {
  return elementsOf(string)
    .filter(({ name }) => name !== "x:rPh")
    .map((element) => part.document.text(element))
    .join("");
}
