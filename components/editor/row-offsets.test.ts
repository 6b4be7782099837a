import { describe, expect, test } from "vitest";
import { RowOffsets } from "./row-offsets";

const ESTIMATE = 68;

describe("offsets of rows", () => {
  test("a row's offset equals the sum of the heights of the rows above it, whether measured or estimated", () => {
    const heights = Array.from({ length: 1_000 }, (_, i) => 20 + ((i * 7919) % 131));
    const rows = new RowOffsets(heights.length, (i) => (i % 3 === 0 ? heights[i]! : ESTIMATE));
    for (const [i, height] of heights.entries()) rows.measure(i, height);
    let start = 0;
    for (const [i, height] of heights.entries()) {
      expect(rows.start(i)).toBe(start);
      expect(rows.at(start)).toBe(i);
      expect(rows.at(start + height - 1)).toBe(i);
      start += height;
      expect(rows.end(i)).toBe(start);
    }
    expect(rows.total).toBe(start);
  });

  test("measuring a row returns its change in height and moves only the rows after that row", () => {
    const rows = new RowOffsets(5, () => ESTIMATE);
    expect(rows.measure(2, 100)).toBe(32);
    expect(rows.measure(2, 100)).toBe(0);
    expect([0, 1, 2, 3, 4].map((i) => rows.start(i))).toEqual([0, 68, 136, 236, 304]);
  });

  test("an offset before or after the list returns the first or last row", () => {
    const rows = new RowOffsets(3, () => 10);
    expect([-5, 0, 29, 30, 1_000].map((offset) => rows.at(offset))).toEqual([0, 0, 2, 2, 2]);
    const none = new RowOffsets(0, () => 10);
    expect([none.at(0), none.total, none.measure(0, 5)]).toEqual([0, 0, 0]);
  });

  test("measuring a row outside the list changes nothing", () => {
    const rows = new RowOffsets(3, () => 10);
    expect([rows.measure(-1, 99), rows.measure(3, 99), rows.total]).toEqual([0, 0, 30]);
  });

  test("updating one of 100,000 rows takes a few steps, not a step for each row", () => {
    const count = 100_000;
    let steps = 0;
    const rows = new RowOffsets(
      count,
      () => ESTIMATE,
      (length) =>
        new Proxy(new Array<number>(length).fill(0), {
          get: (target, name) => {
            steps++;
            return Reflect.get(target, name);
          },
        }),
    );
    for (const index of [0, 1, 49_999, 65_535, 99_999]) {
      steps = 0;
      rows.measure(index, 120);
      rows.start(index + 1);
      rows.at(index * ESTIMATE);
      expect(rows.total).toBeGreaterThan(count * ESTIMATE);
      // Four searches of at most log2(count) steps, and the height itself.
      expect(steps).toBeLessThan(5 * Math.ceil(Math.log2(count)));
    }
  });
});
