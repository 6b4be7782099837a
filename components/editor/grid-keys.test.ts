import { expect, test } from "vitest";
import { cellAfter, cellInOrder } from "./grid-keys";

const SIZE = { rows: 100, columns: 3 };
const press = (key: string, more = {}) => ({ key, ctrlKey: false, metaKey: false, shiftKey: false, ...more });

test("arrow keys move in the reading direction and stop at the edges of the grid", () => {
  const from = { row: 0, column: 1 };
  expect(cellAfter(from, SIZE, press("ArrowRight"), false)).toEqual({ row: 0, column: 2 });
  expect(cellAfter(from, SIZE, press("ArrowRight"), true)).toEqual({ row: 0, column: 0 });
  expect(cellAfter(from, SIZE, press("ArrowUp"), false)).toEqual(from);
  expect(cellAfter(from, SIZE, press("PageDown"), false)).toEqual({ row: 10, column: 1 });
  expect(cellAfter(from, SIZE, press("End", { ctrlKey: true }), false)).toEqual({ row: 99, column: 2 });
  expect(cellAfter(from, SIZE, press("a"), false)).toBeNull();
});

test("Tab moves to the next row at a row's end, and leaves the grid at its first and last cell", () => {
  expect(cellInOrder({ row: 0, column: 2 }, SIZE, 1)).toEqual({ row: 1, column: 0 });
  expect(cellInOrder({ row: 1, column: 0 }, SIZE, -1)).toEqual({ row: 0, column: 2 });
  expect([cellInOrder({ row: 0, column: 0 }, SIZE, -1), cellInOrder({ row: 99, column: 2 }, SIZE, 1)]).toEqual([
    null,
    null,
  ]);
});
