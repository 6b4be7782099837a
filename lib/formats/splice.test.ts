import { expect, test } from "vitest";
import { splice } from "./splice";

test("edits in any order replace only their ranges, and insertions at one place keep their order", () => {
  const edits = [
    { start: 4, end: 5, text: "E" },
    { start: 0, end: 0, text: "<" },
    { start: 2, end: 2, text: "1" },
    { start: 2, end: 2, text: "2" },
    { start: 6, end: 6, text: ">" },
  ];
  expect(splice("abcdef", edits)).toBe("<ab12cdEf>");
});

test("overlapping edits and edits outside of the source are faults", () => {
  expect(() =>
    splice("abc", [
      { start: 0, end: 2, text: "" },
      { start: 1, end: 3, text: "" },
    ]),
  ).toThrow(RangeError);
  expect(() => splice("abc", [{ start: 2, end: 4, text: "" }])).toThrow(RangeError);
});
