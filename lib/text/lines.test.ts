import fc from "fast-check";
import { expect, test } from "vitest";
import { isTranslatable, splitLines } from "./lines";

test("joining the lines gives the very same text, whatever it holds", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "é", " ", "\t", "\n", "\r", "\r\n", "\u2028", "\0", "🎉", "\u00a0"),
  });
  fc.assert(
    fc.property(text, (plain) => {
      expect(
        splitLines(plain)
          .map(({ before, text, after }) => before + text + after)
          .join(""),
      ).toBe(plain);
    }),
  );
});

test("a line has no white space around it and no line end in it", () => {
  expect(splitLines("  one \r\n\r\n\ttwo\n")).toEqual([
    { before: "  ", text: "one", after: " \r\n" },
    { before: "", text: "", after: "\r\n" },
    { before: "\t", text: "two", after: "\n" },
  ]);
});

test.each([
  "",
  " ",
  "42",
  "3,14 €",
  "🎉🎉",
  "https://example.org/path",
  "me@example.org",
  "{name}",
  "%s: %d",
  "***",
  "12:30",
])("there is nothing to translate in %j", (plain) => {
  expect(isTranslatable(plain)).toBe(false);
});

test.each(["a", "42 houses", "Hello {name}", "日本", "See https://example.org"])(
  "there is something to translate in %j",
  (plain) => {
    expect(isTranslatable(plain)).toBe(true);
  },
);
