import fc from "fast-check";
import { expect, test } from "vitest";
import { isTranslatable, splitParagraphs } from "./lines";

const words = ["a", "é", "water", "The", "report,", "end.", "- item", "1. One", "🎉"];
const joined = (plain: string) =>
  splitParagraphs(plain)
    .map(({ before, source, after }) => before + source + after)
    .join("");

test("joining the paragraphs of a divided text restores the text", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "é", " ", "\t", "\n", "\r", "\r\n", "\u2028", "\0", "🎉", "\u00a0"),
  });
  const prose = fc
    .array(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 30 }), { maxLength: 12 })
    .map((lines) => lines.map((line) => line.join(" ")).join("\n"));
  fc.assert(
    fc.property(fc.oneof(text, prose), (plain) => {
      expect(joined(plain)).toBe(plain);
      for (const paragraph of splitParagraphs(plain)) {
        expect(paragraph.layOut(paragraph.text)).toBe(paragraph.source);
        const lines = (written: string) => written.split(/\r\n|[\n\r]/).length;
        expect(lines(paragraph.layOut(`${paragraph.text} und mehr Wörter`))).toBe(lines(paragraph.source));
      }
    }),
  );
});

test("a line of a divided text contains no line break and no white space at its ends", () => {
  expect(splitParagraphs("  one \r\n\r\n\ttwo\n")).toMatchObject([
    { before: "  ", text: "one", after: " \r\n" },
    { before: "", text: "", after: "\r\n" },
    { before: "\t", text: "two", after: "\n" },
  ]);
});

const WRAPPED = `The committee will publish the final report about the quality of
water in the river next month. It has been written by people who
know the river well.`;

test("a hard-wrapped paragraph becomes one text, and the translation is wrapped into as many lines as the source", () => {
  const [first, blank, second] = splitParagraphs(`${WRAPPED}\r\n\r\n  Another one`.replaceAll("\r\n", "\n"));
  expect(first!.text).toBe(WRAPPED.replaceAll("\n", " "));
  expect([blank!.text, second!.text]).toEqual(["", "Another one"]);
  const spanish =
    "El comité publicará el informe final sobre la calidad del agua en el río el mes que viene. Lo ha escrito gente que conoce bien el río.";
  const lines = first!.layOut(spanish).split("\n");
  expect(lines).toHaveLength(3);
  expect(lines.join(" ")).toBe(spanish);
  expect(lines[2]!.length).toBeLessThan(lines[0]!.length);
});

test("a paragraph whose last line is a single letter can be wrapped for a translation of any length", () => {
  const [paragraph] = splitParagraphs("the water of the river that the report of the committee calls\na");
  expect(paragraph!.layOut("das Wasser des Flusses und mehr Wörter")).toBe("das Wasser des Flusses und mehr\nWörter");
  expect(paragraph!.layOut("Flusswasser")).toBe("Flusswasser");
});

test("a long line does not end a paragraph if its sentence continues on the next line", () => {
  const plain =
    "These are the rules for the work of the whole committee.  If\nsome parts of that work are not made by its members, they stand\napart, and none of this is said of them.";
  expect(splitParagraphs(plain).map(({ text }) => text)).toEqual([plain.replaceAll("\n", " ")]);
});

test("a hard-wrapped paragraph in capitals becomes one text", () => {
  const plain =
    "THERE IS NO PROMISE OF ANY KIND THAT THE WATER OF THE RIVER IS\nFIT TO DRINK, NOR THAT ANYONE WILL CLEAN IT, TO THE EXTENT THAT\nTHE LAW ALLOWS IT.";
  expect(splitParagraphs(plain)).toHaveLength(1);
});

test("a wrapped translation keeps the paragraph's indentation and line endings", () => {
  const indented = WRAPPED.replaceAll("\n", "\r\n    ");
  const [paragraph] = splitParagraphs(`  ${indented}\r\n`);
  expect(paragraph).toMatchObject({ before: "  ", source: indented, after: "\r\n" });
  expect(paragraph!.layOut("ein zwei drei vier fünf sechs sieben acht neun zehn")).toMatch(/^.+\r\n {4}.+\r\n {4}.+$/);
});

test.each([
  [
    "verse",
    "Shall I compare thee to a summer's day?\nThou art more lovely and more temperate:\nRough winds do shake the darling buds of May,\nAnd summer's lease hath all too short a date:",
  ],
  ["short lines", "the house is big\nand the tree is green\nand so on"],
  ["a list", `- ${WRAPPED.split("\n")[0]}\n- and a second point of the list that is about as long as it\n- third`],
  [
    "lines that their author ended",
    "the first of them\nsomething that is longer than all of the other lines of this text\nand one more",
  ],
  [
    "a table",
    "the first column of the table      the second column of it, wide\nand the second row of the table    with another cell that is wide",
  ],
])("text that is %s is divided line by line", (_, plain) => {
  expect(splitParagraphs(plain).map(({ text }) => text)).toEqual(plain.split("\n").map((line) => line.trim()));
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
])("isTranslatable returns false for a text without words: %j", (plain) => {
  expect(isTranslatable(plain)).toBe(false);
});

test.each(["a", "42 houses", "Hello {name}", "日本", "See https://example.org"])(
  "isTranslatable returns true for a text with words: %j",
  (plain) => {
    expect(isTranslatable(plain)).toBe(true);
  },
);

const wide = (length: number, start: string) => {
  const words = `${start} ${"word ".repeat(40)}`.slice(0, length);
  return words.endsWith(" ") ? `${words.slice(0, -1)}s` : words;
};
const counts = (...lines: string[]) => splitParagraphs(lines.join("\n")).length;

test("consecutive lines are joined only if the longest line has at least 50 characters", () => {
  expect(counts(wide(50, "The"), "the rest.")).toBe(1);
  expect(counts(wide(49, "The"), "the rest.")).toBe(2);
});

test("a line of fewer than 50 characters is not joined to the next line, even if that line is longer", () => {
  expect(counts(wide(50, "The"), wide(80, "lower"), "the rest.")).toBe(1);
  expect(counts(wide(49, "The"), wide(80, "lower"), "the rest.")).toBe(2);
});

test("a list item with a two-digit number starts a new line", () => {
  expect(counts(wide(60, "The"), wide(60, "lower"), wide(60, "12. Item"), wide(60, "lower"))).toBe(2);
  expect(counts(wide(60, "The"), wide(60, "lower"), wide(60, "lower"), wide(60, "lower"))).toBe(1);
});

test("lines in capitals are joined only if there are three or more", () => {
  const loud = wide(60, "THE").toUpperCase();
  expect(counts(loud, loud)).toBe(2);
  expect(counts(loud, loud, loud)).toBe(1);
});

test("the lines of a wrapped translation have the same relative lengths as the lines of the source", () => {
  const [paragraph] = splitParagraphs(`${wide(100, "The")}\n${wide(50, "lower")}.`);
  const lines = paragraph!.layOut(`${"wort ".repeat(60)}ende`).split("\n");
  expect(lines).toHaveLength(2);
  expect(lines[0]!.length / lines[1]!.length).toBeGreaterThan(1.7);
  expect(lines[0]!.length / lines[1]!.length).toBeLessThan(2.3);
});
