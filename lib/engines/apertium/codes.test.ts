import { expect, test } from "vitest";
import { escapeText, type Segment, serialize } from "@/lib/text/segment";
import { locate, type Run, writeRuns } from "./codes";

const segment = (text: string): Segment => ({ text, codes: [] });

/** Runs of a translation, written as `word/node`; `_` is a space that the engine added. */
function runs(text: string): Run[] {
  return text.split(" ").map((part) => {
    const [word = "", node = "0"] = part.split("/");
    return word === "_" ? { encoded: " ", node: 0, glue: true } : { encoded: word, node: Number(node) };
  });
}

test.each([
  "plain",
  "<g1>all</g1>",
  "a <g1>b <g2>c</g2></g1><x3/> <g4></g4>",
  "a</g1> lone <g2> marks",
  "<g1>crossed <g2>codes</g1> stay</g2>",
])("text with codes is unchanged after conversion to Apertium's markup and back: %s", (text) => {
  const { tree, located } = locate(segment(text));
  const same = located.map((piece): Run => {
    return { node: piece.node, encoded: "text" in piece ? escapeText(piece.text) : serialize(piece.codes) };
  });
  expect(writeRuns(tree, same)).toBe(text);
});

test.each([
  ["<g1>a b</g1> c", "c _ b/1 _ a/1", "c <g1>b a</g1>"],
  ["<g1>a b</g1> c", "b/1 _ c _ a/1", "<g1>b c a</g1>"],
  ["<g1>a b</g1> <g2>c</g2>", "a/1 _ c/2 _ bb/1", "a <g2>c</g2> <g1>bb</g1>"],
  ["<g1>a <g2>b</g2></g1> c", "b/2 _ a/1 _ c", "<g1><g2>b</g2> a</g1> c"],
  ["<g1>a</g1> b c", "x _ y _ z", "<g1>x</g1> y z"],
  ["a b <g1>c</g1>", "x _ y _ z", "x y <g1>z</g1>"],
  ["<g1><g2>a</g2></g1>", "x/2", "<g1><g2>x</g2></g1>"],
  ["<g1>a</g1><g2>b</g2>", "x/1", "<g1>x</g1><g2></g2>"],
])(
  "each code of %s is restored exactly once and properly nested from the answer %s",
  (source, translated, expected) => {
    expect(writeRuns(locate(segment(source)).tree, runs(translated))).toBe(expected);
  },
);

test("restoring codes takes linear time, however many codes a hostile answer contains", () => {
  const many = Array.from({ length: 50_000 }, (_, index) => `<g${index}>a</g${index + 1}>`).join("");
  const deep = `${"<g1>".repeat(50_000)}a${"</g1>".repeat(50_000)}`;
  for (const text of [many, deep]) {
    const { tree, located } = locate(segment(text));
    expect(tree.length).toBe(1);
    expect(located.length).toBeGreaterThan(50_000);
  }
});
