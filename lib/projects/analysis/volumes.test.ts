import { expect, test } from "vitest";
import { Volumes } from "./volumes";

const TEXT = { words: 10, characters: 50 };

test("the total of an analysis equals the sum of its bands, before and after the translation work", () => {
  const volumes = new Volumes(null);
  volumes.add("new", "machine", TEXT);
  volumes.add("repetition", "repetition", TEXT);
  volumes.add("fuzzy85", "untranslated", TEXT);
  const { before, after } = volumes.view();
  expect(before.total).toEqual({ segments: 3, words: 30, characters: 150, cost: null });
  expect(after.total).toEqual(before.total);
  expect([before.new.words, before.fuzzy85.segments, after.machine.words, after.untranslated.words]).toEqual([
    10, 1, 10, 10,
  ]);
});

test("costs follow the rate of each band: repetitions are free by default, and untranslated text costs nothing after the work", () => {
  const volumes = new Volumes({ currency: "EUR", perWord: 0.12, percent: { fuzzy85: 60, machine: 40 } });
  volumes.add("new", "machine", TEXT);
  volumes.add("repetition", "repetition", TEXT);
  volumes.add("fuzzy85", "untranslated", TEXT);
  const { before, after } = volumes.view();
  expect([before.new.cost, before.repetition.cost, before.fuzzy85.cost, before.total.cost]).toEqual([
    1.2, 0, 0.72, 1.92,
  ]);
  expect([after.machine.cost, after.untranslated.cost, after.total.cost]).toEqual([0.48, 0, 0.48]);
});
