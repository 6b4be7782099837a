import fc from "fast-check";
import type { Nodes } from "mdast";
import type { MdxJsxFlowElement } from "mdast-util-mdx";
import { expect, test } from "vitest";
import { runs } from "@/e2e/long";
import { UnreadableFile } from "@/lib/formats/format";
import { parseDivided } from "./divided";
import { parseMarkdown, parseWhole } from "./parse";
import { plainBlocks } from "./plain";

/** Number of runs of each property. */
const RUNS = runs(300);

/** Parts that plain blocks consist of. */
const FREQUENT = [
  ...["word", " ", "\n", "\n\n", "\n  ", "\n\n  ", "- ", "\n- a\n", "\n\n- ", "\n1. ", "\n> ", "# "],
  ...["*", "**", "_", "__", "`", "`a`", "*a b*", "_a_", "**a**", "[a](b)", "![a](b)", "<b>", "</b>", "[a][b]", "[b]"],
  ...["\n\n[b]: c\n\n", "[^1]", "\n\n[^1]: note\n\n", "| a | b |\n|---|---|\n| c | d |\n"],
];

/** Parts that resemble plain blocks, and other blocks. */
const PARTS = [
  ..."aZé日 .,:;?!'\"()%+-/’–—…7\u0301\u00a0\u200b\u2028\t\\`*_~$&<>|@^=#[]{}\n",
  ...["word ", "two words", "www", "www.", "WWW.a.b", "http://a.b", "a@b.c", "//", "xn--", "&amp;", "://", "  ", "@"],
  ...["http", "https:", "mailto:", "a_b_c", "**a*b*c**", "***a***", "***a** b*", "*a **b***", "_a_b", "\\*", "\\_"],
  ...["[a b](c/d?e=f&g#h)", "[a](b c)", '[a](b "c")', "[a](b 'c d')", "[a](<b>)", "[](a)", "[a]()", "[^a](b)", "[a][]"],
  ...["[ a ][b]", "[A  B]", "[^1]: ", "\n[^1]: x\n[^2]: y\n", "[^2]", "![a][b]", "![b]", "[![a](b)](c)", "[a *b](c)*"],
  ...[
    "![a *b* `c`](d)",
    "*[a](b)*",
    "[*a](b)*",
    "\n\n[a b]: <c d> 'e'\n",
    "[a]: b",
    "\n\n[a]: b\n",
    "\n[c]: d\n'e'\n\n",
  ],
  ...[
    "[a](b).",
    "[ a ](b)",
    "[[a](b)](c)",
    "[www.a.b](c)",
    "[a](b(c))",
    "[ ](b)",
    "[x](b)",
    "[ ] ",
    "[x] ",
    "- [ ] a\n",
  ],
  ...[
    '<a href="b">',
    "<a b=c d='e'/>",
    "< a>",
    "<a",
    "<!-- c -->",
    "<!-- \n",
    "-->",
    "\n\n<!-- \n\n -->\n\n",
    "<http://a.b>",
  ],
  ...["<div>\n", "\n\n<div>\n", "\n</div>\n\n", "\n<pre>\n\n", "</pre>\n", "\n```\n", "\n\n```js a\n", "\n~~~\n"],
  ...["\n\n```\n\nx\n\n```\n\n", "\n  ```\n", "\n   ~~~~\n", "\n$$\n", "\n\n$$\n\nx\n\n$$\n\n", "`` a`b ``", "` a `"],
  ...["$a$", "~a~", "~~a~~", "\n\n\n", "\n \n", "\n# ", "## ", "\n\n###### ", " #", "\n- ", "\n  - ", "\n    - "],
  ...[
    "\n   - ",
    "\n\n  - ",
    "\n\n    ",
    "\n  a\n",
    "* ",
    "\n* ",
    "\n+ ",
    "\n2. ",
    "\n3) ",
    "\n\n2. ",
    "\n   ",
    "\n\n   ",
  ],
  ...[
    "\n>",
    "> a\n> b\n",
    "\n>\n",
    "\n> - ",
    "\n> > ",
    "\n---\n",
    "\n===\n",
    "\n\n---\n\n",
    "\n***\n",
    "\n\n* * *\n\n",
  ],
  ...[
    "\n-|-\n",
    "\n:-\n",
    " | ",
    "\n|---|\n",
    "\n| a |\n|---|\n",
    "\n\n| a | b |\n|:--|--:|\n| `c` | *d* |\n",
    "| e | f |\n",
  ],
  ...["|  |\n", "\\|", "  \n", " \n", "\n\n    code\n\n", "1.\n", "-\n", "&nbsp;", "\u00ad", "\r\n", "\r\n\r\n"],
];

const LAST = "\n\nEnd";
/** A last part so long that a document that ends with it is parsed in pieces. */
const LONG_LAST = LAST + " of plain words".repeat(600);

function offsetsOnly(nodes: readonly Nodes[]): unknown {
  return nodes.map(({ position, ...node }) => ({
    ...node,
    span: [position?.start.offset, position?.end.offset],
    ...("attributes" in node ? { attributes: offsetsOfAttributes(node.attributes) } : {}),
    ...("data" in node ? { data: null } : {}),
    ...("children" in node ? { children: offsetsOnly(node.children) } : {}),
  }));
}

/** Parts that MDX adds, and parts that it reads in another way. */
const MDX_PARTS = [
  ...["\n\n<A>\n\n", "\n\n</A>\n\n", "\n<A b='c' d>\n", "\n</A>\n", '\n\n<B c="d" />\n\n', "\n<b>\n", "</b>\n"],
  ...[
    "\n\n<A b={c}>\n\n",
    "\n\n<A\n  b='c'\n\n  d='e'>\n\n",
    "\n\n<A>a\n</A>\n\n",
    "<A>a *b*</A>",
    "\n<></>\n",
    "<a.b/>",
  ],
  ...[
    "{a}",
    "\n\n{a}\n\n",
    "\n\n{\n\n a\n\n}\n\n",
    "{/* a */}",
    "\n\nimport a from 'b'\n\n",
    "\n\nexport const a = {\n\n}\n\n",
  ],
  ...[
    "import ",
    "\nimport a",
    "\n      ```\n",
    "\n      a\n",
    "\n- <A>\n",
    "\n  </A>\n",
    "\n> <A>\n",
    "> </A>\n",
    "}",
    "<",
  ],
  ...[
    "\n\n<A>\n- a\n\n<C />\n\n- b\n</A>\n\n",
    "\n</A>\n<A>\n",
    "\n\n<pre>\n\n",
    "\n</pre>\n",
    "\n\n<A b='&amp;'/>\n\n",
  ],
];

function offsetsOfAttributes(attributes: MdxJsxFlowElement["attributes"]): unknown {
  return attributes.map(({ position, ...attribute }) => ({
    name: "name" in attribute ? attribute.name : null,
    value: typeof attribute.value === "string" ? attribute.value : attribute.value?.value,
    span: [position?.start.offset, position?.end.offset],
  }));
}

function blocksOrFault(text: string): readonly Nodes[] | undefined {
  try {
    return parseMarkdown(text, true).children;
  } catch (error) {
    if (error instanceof UnreadableFile) return;
    throw error;
  }
}

test("a long MDX document parsed in pieces gives the same result as when parsed whole", () => {
  const part = fc.oneof(fc.constantFrom(...FREQUENT), fc.constantFrom(...MDX_PARTS), fc.constantFrom(...PARTS));
  const document = fc.array(part, { maxLength: 10 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(document, (text) => {
      const whole = blocksOrFault(text + LAST);
      const inPieces = blocksOrFault(text + LONG_LAST);
      // This parser does not notice that two parts declare the same name.
      if (!/import|export/.test(text)) expect(inPieces === undefined).toBe(whole === undefined);
      if (!whole) return;
      fc.pre(whole.at(-1)?.type === "paragraph" && whole.at(-1)?.position?.start.offset === text.length + 2);
      expect(offsetsOnly(inPieces!.slice(0, -1))).toEqual(offsetsOnly(whole.slice(0, -1)));
    }),
    { numRuns: RUNS },
  );
});

test("a long document with paragraphs and other blocks parsed in pieces gives the same result as when parsed whole", () => {
  const part = fc.oneof(fc.constantFrom(...FREQUENT), fc.constantFrom(...PARTS));
  const document = fc.array(part, { maxLength: 14 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(document, (text) => {
      const whole = parseMarkdown(text + LAST, false).children;
      fc.pre(whole.at(-1)?.type === "paragraph" && whole.at(-1)?.position?.start.offset === text.length + 2);
      const inPieces = parseMarkdown(text + LONG_LAST, false).children;
      expect(offsetsOnly(inPieces.slice(0, -1))).toEqual(offsetsOnly(whole.slice(0, -1)));
    }),
    { numRuns: RUNS },
  );
});

test("brackets of a check box on the line after an empty list item belong to a paragraph", () => {
  const { children } = parseMarkdown("-\n[ ] Some words\n\n- [x] done\n", false);
  expect(children.map(({ type }) => type)).toEqual(["list", "paragraph", "list"]);
  expect(children[2]).toMatchObject({ children: [{ checked: true }] });
});

/** Beginnings of documents whose many short blocks once took time quadratic in their number. */
test.each([
  ["footnotes", 0, (i: number) => `Word[^${i}].\n\n[^${i}]: Note ${i}.\n\n`],
  ["footnotes without blank lines", 0, (i: number) => `[^${i}]: Note ~~${i}~~.\n`],
  ["quotes after code", 0, (i: number) => `${i === 0 ? "```\n\n> a\n\n```\n\n" : ""}> Quote ~~${i}~~\n\n`],
  ["quotes after a definition", 0, (i: number) => `${i === 0 ? "[a]: b\n\n" : ""}> Quote ~~${i}~~ [a]\n\n`],
  ["code in a list", 1, (i: number) => (i === 0 ? "- a\n\n   ```\n\nb\n\n" : `> Quote ~~${i}~~\n\n`)],
  ["code after HTML", 1, (i: number) => (i === 0 ? "<b>a</b>\n```\n\nb\n\n```\n\n" : `> Quote ~~${i}~~\n\n`)],
])("Markdown with %s is parsed in short pieces", (_, more, block) => {
  const document = Array.from({ length: 300 }, (_, i) => block(i)).join("");
  const lengths: number[] = [];
  const whole = parseMarkdown(document, false);
  const divided = parseDivided(document, false, (text, options) => {
    lengths.push(text.length);
    return parseWhole(text, options);
  });
  expect(offsetsOnly(divided.children)).toEqual(offsetsOnly(parseWhole(document, {}).children));
  expect(offsetsOnly(whole.children)).toEqual(offsetsOnly(divided.children));
  expect(Math.max(0, ...lengths)).toBeLessThan(700);
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(
    document.length * (2 + more) + lengths.length * 5,
  );
});

test.each([
  ["quotes", (i: number) => `> Quote {${i}}\n\n`],
  ["footnotes", (i: number) => `Word[^${i}].\n\n[^${i}]: Note {${i}}.\n\n`],
  ["quotes in a component", (i: number) => (i === 0 ? "<A>\n\n" : i === 299 ? "</A>\n" : `> Quote {${i}}\n\n`)],
])("MDX with %s is parsed in short pieces", (_, block) => {
  const document = Array.from({ length: 300 }, (_, i) => block(i)).join("");
  const lengths: number[] = [];
  const divided = parseDivided(document, true, (text, options) => {
    lengths.push(text.length);
    return parseWhole(text, options);
  });
  expect(offsetsOnly(divided.children)).toEqual(offsetsOnly(parseWhole(document, { mdx: true }).children));
  expect(Math.max(...lengths)).toBeLessThan(700);
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(document.length * 2 + lengths.length * 5);
});

test.each([
  ["paragraphs", "Some words.\n\n\nSee [a link](http://a.b/c_d), and more\n", 2],
  ["lines", "Some words, \n*emphasis*  \nand\\\n`code`.  ", 1],
  ["links alone", "[a](b)\n\n[c](d)\n\n", 2],
  ["code and emphasis", "Use `a-b c`, **this *and*** _that_, ``a`b`` and `c.\n", 1],
  ["brackets that link to nothing", "[a][b] and [c\n\n[d]\n", 2],
  ["references", "[a][Label] and [label], ![label][] and a note[^n]\n", 1],
  ["pictures", '![a](b.png)\n\n![a *b*](c/d.png "Title")\n', 2],
  ["tags", 'a <b>c</b> <img src="d"/> 1 < 2\n', 1],
  ["signs of prices and numbers", "About ~5 for $4 & more, 50%\\!\n", 1],
  ["headings", "# One\n## Two [b](#c)\n\nWords\n\nThree\n===\nFour\n*five*\n---\n", 5],
  ["tight lists", "- [a](b)\n- c\n\n\n# d\n- e\n", 3],
  ["loose and nested lists", "1. a\n\n   b\n2. c\n   - [x] d\n   - [ ] e\n\n* f\n", 2],
  ["quotes", "> a\n> b\n>\n> - c\n", 1],
  ["tables", "| a | *b* |\n|:--|----:|\n| `c` |  |\n\nd", 2],
  ["definitions", '[a]: b "c"\n[d e]: g\n\n[^h]: i\n[^j]: k\n\n    l\n', 4],
  ["code blocks and rules", "```js\na\n\n  b\n```\n\n---\n\n~~~\n~~~\n", 3],
])("text with %s is recognised as plain Markdown", (_, text, count) => {
  const labels = { links: new Set(["LABEL"]), footnotes: new Set(["N"]) };
  expect(plainBlocks(text, 0, text.length, labels)).toHaveLength(count);
});
