import { describe, expect, it } from "vitest";
import { NATURAL_PAIRS, type NaturalPair } from "@/e2e/doubles/natural-pairs";
import { checkTranslation } from "./check";

describe("good translations", () => {
  it("the collection of good translations has at least sixty entries and covers the main languages", () => {
    expect(NATURAL_PAIRS.length).toBeGreaterThanOrEqual(60);
    const languages = new Set(NATURAL_PAIRS.map(({ to }) => to.slice(0, 2)));
    for (const language of ["es", "fr", "de", "ja", "zh", "ar", "ru", "pt", "ca"])
      expect(languages).toContain(language);
  });

  it.each(NATURAL_PAIRS.map((pair) => [pair.to, pair.target, pair] as const))(
    "a good translation causes no errors or warnings: %s %s",
    (_, __, pair) => {
      expect(graveIssues(pair)).toEqual([]);
    },
  );
});

function graveIssues({ from, to, source, target, codes = [], format, terms }: NaturalPair) {
  return checkTranslation({ text: source, codes }, target, { source: from, target: to, format, terms })
    .filter(({ severity }) => severity !== "info")
    .map(({ check, params }) => ({ check, params }));
}
