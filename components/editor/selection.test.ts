import { expect, test } from "vitest";
import { NO_SELECTION, type Selection, select } from "./selection";

const LIST = ["a", "b", "c", "d", "e"];
const one = (selection: Selection, index: number) => select(selection, LIST, index, { range: false, most: 4 });
const range = (selection: Selection, index: number) => select(selection, LIST, index, { range: true, most: 4 });

test("selecting a segment twice deselects it", () => {
  const first = one(NO_SELECTION, 1);
  expect([...first.ids]).toEqual(["b"]);
  expect([...one(first, 1).ids]).toEqual([]);
  expect(one(first, 9)).toBe(first);
});

test("a range of segments starts at the last selected segment, can extend in both directions, and keeps earlier selections", () => {
  expect([...range(one(NO_SELECTION, 1), 3).ids]).toEqual(["b", "c", "d"]);
  expect([...range(one(one(NO_SELECTION, 4), 2), 0).ids].sort()).toEqual(["a", "b", "c", "e"]);
  expect([...range(NO_SELECTION, 2).ids], "without a start").toEqual(["c"]);
});

test("a selection contains at most as many segments as a bulk action accepts", () => {
  expect(range(one(NO_SELECTION, 0), 4).ids.size).toBe(4);
});
