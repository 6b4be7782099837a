import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkCodes, repairCodes } from "./codes";
import { plainText, type Segment } from "./segment";

const source: Segment = {
  text: "Click <g1>here</g1> to save the <g2>big <g3>red</g3></g2> house<x4/> of <x5/>.",
  codes: [
    { id: 1, kind: "pair" },
    { id: 2, kind: "pair" },
    { id: 3, kind: "format" },
    { id: 4, kind: "single" },
    { id: 5, kind: "placeholder", equiv: "{name}" },
  ],
};
const GOOD = "Clic <g1>aquí</g1> para guardar la casa <g2>grande <g3>roja</g3></g2><x4/> de <x5/>.";

describe("checking", () => {
  test("finds nothing in a translation with every code once and well nested", () => {
    expect(checkCodes(source, GOOD)).toEqual([]);
  });

  test.each([
    ["missing", GOOD.replace("<x4/>", ""), { id: 4, fault: "missing" }],
    ["doubled", GOOD.replace("<x4/>", "<x4/><x4/>"), { id: 4, fault: "doubled" }],
    ["unknown", `${GOOD}<x9/>`, { id: 9, fault: "unknown" }],
    ["unclosed", GOOD.replace("</g1>", ""), { id: 1, fault: "unclosed" }],
    ["crossed", GOOD.replace("roja</g3></g2>", "roja</g2></g3>"), { id: 2, fault: "crossed" }],
  ])("names a code that is %s", (_, translated, fault) => {
    expect(checkCodes(source, translated)).toContainEqual(fault);
  });

  test("a format may be split, and a deletable code may be gone", () => {
    expect(checkCodes(source, GOOD.replace("roja", "ro</g3> <g3>ja"))).toEqual([]);
    const deletable: Segment = { text: "a<x1/>", codes: [{ id: 1, kind: "single", deletable: true }] };
    expect(checkCodes(deletable, "b")).toEqual([]);
  });
});

describe("repairing", () => {
  test("leaves what is right as it is", () => {
    expect(repairCodes(source, GOOD)).toEqual({ text: GOOD, moved: [] });
  });

  test("recognises codes that an engine wrote in its own way", () => {
    const damaged = GOOD.replace("<g1>", "< G1 >").replace("</g1>", "＜/g1＞").replace("<x4/>", "<X4 / >");
    expect(repairCodes(source, damaged)).toEqual({ text: GOOD, moved: [] });
  });

  test("never takes text that looks like a code for one", () => {
    const one: Segment = { text: "a &lt;g1> <x1/>", codes: [{ id: 1, kind: "single" }] };
    expect(repairCodes(one, "b &lt;g1> <x1/>").text).toBe("b &lt;g1> <x1/>");
  });

  test.each([
    ["a lost placeholder comes back as a word where it stood", GOOD.replace(" de <x5/>.", " de."), /(^|\s)<x5\/>/],
    ["a pair without its end closes after a word", GOOD.replace("</g1>", ""), /<g1>aquí<\/g1> para/],
    [
      "crossed pairs are uncrossed",
      GOOD.replace("roja</g3></g2>", "roja</g2></g3>"),
      /<g2>grande <g3>roja<\/g3><\/g2>/,
    ],
    ["a doubled code stays once", GOOD.replace("<x4/>", "<x4/> <x4/>"), /^[^x]*<x4\/>[^4]*$/],
    ["a code at the end of the source goes to the end", "La casa", /<x5\/>/],
  ])("%s", (_, translated, expected) => {
    const { text, moved } = repairCodes(source, translated);
    expect(checkCodes(source, text)).toEqual([]);
    expect(text).toMatch(expected);
    expect(moved.length).toBeGreaterThan(0);
  });

  test("a lost pair goes around its own translation where that is found once", () => {
    const { text } = repairCodes(source, GOOD.replace("<g1>aquí</g1>", "aquí"), new Map([[1, "Aquí"]]));
    expect(text).toBe(GOOD);
  });

  test("whatever an engine does, each code stands once and well nested, and no word is lost", () => {
    const piece = fc.constantFrom(
      "<g1>",
      "</g1>",
      "<g2>",
      "</g2>",
      "<g3>",
      "</g3>",
      "<x4/>",
      "<x5/>",
      "<x7/>",
      "<x1/>",
      "<g4>",
      " casa ",
      "á",
      "🎉",
      " ",
      "&lt;",
      "< G2>",
      "。",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const translated = pieces.join("");
        const { text } = repairCodes(source, translated);
        expect(checkCodes(source, text), text).toEqual([]);
        const words = (encoded: string) =>
          plainText(encoded.replace(/< G2>/g, "").replace(/<[gx]\d\/?>|<\/g\d>/g, "")).replace(/\s/g, "");
        expect(words(text)).toBe(words(translated));
      }),
      { numRuns: 3_000 },
    );
  });
});
