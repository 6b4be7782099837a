import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "@/e2e/long";
import { matchPercent } from "./fuzzy";

describe("matchPercent", () => {
  it.each([
    // Only the identical text is a full match.
    ["Save the file", "Save the file", 100],
    ["Save the  file", "Save the file", 99],
    ["Page 3 of 10", "Page 4 of 12", 99],
    ["<g1>Save</g1> it", "<g2>Save</g2> it", 99],
    // Names that differ in a digit are different words.
    ["Play the MP3 file", "Play the MP4 file", 75],
    // A different word counts with its share of all words.
    ["Save the file", "Save the folder", 66],
    ["Save the file now", "Save the file", 75],
    // A number counts as a word.
    ["Open page 3", "Open page", 66],
    ["The server could not be reached.", "The server could not be found.", 83],
    ["one two three four five six seven eight nine ten", "one two three four five six seven eight nine eleven", 90],
    // Punctuation, codes and case count little.
    ["Save the file", "Save the file.", 93],
    ["Save the <g1>file</g1>", "Save the file", 88],
    ["Save the file", "save the file", 96],
    // A closing code never equals an opening or single code.
    ["<g1>Save</g1>", "<x1/>Save<x1/>", 85],
    // The order of words counts.
    ["red green blue", "blue green red", 33],
    ["Hello", "Goodbye", 0],
    ["", "Goodbye", 0],
    // Scripts without spaces are compared by character.
    ["保存文件", "打开文件", 50],
  ])("matchPercent gives the expected similarity of %j and %j", (a, b, percent) => {
    expect(matchPercent(a, b)).toBe(percent);
  });

  it("matchPercent is symmetric, returns integers, and returns 100 only for identical texts", () => {
    const text = fc
      .array(
        fc.constantFrom("save ", "Save ", "the ", "file", ".", " 12 ", " 7", "<g1>", "</g1>", "<x2/>", "語", " "),
        {
          maxLength: 20,
        },
      )
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, text, (a, b) => {
        const percent = matchPercent(a, b);
        expect(percent).toBe(matchPercent(b, a));
        expect(Number.isInteger(percent) && percent >= 0 && percent <= 100).toBe(true);
        expect(percent === 100).toBe(a === b);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it("matchPercent distinguishes long texts that differ only at the end", { timeout: 10_000 }, () => {
    const [a, b] = ["lorem ipsum ", "dolor sit "].map((words) => words.repeat(8_000));
    expect(matchPercent(a!, b!)).toBe(0);
    expect(matchPercent(`${a}${a}`, `${a}${b}`)).toBeLessThan(55);
  });
});

it("matchPercent distinguishes the closing tag of a code pair from its opening tag", () => {
  const around = matchPercent("<g1>red</g1> house now", "red<g1> house</g1> now");
  expect(around).toBeLessThan(matchPercent("<g1>red</g1> house now", "<g1>red</g1> house now."));
});
