import { expect, test } from "vitest";
import type { InlineCode } from "@/lib/text/segment";
import { protect, restore } from "./protect";

const codes = (kind: InlineCode["kind"], ...ids: number[]): InlineCode[] => ids.map((id) => ({ id, kind }));

test.each<[string, InlineCode[], string]>([
  ["H<g1>2</g1>SO<g2>4</g2> burns", codes("format", 1, 2), "<x3/> burns"],
  ["an aperture NA<g1>f</g1>, x<g2>2</g2>.", codes("format", 1, 2), "an aperture <x3/>, <x4/>."],
  ["See @<g1>house</g1> or <g2>#<g3>cats</g3></g2>!", codes("pair", 1, 2, 3), "See <x4/> or <x5/>!"],
  ["'<g1>Basic</g1>' plan", codes("format", 1), "<g2>Basic</g2> plan"],
  ["The {<g1>red</g1>} house", codes("format", 1), "The <g2>red</g2> house"],
  ["(<g1>the house</g1>)", codes("format", 1), "(<g1>the house</g1>)"],
  ["1-<g1>London, Paris</g1>", codes("format", 1), "<g2>London, Paris</g2>"],
  ["<g1>Save</g1><g2>Cancel</g2>", codes("format", 1, 2), "<g1>Save</g1><x3/><g2>Cancel</g2>"],
  ["Visit<g1>our house</g1>today", codes("pair", 1), "Visit<x2/><g1>our house</g1><x3/>today"],
  ["<g1>house</g1>s", codes("pair", 1), ""],
  ["<g1>T</g1>he house, M<g2>me</g2> and 1<g3>st</g3>", codes("format", 1, 2, 3), ""],
  ["<g1>over</g1><g2>load</g2> ¿<g3>Es</g3> house<g4>1</g4>", codes("format", 1, 2, 3, 4), ""],
])("a word with attached codes is protected as one unit: %s", (text, own, expected) => {
  const { segment, protectedCodes } = protect({ text, codes: own });
  expect(segment.text).toBe(expected || text);
  expect(restore(segment.text, protectedCodes)).toBe(text);
  const inText = segment.text.match(/(?<=<[gx])\d+/g)?.map(Number);
  expect(segment.codes.map(({ id }) => id).sort()).toEqual([...new Set(inText)].sort());
});
