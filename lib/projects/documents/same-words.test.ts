import { expect, test } from "vitest";
import { type SourceText, sameWords } from "./same-words";

const same = (a: string | Partial<SourceText>, b: string | Partial<SourceText>) => {
  const text = (one: string | Partial<SourceText>): SourceText =>
    typeof one === "string" ? { source: one, codes: [] } : { source: "", codes: [], ...one };
  return sameWords(text(a), text(b));
};

test.each([
  ["punctuation", "Save changes.", "Save changes"],
  ["a dash between words", "The house - big", "The house big"],
  ["case", "Save Changes", "save changes"],
  ["white space", " Save  changes", "Save changes"],
  ["the Unicode form of a letter", "ｆile", "file"],
])("two sources that differ only in %s count as equal", (_, a, b) => {
  expect(same(a, b)).toBe(true);
});

test.each([
  ["a word", "Save changes", "Save change"],
  ["a decimal point", "Wait .5 s", "Wait 5 s"],
  ["a sign", "At -5 degrees", "At 5 degrees"],
  ["a code", { source: "a", codes: [{ id: 1, kind: "pair" as const }] }, { source: "a" }],
  [
    "a form",
    { source: "files", sourceForms: { one: "file", other: "files" } },
    { source: "files", sourceForms: { one: "a file", other: "files" } },
  ],
])("two sources that differ in %s count as different", (_, a, b) => {
  expect(same(a, b)).toBe(false);
});
