import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withinCpuMs } from "@/e2e/cpu-time";
import { formatContract } from "@/e2e/doubles/format-contract";
import type { FormatOptions } from "@/lib/formats/format";
import { md, mdx } from "./markdown";

const guide = `---
title: "Making tea"
description: How to make tea, and why
layout: guide
tags: [tea, water]
---

# Making *good* tea {#tea}

Boil the water, then
warm the pot. See [the pot](/pot?a=1&b=2 "About the pot"), [kettle], [the cup][cup] or [spoons][].
A line\\
broken **hard** and \`code here\` &amp; an entity, 2 \\* 3 = 6.

[kettle]: https://example.org/kettle "The Kettle"
[cup]: ./cup.md
[spoons]: ./spoons.md

> A quote
> over *two
> lines* and
> [kettle].

> [!NOTE]
> Mind the steam.

1. First, call www.example.com/a_b or a@b.co.
   - [x] a task
   - Second ![A white cup](cup.png "On a table") and ![kettle]

| Tea | Time \\| minutes |
| --- | ---: |
| Green | *three* \`a\\|b\` |

\`\`\`js
const tea = "do not touch";
\`\`\`

:::note Title
Inside a box
:::

{{< figure src="a.png" >}}

Press <kbd>Ctrl</kbd> then <b>wait</b>.<br>It costs $5 and $6, $x_1$ does not.

<details>
  <summary title="More">Read <em>more</em></summary>

Hidden text[^1]
</details>

[^1]: A footnote
    of two lines.

Setext
heading
=======
`;

const dialects = `% A title block
  of two lines
% An Author

[TOC]

# Leaves {#leaves .wide}

!!! warning inline "Hot *water*"
    It burns your
    hands.

    - A list in it

??? tip

    Closed at first.

=== "Green"

    Two minutes.

Kettle
Boiler
: A pot for
  boiling water.

Cup
:   What you drink from.

    Its second paragraph.

| Leaves fall,
|    water boils.

*[TEA]: The evening agreement
*[CUP]: A small pot

@startuml
Alice -> Bob: No prose
@enduml

\\newpage

::: tip Good to know
Warm the cup.
:::

:::note[A {{ size }} pot]{.wide}
Mind [the lid]({{< ref "lid.md" >}}) and {ref}\`the spout <spout>\`, says [@doe99, p. 3].
:::

\`\`\`{admonition} Of milk
:class: tip
Milk first.
\`\`\`

:::{card} Of cups
:class: wide
On top
^^^
In between
+++
Below
:::

+------+------+
| Left | Here |
+------+------+

Pot    Price
----   -----
Red    12
Blue   20

-------------------
Pot         Price
---------- --------
Large and   20
red

Small       12
-------------------

Table: What they cost

Press ++ctrl+t++ in [[the page|this page]].{: .lead }

Or in [[there]].

{% highlight ruby %}
puts tea
{% endhighlight %}

### Brewed ### {: #brewed}

A _strong_{: .x} cup with [milk](/m){: .y}
{:.lead}

{{% notice %}}
A notice.
{{% /notice %}}

<figure markdown="span">
  ![A pot](pot.png){ width="300" }
</figure>

/// caption | Fig. 1
Under the pot
///

import Tabs from "@theme/Tabs";

[//]: # (A comment for authors)
`;

const grid = `> Prices
>
> +----------------+--------+------------------------------------------+
> | Fruit          | Price  | Why people buy it                        |
> +================+:======:+==========================================+
> | A banana       | $1.34  | - It comes with its wrapper, and some    |
> |                |        |   say that it is good for you            |
> |                |        | - See [the shop] or \`code\`               |
> +----------------+--------+------------------------------------------+
> | 茶             | 12     | Tea of *leaves*                          |
> |                |        |                                          |
> |                |        |     not prose                            |
> +----------------+--------+------------------------------------------+

    +------+
    | code |
    +------+

[the shop]: /shop
`;

formatContract(md, {
  fixtures: [
    {
      name: "tables without borders",
      bytes: Buffer.from(
        "  Right  Left     Center    Default\n-------  ------ ----------  -------\n     12  Twelve    of *it*  12\n    123  Some     a [b](u)  Words here\n\nTable:  A caption.\n\nPot   Price\n----- -----\nRed   free\n----- -----\n\nEnd\n",
      ),
      texts: [
        "Right",
        "Left",
        "Center",
        "Default",
        "Twelve",
        "of it",
        "Some",
        "a b",
        "Words here",
        "A caption.",
        "Pot",
        "Price",
        "Red",
        "free",
        "End",
      ],
    },
    {
      name: "a table drawn with borders",
      bytes: Buffer.from(grid),
      texts: [
        "Prices",
        "Fruit",
        "Price",
        "Why people buy it",
        "A banana",
        "It comes with its wrapper, and some say that it is good for you",
        "See the shop or code",
        "茶",
        "Tea of leaves",
      ],
    },
    {
      name: "what MkDocs, Docusaurus, Hugo, Jekyll, Pandoc and MyST add",
      bytes: Buffer.from(dialects),
      texts: [
        "A title block of two lines",
        "Leaves",
        "Hot water",
        "It burns your hands.",
        "A list in it",
        "Closed at first.",
        "Green",
        "Two minutes.",
        "Kettle",
        "Boiler",
        "A pot for boiling water.",
        "Cup",
        "What you drink from.",
        "Its second paragraph.",
        "Leaves fall,",
        "water boils.",
        "The evening agreement",
        "A small pot",
        "Good to know",
        "Warm the cup.",
        "A {{ size }} pot",
        "Mind the lid and the spout <spout>, says .",
        "Of milk",
        "Milk first.",
        "Of cups",
        "On top",
        "In between",
        "Below",
        "Left",
        "Here",
        "Pot",
        "Price",
        "Red",
        "Blue",
        "What they cost",
        "Press ++ctrl+t++ in this page.",
        "Or in [[there]].",
        "Brewed",
        "A strong cup with milk",
        "A notice.",
        "A pot",
        "Fig. 1",
        "Under the pot",
      ],
    },
    {
      name: "a guide with everything",
      bytes: Buffer.from(guide),
      texts: [
        "Making tea",
        "How to make tea, and why",
        "Making good tea",
        "About the pot",
        "Boil the water, then warm the pot. See the pot, kettle, the cup or spoons. A line\nbroken hard and code here & an entity, 2 * 3 = 6.",
        "The Kettle",
        "A quote over two lines and kettle.",
        "Mind the steam.",
        "First, call www.example.com/a_b or a@b.co.",
        "a task",
        "A white cup",
        "On a table",
        "kettle",
        "Second  and",
        "Tea",
        "Time | minutes",
        "Green",
        "three a|b",
        "Title",
        "Inside a box",
        "Press Ctrl then wait.\nIt costs $5 and $6, $x_1$ does not.",
        "More",
        "Read more",
        "Hidden text",
        "A footnote of two lines.",
        "Setext heading",
      ],
    },
    {
      name: "CRLF and a quote in a list",
      bytes: Buffer.from("* One\r\n  two\r\n\r\n  > three\r\n  > four  \r\n  > five\r\n"),
      texts: ["One two", "three four\nfive"],
    },
    {
      name: "TOML front matter",
      bytes: Buffer.from('+++\ntitle = "A \\"good\\" cup"\nlang = "en"\n[params]\ntitle = "kept"\n+++\n\nText\n'),
      texts: ['A "good" cup', "Text"],
    },
    { name: "no words", bytes: Buffer.from("---\nlayout: x\n---\n\n***\n\n`code`\n"), texts: [] },
  ],
  documents: fc
    .array(
      fc.tuple(
        fc.constantFrom(
          ...["", "# ", "> ", "- ", "1. ", "  ", "| ", "    "],
          ...[
            '!!! note "A title"\n    ',
            "!!! tip\n\n    ",
            "term\n: ",
            ":::tip ",
            "::: tip\n",
            ':::tip{title="T"}\n',
            "*[A]: ",
            "{% if a %}\n",
            "% ",
          ],
        ),
        fc.array(
          fc.constantFrom(
            "word ",
            "*emph* ",
            "**bold**",
            "_",
            "`code` ",
            "[link](u) ",
            "[ref] ",
            "[ref][] ",
            "![alt](i) ",
            "<br>",
            "<b>",
            "</b>",
            "\\* ",
            "&amp; ",
            "$x$ ",
            "~~del~~ ",
            "  \n",
            "www.a.co ",
            "[^1]",
            "| ",
            "é",
            "*",
            "{{ x }} ",
            "{{< s >}}",
            "{#id .c} ",
            "[[page|text]] ",
            "[@cite] ",
            "{ref}`code` ",
            "and\n| ",
            "so\n:::\n",
            '{{< s title="a b" >}} ',
            "\n\n+-----+----+\n| a b | *c |\n+-----+----+\n\n",
          ),
          { maxLength: 8 },
        ),
      ),
      { maxLength: 6 },
    )
    .map(
      (lines) =>
        `${lines.map(([prefix, parts]) => `${prefix}${parts.join("")}\n\n`).join("")}[ref]: /u "Title"\n\n[^1]: note\n`,
    ),
  runs: 200,
});

formatContract(mdx, {
  fixtures: [
    {
      name: "components, expressions and imports",
      bytes: Buffer.from(
        'import Note from "./note"\n\n# Hi {name}\n\n<Note title="A note" kind={3}>\n  Some *text* <Icon alt="i" /> here, {count} of them {/* hidden */}.\n</Note>\n\n<p>Hello</p>\n\nexport const a = "tea";\n',
      ),
      texts: ["Hi {name}", "A note", "Some text  here, {count} of them .", "Hello"],
    },
    {
      name: "attributes of components when asked for",
      bytes: Buffer.from('<Note title="A &quot;note&quot;" id="x">\n  Text\n</Note>\n'),
      options: { include: ["attributes"] },
      texts: ['A "note"', "Text"],
    },
  ],
});

async function translate(source: string, texts: (string | null)[], format = md) {
  const document = await format.open(Buffer.from(source), {});
  expect(document.segments.map(({ text }) => text)).toHaveLength(texts.length);
  const { bytes } = await document.write(
    texts.map((text) => ({ text })),
    "es",
  );
  return Buffer.from(bytes).toString();
}

test("bilingual Markdown shows the translation after or below its source, and always on the same line in headings", async () => {
  const source = "# The house\n\nSee **the car**\nnow.\n\n| A b |\n|---|\n| C d |\n";
  const document = await md.open(Buffer.from(source), {});
  const texts = ["La casa", "Ve <g1>el coche</g1> ya.", "E f", "G h"].map((text) => ({ text }));
  const written = async (bilingual: true | "side") =>
    Buffer.from((await document.write(texts, "es", { bilingual })).bytes).toString();
  expect(await written(true)).toBe(
    "# The house / La casa\n\nSee **the car**\nnow.<br />Ve **el coche** ya.\n\n| A b<br />E f |\n|---|\n| C d<br />G h |\n",
  );
  expect(await written("side")).toContain("now. / Ve **el coche** ya.");
});

test("names in a file tree are kept, and the text around the tree is translated", async () => {
  const source =
    "Before it.\n\n<FileTree>\n\n- src/\n  - pages/ the pages\n- package.json\n\n</FileTree>\n\nAfter it.\n";
  const { segments } = await mdx.open(Buffer.from(source), {});
  expect(segments.map(({ text }) => text)).toEqual(["Before it.", "After it."]);
});

test("components on separate lines stay on separate lines, and each has its own text", async () => {
  const source =
    '<Tabs>\n  <TabItem label="Stars">The sun.</TabItem>\n  <TabItem label="Moons">The moon.</TabItem>\n</Tabs>\n';
  const { segments } = await mdx.open(Buffer.from(source), {});
  expect(segments.map(({ text }) => text)).toEqual(["Stars", "Moons", "The sun.", "The moon."]);
  const translated = await translate(source, ["Estrellas", "Lunas", "El sol que brilla todo el día.", "La luna."], mdx);
  expect(translated).toBe(
    '<Tabs>\n  <TabItem label="Estrellas">El sol que brilla todo el día.</TabItem>\n  <TabItem label="Lunas">La luna.</TabItem>\n</Tabs>\n',
  );
});

test("a long document read in pieces gives the same texts at the same positions as when read whole", async () => {
  const block = fc.constantFrom(
    "Words with [a link](/page) and **bold** ones.",
    "# A heading\n\nText under it, https://example.org too.",
    "A heading\n---",
    "- one\n\n  more of one\n\n- two",
    "1. first\n\n2. second [x](y)",
    "> quoted\n> words\n\n> and more",
    "| a | b |\n| - | - |\n| c | d |",
    "    code\n\n    more code",
    "[not a link] and \\[nor this\\]: here",
    "A footnote[^1] nobody wrote, $x$ and `code`.",
    "***",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(block, { minLength: 20, maxLength: 40 }), async (blocks) => {
      const text = `${Array.from({ length: 9 }, (_, i) => `Round ${i}.\n\n${blocks.join("\n\n")}`).join("\n\n")}\n\n`;
      // A comment may contain blank lines, so the document must be read as a whole.
      const [pieces, whole] = await Promise.all(
        [text, `${text}<!-- -->\n`].map(async (source) => {
          const document = await md.open(Buffer.from(source), {});
          const texts = document.segments.map((segment) => ({ text: segment.text.replace(/[a-z]{2,}/g, "$&é") }));
          const { bytes } = await document.write(texts, "es");
          return { segments: document.segments, written: Buffer.from(bytes).toString() };
        }),
      );
      expect(pieces!.segments).toEqual(whole!.segments);
      expect(`${pieces!.written}<!-- -->\n`).toBe(whole!.written);
    }),
    { numRuns: 4 },
  );
});

describe("Markdown links", () => {
  test("a reference link keeps the label of its definition", async () => {
    expect(
      await translate("[Tea], [big *pot*][], [a cup][c]\n\n[Tea]: /t\n[big *pot*]: /p\n[c]: /c\n", [
        "<g1>Té</g1>, <g2>gran <g3>olla</g3></g2>, <g4>una taza</g4>",
      ]),
    ).toBe("[Té][Tea], [gran *olla*][big *pot*], [una taza][c]\n\n[Tea]: /t\n[big *pot*]: /p\n[c]: /c\n");
  });

  test("a link's title is translated separately from the link's text", async () => {
    expect(
      await translate("See [it](/u 'A \"title\"') now ![pic]\n\n[pic]: p.png\n", [
        "Un 'título'",
        "dibujo",
        "Véa <g1>lo</g1> ya",
      ]),
    ).toBe("Véa [lo](/u 'Un \\'título\\'') ya ![dibujo][pic]\n\n[pic]: p.png\n");
  });

  test("brackets in the text of a Markdown link are escaped", async () => {
    expect(await translate("With [big [pot]][b].\n\n[b]: /u\n", ["Con <g1>una [olla]</g1> [grande]"])).toBe(
      "Con [una \\[olla\\]][b] [grande]\n\n[b]: /u\n",
    );
  });

  test("a Markdown link is never written inside another link", async () => {
    expect(await translate("[a](/1) [b](/2)", ["<g1>a <g2>b</g2></g1>"])).toBe("[a b](/1)");
  });
});

test("links to headings of the same document are updated when the headings are translated", async () => {
  const source =
    '# The `pot`\n\n## Tea!\n\n## Tea\n\n[a](#the-pot "T") [b](<#tea>) [c][] [d](#tea-1) [e](#elsewhere)\n\n[c]: #tea\n';
  const { segments } = await md.open(Buffer.from(source), {});
  const texts = segments.map(
    ({ text }) => ({ "The <x1/>": "La <x1/>", "Tea!": "¡Té verde!", Tea: "Té" })[text] ?? null,
  );
  expect(await translate(source, texts)).toBe(
    '# La `pot`\n\n## ¡Té verde!\n\n## Té\n\n[a](#la-pot "T") [b](<#té-verde>) [c][] [d](#té) [e](#elsewhere)\n\n[c]: #té-verde\n',
  );
});

test("emphasis next to other emphasis or an address gets delimiters that Markdown parses unambiguously", async () => {
  const source = "_www.a.co **tea**_**pot**\n";
  expect(await translate(source, ["<g1><x2/> <g3>té</g3></g1><g4>olla</g4>"])).toBe("_www.a.co **té**_**olla**\n");
  expect(await translate("*a* **b**\n", ["<g1>uno</g1><g2>dos</g2>"])).toBe("<em>uno</em>**dos**\n");
  expect(await translate("**a** *b* www.a.co\n", ["<g1>uno</g1><g2>dos</g2><x3/>"])).toBe(
    "<strong>uno</strong>*dos*www.a.co\n",
  );
  expect(await translate("***a** **b*** c\n", ["<g1><g2>uno</g2><g3>dos</g3></g1>tres"])).toBe(
    "*<strong>uno</strong>**dos***tres\n",
  );
});

describe("writing a translation in Markdown", () => {
  test.each([
    ["Text", "# no heading", "\\# no heading"],
    ["Text", "1. no list", "1\\. no list"],
    ["Text", "- no list", "\\- no list"],
    ["Text", "> no quote", "\\> no quote"],
    ["> Text", "[!NOTE] no box", "> \\[!NOTE] no box"],
    ["> \\[!TIP]\n> Text", "Un texto", "> \\[!TIP]\n> Un texto"],
    ["> \\[!TIP] Text\n> here", "[!TIP] Un texto", "> \\[!TIP] Un\n> texto"],
    ["Text", "a*b*c _d_ snake_case 2 * 3", "a\\*b\\*c \\_d\\_ snake_case 2 * 3"],
    ["Text", "&lt;script>a &lt; b &amp;amp; c & d `x`", "\\<script>a < b &amp;amp; c & d \\`x\\`"],
    ["Text", "[no](link) ![no](image) [x]: y [^1]", "[no\\](link) !\\[no\\](image) [x\\]: y \\[^1]"],
    ["Text", "https://example.org/a_b_*c*", "https://example.org/a_b_*c*"],
    ["Text", "$x$ ~~no~~ C:\\dir \\*", "\\$x\\$ \\~\\~no\\~\\~ C:\\dir \\\\\\*"],
    ["# Text", "1. ends in #", "# 1. ends in \\#"],
    ["| Text |\n|--|\n", "a | b", "| a \\| b |\n|--|\n"],
    ["a&nbsp;b", "c\u00a0d", "c&nbsp;d"],
    ["![Text](u)", "a [b] *c*", "![a \\[b\\] \\*c\\*](u)"],
  ])("a translation of %j to %j is written as %j", async (source, text, spelled) => {
    expect(await translate(source, [text])).toBe(spelled);
  });

  test.each([
    ["a **b** c", "a<g1> b </g1>c", "a **b** c"],
    ["a **b** c", "x<g1>「b」</g1>y", "x<strong>「b」</strong>y"],
    ["a _b_ c", "x<g1>b</g1>y", "x<em>b</em>y"],
    ["a *b* **c** d", "a <g1>b</g1><g2>c</g2> d", "a <em>b</em>**c** d"],
    ["a **b** c", "a c<g1></g1>", "a c"],
    ["a ***b*** c", "x <g1><g2>y</g2></g1> z", "x ***y*** z"],
    ["a\\\nb c", "b c<x1/>", "b c"],
    ["`a` b `c`", "b<x1/><x2/>", "b`a` `c`"],
    ["www.a.co b `c`", "b<x1/><x2/>c", "b www.a.co `c`c"],
    ["> a  \n> b", "1 <x1/>1. c", "> 1   \n> 1\\. c"],
    ['a "https://a.co/" b', 'b "<x1/>" c', 'b "https://a.co/" c'],
    ["a https://a.co/ b", 'b <x1/>"c"', 'b https://a.co/ "c"'],
    ["a me@a.co b", "b &lt;<x1/>> c", "b \\<me@a.co> c"],
    ["a me@a.co b", "b <x1/>-c", "b me@a.co -c"],
    ["**a* <br>www.a.co é*", "<g1>b</g1> <x2/>www.a.co d", "**b* <br>www.a.co d*"],
  ])(
    "emphasis and line breaks of a translation are written so that Markdown renders them: %j translated as %j is written as %j",
    async (source, text, spelled) => {
      expect(await translate(source, [text])).toBe(spelled);
    },
  );

  test("characters that would start code are escaped in an MDX translation", async () => {
    expect(await translate("Text\n", ["export {a} &lt;b"], mdx)).toBe("&#101;xport \\{a\\} \\<b\n");
  });

  test("a translated value in front matter keeps its quotes where possible, and the lang value becomes the target language", async () => {
    const source = "---\ntitle: Tea\nsummary: 'It''s tea'\ndescription: >\n  Folded over\n  lines\nlang: en\n---\n";
    expect(await translate(source, ["Té: bueno", "Es 'té'", "Una línea"])).toBe(
      "---\ntitle: \"Té: bueno\"\nsummary: 'Es ''té'''\ndescription: \"Una línea\"\nlang: es\n---\n",
    );
  });
});

test("text without indentation below an admonition is not part of the admonition", async () => {
  const source = '!!! tip\n    In it\n    !!! note\n        Deep *in*\n    Out\nBelow it\n\n=== "Tab"\nBelow\n';
  const { segments } = await md.open(Buffer.from(source), {});
  expect(segments.map(({ text }) => text)).toEqual(["In it", "Deep <g1>in</g1>", "Out", "Below it", "Tab", "Below"]);
});

describe("shortcodes and directives of site generators", () => {
  const titles = (text: string) => ({ "A cup": 'Una "taza"', White: "Muy blanca" })[text] ?? null;

  test.each([
    ['{{< figure src="a.png" title="A cup" >}}', '{{< figure src="a.png" title="Una \\"taza\\"" >}}', md],
    ["> a {{< b\n>   caption='A cup' >}}", "> a {{< b\n>   caption='Una \"taza\"' >}}", md],
    [
      '{% include a.html alt="A cup" id=title title=White %}',
      '{% include a.html alt="Una \\"taza\\"" id=title title=White %}',
      md,
    ],
    [':::tip{title="A cup"}\n12\n:::', ':::tip{title="Una \\"taza\\""}\n12\n:::', mdx],
    [":::tip{title=White .wide}\n12\n:::", ':::tip{title="Muy blanca" .wide}\n12\n:::', md],
  ])("arguments of shortcodes that readers see are translated in %j", async (source, expected, format) => {
    const document = await format.open(Buffer.from(source), {});
    const { bytes } = await document.write(
      document.segments.map(({ text }) => ({ text: titles(text) })),
      "es",
    );
    expect(Buffer.from(bytes).toString()).toBe(expected);
  });

  test("shortcodes in code are not translated, and neither are shortcode arguments that readers don't see", async () => {
    const source = '    {{< a title="Code" >}}\n\n`{{< a title="Code" >}}` {{< a id="name" src="Some file" >}}\n';
    expect((await md.open(Buffer.from(source), {})).segments).toEqual([]);
  });
});

describe("grid tables in Markdown", () => {
  const table = (...rows: string[]) => rows.join("\r\n");

  test("translations in a grid table are wrapped in their cells, which widen only for long words", async () => {
    const source = table(
      "+-------+-------+",
      "| Tea   | Cup   |",
      "+=======+:=====:+",
      "| - Pot | 12    |",
      "+-------+-------+",
      "",
    );
    expect(await translate(source, ["Té de la tarde", "Taza", "Una tetera 1. grande"])).toBe(
      table(
        "+-------------+-------+",
        "| Té de la    | Taza  |",
        "| tarde       |       |",
        "+=============+:=====:+",
        "| - Una       | 12    |",
        "|   tetera 1. |       |",
        "|   grande    |       |",
        "+-------------+-------+",
        "",
      ),
    );
  });

  test("a grid table counts a wide character as one or two columns, whichever its source counts", async () => {
    const wide = "+------+\n| 茶葉 |\n+------+\n";
    expect(await translate(wide, ["é茶"])).toBe("+------+\n| é茶  |\n+------+\n");
    const narrow = "+----+\n| 茶葉 |\n+----+\n";
    expect(await translate(narrow, ["é茶é"])).toBe("+-----+\n| é茶é |\n+-----+\n");
  });

  test("an SVG in MDX stays unchanged with all its content", async () => {
    const source = "Text\n\n+-----+\n| {<- |\n+-----+\n";
    expect(await translate(source, ["Texto"], mdx)).toBe(source.replace("Text", "Texto"));
  });

  test.each([
    ["with cells over several columns", "+---+---+\n| a     |\n+---+---+\n| b | c |\n+---+---+\n"],
    [
      "without borders and with rows of several lines",
      "---------------\nPot     Price\n----    -----\nRed or  12\nblue\n\nGreen   13\n---------------\n",
    ],
    ["without borders whose texts reach into the next column", "Pot    Price\n----   -----\nRed orange 12\n"],
    ["that does not end", "+---+---+\n| a | b |\n"],
  ])("a table %s can't be read: it is left unchanged and causes a warning", async (_, source) => {
    const { segments, warnings } = await md.open(Buffer.from(source), {});
    expect(segments).toEqual([]);
    expect(warnings).toMatchObject([{ code: "part_skipped", count: 1 }]);
  });
});

test("a directive inside a code block is not translated", async () => {
  const source =
    "```\nName  Age\n----  ---\nTea   3\n```\n\nText\n\n~~~~md\n@startuml\n```{note}\n~~~~\n\nMore\n\n```{note}\n~~~\n```\n~~~\nIn it\n```\n\nEnd\n";
  expect(await translate(source, ["Texto", "Más", "Dentro", "Fin"])).toBe(
    source.replace("Text", "Texto").replace("More", "Más").replace("In it", "Dentro").replace("End", "Fin"),
  );
});

test("MDX code blocks that Docusaurus renders are translated", async () => {
  const source = "```mdx-code-block\n<Tabs>\n\nIn a tab\n\n</Tabs>\n```\n\nEnd\n";
  expect(await translate(source, ["En una pestaña", "Fin"], mdx)).toBe(
    source.replace("In a tab", "En una pestaña").replace("End", "Fin"),
  );
});

test("MDX supports Docusaurus's heading identifiers and HTML comments", async () => {
  const source = "# Tea {#tea}\n\n<!-- not { read -->\n\n:::tip Good\nTo know\n:::\n";
  expect(await translate(source, ["Té", "Bueno", "De saber"], mdx)).toBe(
    "# Té {#tea}\n\n<!-- not { read -->\n\n:::tip Bueno\nDe saber\n:::\n",
  );
});

test("MDX with a syntax error is refused, and the error names the line", async () => {
  await expect(mdx.open(Buffer.from("# Tea\n\n<Note>\n"), {})).rejects.toMatchObject({
    reason: "corrupt",
    message: expect.stringMatching(/line/),
  });
});

test.each([
  ["quotes", ">".repeat(50_000)],
  ["quotes in a list", "- > ".repeat(1000)],
  ["indentation", `${" ".repeat(5000)}- a`],
  ["backticks", `${"`".repeat(3000)}a`],
  ["brackets", `${"[".repeat(900)}${"]".repeat(900)}`],
  ["links over lines", `${"[\n".repeat(200)}a${"\n](b)".repeat(200)}`],
  ["pictures", `${"![".repeat(300)}a${"](b)".repeat(300)}`],
])("hostile nesting of %s is refused before it is parsed", async (_, source) => {
  await expect(md.open(Buffer.from(source), {})).rejects.toMatchObject({ reason: "hostile" });
});

test("brackets that are adjacent or never closed don't count towards the nesting limit", async () => {
  const source = `${"[a] ".repeat(150)}${"[31m".repeat(150)}\n\n${"[".repeat(90)}\n\n${"]".repeat(90)}\n`;
  expect((await md.open(Buffer.from(source), {})).segments).toHaveLength(1);
});

test("emphasis that ends in a shortcode keeps its delimiters, and an address right after it is still a link", async () => {
  const document = await md.open(Buffer.from("*word {{< s >}}*www.a.co\n"), {});
  const { bytes } = await document.write([{ text: "<g1>wörd <x2/></g1><x3/>" }], "es");
  expect(Buffer.from(bytes).toString()).toBe("*wörd {{< s >}}*www.a.co\n");
});

test("thousands of quotes are parsed in linear time", async () => {
  const source = Buffer.from("> *a* !\n\n".repeat(10_000));
  expect((await withinCpuMs(20_000, () => md.open(source, {}))).segments).toHaveLength(10_000);
});

describe("paragraphs with thousands of inline marks", () => {
  const TIMES = 40_000;
  const prose = "The quick brown fox jumps over the lazy dog.\n\n";

  test.each([
    ["links that nothing closes", "[a](".repeat(TIMES)],
    ["reference links", "[a][b] ".repeat(TIMES)],
    ["reference links in lines", "[a][b]\n".repeat(TIMES)],
    ["links", "[a](b) ".repeat(TIMES)],
    ["emphasis that nothing closes", "a_*".repeat(TIMES)],
    ["emphasis", "**a** ".repeat(TIMES)],
    ["strikethrough", "~a".repeat(TIMES)],
    ["formulas", "$a$$ ".repeat(TIMES)],
    ["code", "`a`` ".repeat(TIMES)],
    ["comments that nothing closes", "a <!-- ".repeat(TIMES)],
    ["instructions that nothing closes", "a <? ".repeat(TIMES)],
  ])("a paragraph with thousands of %s is left unchanged with a warning, in linear time", async (_, dense) => {
    const source = Buffer.from(`${prose}${dense}\n\n[b]: http://x\n\n${prose}`);
    const { segments, warnings } = await withinCpuMs(5_000, () => md.open(source, {}));
    expect(segments).toHaveLength(2);
    expect(warnings).toEqual([expect.objectContaining({ code: "part_skipped", count: 1 })]);
  });

  test("many short lines of lists, tables, definitions and fences don't count as one overlong paragraph", async () => {
    const source = [
      ...Array.from({ length: 600 }, (_, i) => `- [Item ${i}][b${i}]`),
      "",
      "| a | b |",
      "|---|---|",
      ...Array.from({ length: 600 }, () => "| 1 | `x` |"),
      "",
      ...Array.from({ length: 1_500 }, (_, i) => `[b${i}]: http://x/${i}`),
      "",
      "```js",
      ..."[".repeat(1_500),
      "```",
      "",
      "Last words.",
    ].join("\n");
    const { segments, warnings } = await md.open(Buffer.from(source), {});
    expect(warnings).toEqual([]);
    expect(segments.filter(({ text }) => text.includes("Item"))).toHaveLength(600);
    expect(segments.at(-1)?.text).toBe("Last words.");
  });
});

describe("front matter", () => {
  const home = [
    "---",
    "layout: home",
    "hero:",
    "  name: VitePress",
    "  text: Vite & Vue powered site",
    "  actions:",
    "    - theme: brand",
    "      text: Get started",
    "      link: /guide",
    "features:",
    "  - { title: Fast, details: Very fast indeed }",
    "head:",
    "  note: Some words that nobody knows",
    "---",
    "",
    "Words.",
    "",
  ].join("\n");
  const read = async (source: string, options: FormatOptions, format = md) => {
    const { segments, warnings } = await format.open(Buffer.from(source), options);
    return [segments.map(({ text }) => text), warnings.map(({ message }) => message)];
  };

  test("front matter is translated at keys that site generators display, and a warning lists other keys", async () => {
    expect(await read(home, {})).toEqual([
      ["Vite &amp; Vue powered site", "Get started", "Fast", "Very fast indeed", "Words."],
      ["Keys of the front matter that stayed as they are (name them in keys): head.note."],
    ]);
  });

  test("front matter is translated at the keys that the caller lists, which may contain wildcards", async () => {
    const [texts, warnings] = await read(home, { keys: ["head.*", "hero.name"] });
    expect(texts).toContain("Some words that nobody knows");
    expect(texts).toContain("VitePress");
    expect(warnings).toEqual([]);
  });

  test("front matter in flow style keeps its syntax", async () => {
    const document = await md.open(Buffer.from(home), {});
    const { bytes } = await document.write(
      document.segments.map(({ text }) => ({ text: text === "Fast" ? "Rápido, sí: {ya}" : text })),
      "es",
    );
    expect(Buffer.from(bytes).toString()).toContain('  - { title: "Rápido, sí: {ya}", details: Very fast indeed }');
  });

  test("component attributes are translated if they are known titles or labels, or if the include option contains attributes", async () => {
    const source = '<Card title="First steps">Words</Card>\n\n<Odd title="Not this">More</Odd>\n';
    expect(await read(source, {}, mdx)).toEqual([
      ["First steps", "Words", "More"],
      ["Attributes that stayed as they are (include attributes): Odd.title."],
    ]);
    expect(await read(source, { include: ["attributes"] }, mdx)).toEqual([
      ["First steps", "Words", "Not this", "More"],
      [],
    ]);
    expect(await read(source, { exclude: ["attributes"] }, mdx)).toEqual([["Words", "More"], []]);
  });
});
