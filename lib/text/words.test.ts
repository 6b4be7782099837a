import { expect, test } from "vitest";
import { codePoints, countWords } from "./words";

test.each([
  ["", 0],
  ["abc", 3],
  ["🎉", 1],
  ["👩‍👧", 3],
  ["\ud83c", 1],
  ["\udf89\ud83c", 2],
  ["a\ud83c🎉", 3],
])("counting the characters of %j gives %i code points", (text, count) => {
  expect(codePoints(text)).toBe(count);
});

test("words are counted in scripts without spaces", () => {
  expect(countWords("The red house, don't you think?", "en")).toBe(6);
  expect(countWords("", "en")).toBe(0);
  expect(countWords("私は学生です", "ja")).toBeGreaterThan(2);
});
