import { expect, test } from "vitest";
import { bandOfMatch } from "./projects";

test.each([
  [101, "context"],
  [100, "exact"],
  [99, "fuzzy95"],
  [95, "fuzzy95"],
  [94, "fuzzy85"],
  [85, "fuzzy85"],
  [84, "fuzzy75"],
  [75, "fuzzy75"],
  [74, "fuzzy50"],
  [50, "fuzzy50"],
  [49, "new"],
  [null, "new"],
])("a match of %s belongs to the band %s", (match, band) => {
  expect(bandOfMatch(match)).toBe(band);
});
