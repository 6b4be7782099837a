import { describe, expect, test } from "vitest";
import { keepPairEdges } from "./pair-edges";

const source = (text: string, kind: "pair" | "format" = "pair") => ({ text, codes: [{ id: 1, kind }] });

describe("edges of code pairs", () => {
  test.each([
    // A space next to a pair must not be moved into it.
    ["with <g1>comments</g1> here", "con<g1> comentarios </g1>aquí", "con <g1>comentarios</g1> aquí"],
    ["with <g1>comments</g1> here", "con <g1> comentarios </g1> aquí", "con <g1>comentarios</g1> aquí"],
    ["<g1>Comments</g1> here", "<g1> Comentarios </g1>aquí", "<g1>Comentarios</g1> aquí"],
    ["here <g1>comments</g1>", "aquí<g1> comentarios </g1>", "aquí <g1>comentarios</g1>"],
    ["with <g1>comments</g1>, too", "con <g1>comentarios </g1>, también", "con <g1>comentarios</g1>, también"],
    // Spaces that belong to the pair are kept.
    ["with<g1> comments </g1>here", "con<g1> comentarios </g1>aquí", "con<g1> comentarios </g1>aquí"],
    // The full stop must stay outside.
    ["See <g1>Python</g1>.", "Vea <g1>Pitón.</g1>", "Vea <g1>Pitón</g1>."],
    ["See <g1>Python</g1>. Then", "Vea <g1>Pitón.</g1> Luego", "Vea <g1>Pitón</g1>. Luego"],
    ["See <g1>Python</g1>. Then", "Vea <g1>Pitón.</g1>. Luego", "Vea <g1>Pitón</g1>. Luego"],
    ["See <g1>Python.</g1>", "Vea <g1>Pitón.</g1>", "Vea <g1>Pitón.</g1>"],
    ["See <g1>Inc.</g1>.", "Vea <g1>Inc.</g1>.", "Vea <g1>Inc.</g1>."],
  ])(
    "spaces and punctuation at the edges of a code pair are placed as in the source %s: %s becomes %s",
    (text, translated, expected) => {
      expect(keepPairEdges(source(text), translated)).toBe(expected);
      expect(keepPairEdges(source(text, "format"), translated)).toBe(expected);
    },
  );

  test("spaces at the edges of nested code pairs are removed from both pairs if the source has no spaces at these edges", () => {
    const nested = {
      text: "a <g1><g2>b</g2></g1> c",
      codes: [
        { id: 1, kind: "pair" },
        { id: 2, kind: "format" },
      ],
    } as const;
    expect(keepPairEdges(nested, "x<g1><g2> y </g2></g1>z")).toBe("x <g1><g2>y</g2></g1> z");
  });
});

describe("codes inside a code pair", () => {
  const codes = [
    { id: 1, kind: "pair" as const },
    { id: 2, kind: "single" as const },
    { id: 3, kind: "pair" as const },
  ];

  test("a space before a code at the end of a pair is removed like a space at the pair's edge", () => {
    const text = "See <g1>one <x2/></g1> two";
    expect(keepPairEdges({ text, codes }, "Ver <g1>uno <x2/> </g1>dos")).toBe("Ver <g1>uno <x2/></g1> dos");
    const turned = "See <g1><x2/> one</g1> two";
    expect(keepPairEdges({ text: turned, codes }, "Ver<g1> <x2/> uno</g1> dos")).toBe("Ver <g1><x2/> uno</g1> dos");
  });

  test("a code pair that contains only codes is unchanged", () => {
    const text = "<g1>one</g1> <g3><x2/></g3>";
    expect(keepPairEdges({ text, codes }, "<g1>uno </g1><g3><x2/></g3>")).toBe("<g1>uno</g1> <g3><x2/></g3>");
  });
});
