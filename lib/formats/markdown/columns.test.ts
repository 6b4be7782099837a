import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "@/e2e/long";
import { displayWidth } from "@/lib/formats/subtitles/layout";
import { readColumns } from "./columns";

const lines = (...rows: readonly string[]) => rows.join("\n");
const redraw = (table: string, texts: Readonly<Record<number, string>>) =>
  readColumns(table)!.draw(new Map(Object.entries(texts).map(([index, text]) => [Number(index), text])));

const table = lines(
  "  Right  Left     Center    Default",
  "-------  ------ ----------  -------",
  "     12  Twelve    of it    12",
  "    123  Some       a b     Words here",
);

test("the dashed line of a simple table sets its column boundaries", () => {
  const cells = readColumns(table)!.cells.map(({ text }) => text);
  expect(cells).toEqual([
    ...["Right", "Left", "Center", "Default"],
    ...["12", "Twelve", "of it", "12"],
    ...["123", "Some", "a b", "Words here"],
  ]);
});

test("lines of a simple table are unchanged if their texts are unchanged", () => {
  expect(redraw(table, { 5: "Doce" })).toBe(
    table.replace("     12  Twelve    of it    12", "     12  Doce     of it     12"),
  );
});

test("columns of a simple table widen for longer texts and keep their alignment", () => {
  expect(redraw(table, { 0: "A la derecha", 2: "En el centro", 3: "Sin más", 9: "Unos cuantos" })).toBe(
    lines(
      " A la derecha  Left          En el centro   Sin más",
      "-------------  ------       --------------  -------",
      "           12  Twelve           of it       12",
      "          123  Unos cuantos      a b        Words here",
    ),
  );
});

test.each([
  ["a text that reaches into the next column", lines("Pot    Price", "----   -----", "Red orange 12")],
  ["a text before the first column", lines("  Pot    Price", "  ----   -----", "Red      12")],
  ["tabs", lines("Pot    Price", "----   -----", "Red\t12")],
  ["a quote", lines("> Pot    Price", "> ----   -----", "> Red    12")],
  ["no rows", lines("Pot    Price", "----   -----")],
])("lines that resemble a simple table are not read as a table if they have %s", (_, source) => {
  expect(readColumns(source)).toBeUndefined();
});

const word = fc
  .array(fc.constantFrom("tea", "a", "kettle", "茶葉", "e\u0301te\u0301", "-", "**bold**"), {
    minLength: 1,
    maxLength: 5,
  })
  .map((list) => list.join(" "))
  .filter((text) => /\p{L}/u.test(text));

test("writing and reading a simple table preserves its texts, positions and alignment", () => {
  const column = fc.record({
    side: fc.constantFrom("left", "right", "center", "default"),
    texts: fc.array(word, { minLength: 3, maxLength: 3 }),
  });
  fc.assert(
    fc.property(
      fc.array(column, { minLength: 2, maxLength: 4 }),
      fc.array(fc.option(word), { minLength: 12, maxLength: 12 }),
      (columns, others) => {
        const drawn = columns.map(({ side, texts }) => {
          const width = Math.max(3, ...texts.map(displayWidth)) + 2;
          const pad = (text: string) => {
            const free = width - displayWidth(text);
            const left = side === "right" ? free : side === "center" ? Math.floor(free / 2) : 0;
            return " ".repeat(left) + text + " ".repeat(free - left);
          };
          const dashes = side === "default" ? Math.max(3, displayWidth(texts[0]!)) : width;
          return [pad(texts[0]!), "-".repeat(dashes).padEnd(width), pad(texts[1]!), pad(texts[2]!)];
        });
        const source = [0, 1, 2, 3]
          .map((row) =>
            drawn
              .map((texts) => texts[row]!)
              .join("  ")
              .trimEnd(),
          )
          .join("\n");
        const read = readColumns(source)!;
        const texts = [0, 1, 2].flatMap((row) => columns.map((column) => column.texts[row]!));
        expect(read.cells.map(({ text }) => text)).toEqual(texts);
        const changed = new Map(texts.flatMap((_, i) => (others[i] ? [[i, others[i]] as const] : [])));
        const written = readColumns(read.draw(changed))!;
        expect(written.cells.map(({ text }) => text)).toEqual(texts.map((text, i) => changed.get(i) ?? text));
        expect(written.draw(new Map())).toBe(read.draw(changed));
      },
    ),
    { numRuns: runs(300) },
  );
});
