import { describe, expect, it, test } from "vitest";
import { applyPatches, splice } from "./splice";

test("edits are applied in any order without changing other text, and insertions at the same position keep their order", () => {
  const edits = [
    { start: 4, end: 5, text: "E" },
    { start: 0, end: 0, text: "<" },
    { start: 2, end: 2, text: "1" },
    { start: 2, end: 2, text: "2" },
    { start: 6, end: 6, text: ">" },
  ];
  expect(splice("abcdef", edits)).toBe("<ab12cdEf>");
});

test("overlapping edits and edits outside the source are refused", () => {
  expect(() =>
    splice("abc", [
      { start: 0, end: 2, text: "" },
      { start: 1, end: 3, text: "" },
    ]),
  ).toThrow(RangeError);
  expect(() => splice("abc", [{ start: 2, end: 4, text: "" }])).toThrow(RangeError);
});

const source = "0123456789";

describe("applyPatches", () => {
  it("applyPatches applies replacements and insertions in any order and keeps all other text", () => {
    const patches = [
      { start: 6, end: 8, raw: ["B"] },
      { start: 2, end: 2, raw: ["i"] },
      { start: 2, end: 4, raw: ["A"] },
      { start: 10, end: 10, raw: ["!"] },
    ];
    expect(applyPatches(source, patches)).toBe("01iA45B89");
    expect(applyPatches(source, [])).toBe(source);
  });

  it("applyPatches applies a patch inside an outer patch only where the outer patch keeps the source text", () => {
    const patches = [
      { start: 1, end: 9, raw: [{ start: 6, end: 8 }, "-", { start: 1, end: 4 }] },
      { start: 1, end: 2, raw: ["a"] },
      { start: 4, end: 5, raw: ["lost"] },
      { start: 7, end: 8, raw: ["b"] },
    ];
    expect(applyPatches(source, patches)).toBe("06b-a239");
  });

  it("applyPatches accepts a patch whose replacement contains the replaced source range several times", () => {
    expect(applyPatches("ab", [{ start: 0, end: 1, raw: ["x", { start: 0, end: 1 }, { start: 0, end: 1 }] }])).toBe(
      "xaab",
    );
  });

  it("applyPatches refuses overlapping patches", () => {
    const patches = [
      { start: 1, end: 9, raw: [{ start: 1, end: 5 }] },
      { start: 4, end: 6, raw: ["x"] },
    ];
    expect(() => applyPatches(source, patches)).toThrow(RangeError);
  });
});
