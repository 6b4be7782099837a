import fc from "fast-check";
import { expect, test } from "vitest";
import { type Cell, type CellRange, cellsWithin } from "./filled-cells";

const cell = fc.record({ column: fc.integer({ min: 1, max: 9 }), row: fc.integer({ min: 1, max: 9 }) });
const range = fc.tuple(cell, cell).map(([a, b]) => ({
  from: { column: Math.min(a.column, b.column), row: Math.min(a.row, b.row) },
  to: { column: Math.max(a.column, b.column), row: Math.max(a.row, b.row) },
}));
const byPlace = (a: Cell, b: Cell) => a.row - b.row || a.column - b.column;

test("cellsWithin returns exactly the cells within the ranges, whatever the order of cells and ranges", () => {
  fc.assert(
    fc.property(fc.array(cell), fc.array(range, { maxLength: 5 }), (cells, ranges) => {
      const expected = cells.filter((one) =>
        ranges.some(
          ({ from, to }) =>
            one.column >= from.column && one.column <= to.column && one.row >= from.row && one.row <= to.row,
        ),
      );
      expect([...cellsWithin(cells, ranges)].sort(byPlace)).toEqual([...expected].sort(byPlace));
    }),
  );
});

test("a cell range may include the last column of a sheet", () => {
  const last = { column: 26 + 26 ** 2 + 26 ** 3, row: 1 };
  expect(cellsWithin([last], [{ from: { column: 1, row: 1 }, to: last }]).size).toBe(1);
});

test("cellsWithin inspects each range and each cell only a few times, however many there are", () => {
  let looks = 0;
  const watched = (column: number, row: number): Cell => ({
    get column() {
      looks++;
      return column;
    },
    get row() {
      looks++;
      return row;
    },
  });
  const ranges: CellRange[] = Array.from({ length: 5_000 }, (_, i) => ({
    from: watched(1, i + 1),
    to: watched(2, i + 1_000),
  }));
  const cells = Array.from({ length: 10_000 }, (_, i) => watched(3, i + 1));
  expect(cellsWithin(cells, ranges).size).toBe(0);
  expect(looks).toBeLessThan(10 * (ranges.length + cells.length));
});
