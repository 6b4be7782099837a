import fc from "fast-check";
import type { Nodes } from "mdast";
import { expect, test } from "vitest";
import { parseMarkdown } from "./parse";
import { plainBlocks } from "./plain";

const FREQUENT = ["word", "[a](b)", " ", "\n", "\n\n", "- ", "# ", "*", "**", "`", "`a`", "*a b*", "**a**", "[a][b]"];

/** What plain blocks consist of, and what looks alike. */
const PARTS = [
  ..."aZé日 .,:;?!'\"()%+-/’–—…7\u0301\u00a0\u200b\u2028\t\\`*_~$&<>|@^=#[]{}\n",
  ...["word ", "two words", "www", "www.", "WWW.a.b", "http://a.b", "a@b.c", "//", "xn--", "&amp;", "<b>", "://", "  "],
  ...["[a](b)", "[a b](c/d?e=f&g#h)", "[a](b c)", '[a](b "c")', "[a](<b>)", "[](a)", "[a]()", "[^a](b)", "[a][b]"],
  ...["![a](b)", "[a](b).", "[ a ](b)", "[[a](b)](c)", "[www.a.b](c)", "[a](b(c))", "[ ](b)", "[x](b)", "[ ] ", "[x] "],
  ...["\n", "\n\n", "\n\n\n", "\n \n", "# ", "\n# ", "## ", "\n\n###### ", "#", " #", "- ", "\n- ", "\n\n- ", "\n  - "],
  ...[
    "* ",
    "\n+ ",
    "\n1. ",
    "\n> ",
    "\n---\n",
    "\n===\n",
    "\n\n---\n\n",
    "\n-|-\n",
    "\n:-\n",
    "\n\n  ",
    "\n\n    ",
    "  \n",
  ],
];

const LAST = "\n\nEnd";
/** So long that a document that ends with it is parsed in pieces. */
const LONG_LAST = LAST + " of plain words".repeat(600);

function offsetsOnly(nodes: readonly Nodes[]): unknown {
  return nodes.map(({ position, ...node }) => ({
    ...node,
    span: [position?.start.offset, position?.end.offset],
    ...("children" in node ? { children: offsetsOnly(node.children) } : {}),
  }));
}

test("a long document of plain and other blocks is parsed as a short one", () => {
  const part = fc.oneof(fc.constantFrom(...FREQUENT), fc.constantFrom(...PARTS));
  const document = fc.array(part, { maxLength: 14 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(document, (text) => {
      const whole = parseMarkdown(text + LAST, false).children;
      fc.pre(whole.at(-1)?.type === "paragraph" && whole.at(-1)?.position?.start.offset === text.length + 2);
      const inPieces = parseMarkdown(text + LONG_LAST, false).children;
      expect(offsetsOnly(inPieces.slice(0, -1))).toEqual(offsetsOnly(whole.slice(0, -1)));
    }),
    { numRuns: Number(process.env.RUNS ?? 1_000) },
  );
});

test.each([
  ["paragraphs", "Some words.\n\n\nSee [a link](http://a.b/c_d), and more\n", 2],
  ["links alone", "[a](b)\n\n[c](d)\n\n", 2],
  ["code and emphasis", "Use `a-b c`, **this** and *that*.\n", 1],
  ["brackets that link to nothing", "[a][b] and [c\n\n[d]\n", 2],
  ["headings", "# One\n## Two [b](#c)\n\nWords", 3],
  ["tight lists", "- [a](b)\n- c\n\n\n# d\n- e\n", 3],
])("%s are plain", (_, text, count) => {
  expect(plainBlocks(text, 0)).toHaveLength(count);
});
