import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { compilePattern, MAX_PATTERN_LENGTH, type Pattern, withReplacements } from "./pattern";

function pattern(source: string, caseSensitive?: boolean): Pattern {
  const compiled = compilePattern(source, caseSensitive);
  if (typeof compiled === "string") throw new Error(compiled);
  return compiled;
}

describe("custom check patterns", () => {
  test("a pattern returns its matches in order, with UTF-16 offsets", () => {
    expect(pattern("\\d+ ?%").find("😀 10 % und 20%", 9)).toEqual([
      { start: 3, end: 7 },
      { start: 12, end: 15 },
    ]);
    expect(pattern("\\d").find("123", 2)).toHaveLength(2);
    expect(pattern("straße", false).find("STRASSE, Straße", 9)).toEqual([{ start: 9, end: 15 }]);
    expect(pattern("x*").find("axxa", 9)).toEqual([{ start: 1, end: 3 }]);
  });

  test("a pattern's replacement text can refer to groups by number and name", () => {
    const replace = (source: string, text: string, replacement: string) =>
      withReplacements(text, pattern(source).replacements(text, replacement));
    expect(replace("(\\d+)\\.(?P<cents>\\d{2}) €", "Ab 5.90 € und 12.00 €", "$1,$<cents> $$ [$0]")).toBe(
      "Ab 5,90 $ [5.90 €] und 12,00 $ [12.00 €]",
    );
    expect(replace("(a)|(b)", "ab", "<$1$2$3>")).toBe("<a><b>");
  });

  test("a pattern is compiled on first use", () => {
    const word = `w${randomUUID()}`;
    expect(pattern(word).find(`a ${word}`, 9)).toEqual([{ start: 2, end: 2 + word.length }]);
  });

  test("an unsupported or invalid pattern is refused with the reason", () => {
    expect(compilePattern("(a")).toContain("missing");
    expect(compilePattern("(?=a)")).toContain("(?=");
    expect(compilePattern("(a)\\1")).toContain("\\1");
    expect(compilePattern("a".repeat(MAX_PATTERN_LENGTH + 1))).toContain("longer");
    expect(compilePattern("((a{0,100}){0,100}){0,10}")).toMatch(/repeat/);
  });

  test.each(["(a+)+$", "(a|aa)*b", "(.*a){8}b", "(?:a?){40}a{40}c"])(
    "matching a pattern takes linear time: %s",
    (source) => {
      // A backtracking engine would need an astronomical number of steps.
      expect(pattern(source).find(`${"a".repeat(5_000)}!`, 20)).toEqual([]);
    },
  );
});
