import fc from "fast-check";
import { expect, test } from "vitest";
import { displayWidth } from "@/lib/formats/subtitles/layout";
import { readGrid } from "./grid";

const words = fc
  .array(fc.constantFrom("tea", "a", "kettle", "茶葉", "e\u0301te\u0301", "|", "+", "**bold**"), { maxLength: 7 })
  .map((list) => list.join(" "));

const rows = fc
  .integer({ min: 1, max: 3 })
  .chain((columns) =>
    fc.array(fc.array(words, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 4 }),
  );

/** A table with a border below each row and columns as wide as their widest text. */
function drawn(table: readonly (readonly string[])[]): string {
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => displayWidth(row[column]!))) + 2);
  const border = `+${widths.map((width) => "-".repeat(width)).join("+")}+`;
  const line = (row: readonly string[]) =>
    `|${row.map((text, i) => ` ${text}${" ".repeat(widths[i]! - 1 - displayWidth(text))}`).join("|")}|`;
  return [border, ...table.flatMap((row) => [line(row), border])].join("\n");
}

test("a redrawn grid table contains the new texts", () => {
  fc.assert(
    fc.property(rows, fc.array(fc.option(words), { minLength: 12, maxLength: 12 }), (table, others) => {
      const grid = readGrid(drawn(table))!;
      const texts = table.flat();
      expect(grid.cells.map(({ text }) => text)).toEqual(texts);
      expect(grid.draw(new Map())).toBe(drawn(table));
      const changed = new Map(texts.flatMap((_, i) => (others[i] ? [[i, others[i]!] as const] : [])));
      const again = readGrid(grid.draw(changed))!;
      expect(again.cells.map(({ text }) => text.replace(/\s+/g, " "))).toEqual(
        texts.map((text, i) => changed.get(i) ?? text),
      );
    }),
  );
});

test.each([
  ["a cell over two columns", "+--+--+\n| a   |\n+--+--+"],
  ["borders of other columns", "+--+--+\n|a |b |\n+-+---+"],
  ["a text beyond its border", "+--+\n|abc|\n+--+"],
  ["no border at the end", "+--+\n|a |"],
])("a grid table with %s can't be redrawn", (_, source) => {
  expect(readGrid(source)).toBeUndefined();
});
