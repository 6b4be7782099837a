import { expect, test } from "vitest";
import { readMarkup, writeMarkup } from "./markup";

const codes = [
  { id: 1, kind: "pair" as const },
  { id: 2, kind: "placeholder" as const, equiv: "a <b> & c" },
];

test.each(["xml", "html"] as const)("text with codes written as %s is unchanged after reading it back", (dialect) => {
  for (const text of [
    "plain",
    "a &lt;b> &amp;amp; c",
    "<g1>one <x2/> <g3>two</g3></g1>",
    "torn</g1> in <g3>two",
    "<g1>crossed <g3></g1></g3>",
    "&lt;g1>no code&lt;/g1>",
  ])
    expect(readMarkup(writeMarkup(text, codes, dialect))).toBe(text);
});

test("text with unbalanced inline codes is written as well-formed markup", () => {
  expect(writeMarkup("a</g1> <g3>b", codes, "xml")).toBe('a<x id="c1"/> <x id="o3"/>b');
});

test.each([
  ["foreign elements are dropped, their text is kept", '<b>a</b> <span style="x">b</span>', "&lt;b>a&lt;/b> b"],
  ["attributes may change their order and quotes", "<SPAN class='notranslate' id='x2'>x</SPAN>", "<x2/>"],
  ["elements within a placeholder belong to it", '<span id="x2">a<span>b</span>c</span> d', "<x2/> d"],
  ["a placeholder without end swallows nothing", '<span id="x2"> a b', "<x2/> a b"],
  [
    "entities are read once",
    "&amp;lt; &#39;&quot;&#x1F600;&nbsp;&unknown; &#9999999;",
    "&amp;lt; '\"😀\u00a0&amp;unknown; &amp;#9999999;",
  ],
])("markup in an engine's answer is read as codes and text: %s", (_, markup, text) => {
  expect(readMarkup(markup)).toBe(text);
});

test("hostile markup in an engine's answer is read in linear time", () => {
  const hostile = "<span ".repeat(200_000) + "<g id=".repeat(100_000);
  expect(readMarkup(hostile).length).toBeGreaterThan(0);
});
