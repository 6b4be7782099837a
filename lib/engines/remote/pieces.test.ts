import { expect, test } from "vitest";
import { cutSegment } from "./pieces";

const codes = [
  { id: 1, kind: "pair" as const },
  { id: 2, kind: "placeholder" as const, equiv: "{name}" },
  { id: 3, kind: "single" as const },
];

const sent = (text: string, limit = 1_000): string[] =>
  cutSegment({ text, codes }, limit).pieces.map((piece) => piece.text);

test.each([
  ["white space at the edges", " \tone two\u00a0", ["one two"]],
  ["points at the edges", "<x3/> one <x3/> two<x3/>", ["one <x3/> two"]],
  ["what stands for words", "<x2/> is here", ["<x2/> is here"]],
  ["lines apart", "one\r\n\r\ntwo\u2028three", ["one", "two", "three"]],
  ["control characters out", "one\0two\ud800", ["one", "two"]],
  ["nothing without words", "12 % — 👍 <x3/>", []],
])("a text is divided into pieces that fit an engine's limit: %s", (_, text, expected) => {
  expect(sent(text)).toEqual(expected);
});

test("a text is divided at spaces into pieces within the limit, and a word longer than the limit is not sent", () => {
  expect(sent("one two three four", 9)).toEqual(["one two", "three", "four"]);
  expect(sent(`${"x".repeat(20)} one`, 9)).toEqual(["one"]);
  for (const piece of sent("<g1>word</g1> ".repeat(500), 100))
    expect(piece.replace(/<[^>]+>/g, "").length).toBeLessThan(101);
});

test("joining pieces that were not translated restores the text, for any text and limit", () => {
  const texts = [
    "",
    " ",
    "<x3/>",
    "  <g1>one <x2/></g1> two\n\n three\0<x3/> ",
    "a ".repeat(100),
    `${"x".repeat(50)} y ${"z".repeat(50)}`,
    "&lt;g1> &amp; <g1>four</g1>\t",
    "\ud83d\ude00 word \ud83d",
  ];
  for (const text of texts)
    for (const limit of [1, 2, 7, 30, 1_000]) {
      const { pieces, join } = cutSegment({ text, codes }, limit);
      expect(join(pieces.map((piece) => piece.text))).toBe(text);
    }
});
