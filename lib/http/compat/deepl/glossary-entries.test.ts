import { expect, test } from "vitest";
import { readEntries, writeEntries } from "./glossary-entries";

const EN_DE = ["en", "de"] as const;

test("glossary entries are read from TSV and CSV", () => {
  expect(readEntries("Hello\tHallo\r\n\n a  b \tc", "tsv", EN_DE)).toEqual([
    ["Hello", "Hallo"],
    ["a b", "c"],
  ]);
  expect(
    writeEntries([
      ["a", "b"],
      ["c", "d"],
    ]),
  ).toBe("a\tb\nc\td");
  const csv = 'one,eins,en,de\n"t""wo","zw,ei",EN,DE\nthree,trois,en,fr\n"fo\nur",vier\n';
  expect(readEntries(csv, "csv", EN_DE)).toEqual([
    ["one", "eins"],
    ['t"wo', "zw,ei"],
    ["fo ur", "vier"],
  ]);
});

test("invalid glossary entries are refused", () => {
  for (const text of ["", "\n", "a", "a\t", "\tb", "a\tb\na\tc", "a\tb\0", `${"x".repeat(501)}\tb`])
    expect(() => readEntries(text, "tsv", EN_DE), JSON.stringify(text)).toThrow();
});
