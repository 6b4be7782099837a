import { describe, expect, test } from "vitest";
import { type InlineCode, serialize, tokenize } from "@/lib/text/segment";
import { repairCodes } from "./codes";
import { nestCodes } from "./nest-codes";
import { keepPairEdges } from "./pair-edges";

const PAIR: InlineCode[] = [{ id: 1, kind: "pair" }];
const PAIRS: InlineCode[] = [...PAIR, { id: 2, kind: "pair" }];
const SINGLE: InlineCode[] = [{ id: 1, kind: "single" }];
const FORMAT: InlineCode[] = [
  { id: 1, kind: "format" },
  { id: 2, kind: "pair" },
];

describe("repairing damaged codes", () => {
  test.each([
    ["A <g1>b</g1>", "A < G 1 >b< / g 1 >", PAIR, "A <g1>b</g1>"],
    ["A <g1>b</g1>", "A ＜g1＞b＜/g1＞", PAIR, "A <g1>b</g1>"],
    ["A <g1>b</g1>", "A ＜g1＞b＜／g1＞", PAIR, "A <g1>b</g1>"],
    ["A <g1></g1> b", "A <g1/> b", PAIR, "A <g1></g1> b"],
    ["A <x1/> b", "A <x 1 / > b", SINGLE, "A <x1/> b"],
    ["A <x1/> b", "A <x1> b", SINGLE, "A <x1/> b"],
  ] as const)(
    "repairCodes recognises a damaged code of the source %j in the translation %j",
    (source, translated, codes, text) => {
      expect(repairCodes({ text: source, codes }, translated)).toEqual({ text, moved: [] });
    },
  );
});

describe("restoring missing codes at their source position", () => {
  test.each([
    ["<g1>One two</g1> three", "Uno dos</g1> tres", PAIR, "<g1>Uno dos</g1> tres"],
    ["One <g1>two</g1> three", "Uno <g1>dos tres", PAIR, "Uno <g1>dos</g1> tres"],
    ["<g1>one two</g1> <g2>b</g2> c", "<g1>uno <g2>b</g2> dos tres", PAIRS, "<g1>uno <g2>b</g2> dos tres</g1>"],
    ["Go <g1>one two</g1>", "<g2>x</g2> uno dos tres</g1>", PAIRS, "x uno <g1>dos tres</g1>"],
    ["One <g1><g2>two</g2></g1> three", "Uno <g1>dos tres</g1>", PAIRS, "Uno <g1><g2>dos</g2> tres</g1>"],
    ["One <g2>two</g2> <g1>three</g1>", "Uno dos tres", PAIRS, "Uno <g2>dos</g2> <g1>tres</g1>"],
    ["<x1/>Hello you", "Hola", SINGLE, "<x1/>Hola"],
    ["Hello, you<x1/>.", "Hola, tu.", SINGLE, "Hola, tu<x1/>."],
    ["One, <x1/>two three", "Uno, dos tres", SINGLE, "Uno, <x1/>dos tres"],
    ["<g1></g1>Hi", "Hola", PAIR, "<g1></g1>Hola"],
  ] as const)(
    "repairCodes restores a missing or incomplete code at its source position: %j in %j",
    (source, translated, codes, text) => {
      expect(repairCodes({ text: source, codes }, translated).text).toBe(text);
    },
  );

  test("repairCodes restores a code around its translated words if they occur once, as whole words", () => {
    const marks = (source: string, translated: string) => repairCodes({ text: source, codes: PAIR }, translated).text;
    expect(marks("Read <g1>Save as</g1> now", "Lea ahora mismo Save as")).toBe("Lea ahora mismo <g1>Save as</g1>");
    expect(marks("a <g1>b</g1> c", "abc b bc")).toBe("abc <g1>b</g1> bc");
  });
});

describe("separating overlapping codes", () => {
  test.each([
    ["<g1>a", PAIRS, "<g1>a</g1>", "<g2></g2>"],
    ["a</g1><g9>b</g9>", PAIRS, "ab", "<g1></g1><g2></g2>"],
    ["<x1/><x1/>", SINGLE, "<x1/>", ""],
    ["<g1>a</g1><g1>b</g1>", FORMAT, "<g1>a</g1><g1>b</g1>", "<g2></g2>"],
    ["<g1>a</g1><g1>b</g1>", PAIRS, "<g1>a</g1>b", "<g2></g2>"],
    ["<g1><g2>a</g1>b</g2>", PAIRS, "<g1><g2>a</g2></g1>b", ""],
    ["<x1/>", PAIRS, "", "<g1></g1><g2></g2>"],
    ["x", FORMAT, "x", "<g2></g2>"],
    ["x", [...SINGLE, { id: 2, kind: "single", deletable: true }], "x", "<x1/>"],
  ] as const)("repairCodes separates overlapping codes: %j", (text, codes, kept, added) => {
    expect(serialize(nestCodes(tokenize(text), codes, "leave"))).toBe(kept);
    expect(serialize(nestCodes(tokenize(text), codes))).toBe(kept + added);
  });
});

describe("removing text from code pairs", () => {
  test.each([
    ["Click <g1>here</g1>, please", "Haga clic <g1>aquí, </g1>por favor", "Haga clic <g1>aquí</g1>, por favor"],
    ["Click <g1>here</g1> now", "Clic<g1> aquí </g1>ahora", "Clic <g1>aquí</g1> ahora"],
    ["<g1><x2/>a</g1> b", "<g1> <x2/>a </g1>b", "<g1><x2/>a</g1> b"],
    ["a <g1>b<x2/></g1> c", "a <g1>b<x2/> </g1>c", "a <g1>b<x2/></g1> c"],
    ["a <g1> b</g1> c", "a<g1> b</g1> c", "a<g1> b</g1> c"],
    ["a <g1><g2>b</g2></g1>, c", "a <g1><g2>b, </g2></g1>c", "a <g1><g2>b</g2></g1>, c"],
    ["a <g1>b </g1>c", "a <g1>b </g1>c", "a <g1>b </g1>c"],
  ])(
    "repairCodes moves text out of a pair if the pair doesn't enclose it in the source: %j in %j",
    (text, translated, expected) => {
      const second: InlineCode = { id: 2, kind: text.includes("g2") ? "pair" : "single" };
      expect(keepPairEdges({ text, codes: [...PAIR, second] }, translated)).toBe(expected);
    },
  );
});

describe("code pairs with a missing end", () => {
  test("repairCodes closes an unclosed pair after its words, even if another pair is open inside it", () => {
    const source = { text: "<g1>One <g2>two</g2> three</g1> four", codes: PAIRS };
    expect(repairCodes(source, "<g1>Uno <g2>dos</g2> tres cuatro").text).toBe("<g1>Uno <g2>dos</g2> tres</g1> cuatro");
  });

  test("repairCodes leaves an incomplete pair empty if it is empty in the source", () => {
    expect(repairCodes({ text: "One <g1></g1> two three", codes: PAIR }, "Uno dos </g1> tres").text).toBe(
      "Uno dos <g1></g1> tres",
    );
  });

  test("repairCodes merges formatting that the translation opens twice", () => {
    const source = { text: "<g1>One two</g1> three", codes: [{ id: 1, kind: "format" as const }] };
    expect(repairCodes(source, "<g1>Uno <g1>dos</g1> tres").text).toBe("<g1>Uno dos</g1> tres");
  });
});

describe("restoring missing code pairs", () => {
  test("repairCodes restores a missing pair around whole words, never around part of a word", () => {
    const source = { text: "Buy <g1>art</g1> now", codes: PAIR };
    expect(repairCodes(source, "Compra art ya").text).toBe("Compra <g1>art</g1> ya");
    expect(repairCodes(source, "Compra smart ya").text).toBe("Compra <g1>smart</g1> ya");
    expect(repairCodes(source, "Compra arte ya").text).toBe("Compra <g1>arte</g1> ya");
  });

  test("repairCodes restores a missing pair around the whole translation if that has no words", () => {
    expect(repairCodes({ text: "<g1>Hi</g1>", codes: PAIR }, "!!!").text).toBe("<g1>!!!</g1>");
  });

  test("repairCodes doesn't split a nested pair when it restores the missing outer pair", () => {
    const source = { text: "a <g1>b <g2>c d</g2></g1> e", codes: PAIRS };
    expect(repairCodes(source, "x <g2>y z</g2> w").text).toBe("x <g1><g2>y z</g2></g1> w");
  });
});

describe("restoring missing single codes", () => {
  test("repairCodes restores a leading code at the start of the text, even if a clause ends nearby", () => {
    expect(repairCodes({ text: "<x1/>Hello world, my friend", codes: SINGLE }, "Hola, mundo amigo").text).toBe(
      "<x1/>Hola, mundo amigo",
    );
  });

  test("repairCodes restores a code after an opening bracket, not before it", () => {
    expect(repairCodes({ text: "(<x1/>Hello world) again", codes: SINGLE }, "(Hola mundo) otra vez").text).toBe(
      "(<x1/>Hola mundo) otra vez",
    );
  });
});
