import { describe, expect, test } from "vitest";
import { withinCpuMs } from "@/e2e/cpu-time";
import { formatContract } from "@/e2e/doubles/format-contract";
import { plainText } from "@/lib/text/segment";
import { rst } from "./rst";

const GUIDE = `.. _guide:

==========
The guide
==========

:Author: Jane Doe
:orphan:

Some *soft* and **bold** words, \`\`code()\`\` and :func:\`os.open\`,
as :ref:\`the other page <other>\` and \`our site <https://a.example>\`_ say [1]_.

.. A comment that
   stays here

Install it
----------

- First item that runs
  over two lines
- Second item::

    left = "as code"

1. Numbered item
#. Automatic number

Term here
    What it means, see \`Install it\`_.

.. note:: Mind this
   one as well.

   And a second paragraph.

.. code-block:: python
   :caption: The caption

   print("left")

.. image:: a.png
   :alt: A picture of it
   :width: 20

.. unknown:: not this
   nor this

.. versionadded:: 3.2
   The new one.

.. [1] A footnote here.
.. |name| replace:: Product words

>>> print("left")
left

| A verse line
| Another one

--out FILE  Writes the file

Ends with it. \\*Not soft\\*
`;

formatContract(rst, {
  fixtures: [
    {
      name: "a guide",
      bytes: Buffer.from(GUIDE),
      texts: [
        "The guide",
        "Jane Doe",
        "Some soft and bold words, code() and os.open, as the other page and our site say .",
        "Install it",
        "First item that runs over two lines",
        "Second item",
        "Numbered item",
        "Automatic number",
        "Term here",
        "What it means, see Install it.",
        "Mind this one as well.",
        "And a second paragraph.",
        "The caption",
        "A picture of it",
        "The new one.",
        "A footnote here.",
        "Product words",
        "A verse line",
        "Another one",
        "Writes the file",
        "Ends with it. *Not soft*",
      ],
    },
    {
      name: "windows line ends",
      bytes: Buffer.from("Title\r\n=====\r\n\r\nSome words\r\nhere\r\n"),
      texts: ["Title", "Some words here"],
    },
  ].map((fixture) => fixture),
});

async function translate(source: string, ...texts: (string | null)[]): Promise<string> {
  const document = await rst.open(Buffer.from(source), { source: "en" });
  const { bytes } = await document.write(
    texts.map((text) => ({ text })),
    "es",
  );
  return Buffer.from(bytes).toString();
}

const texts = async (source: string) => {
  const { segments } = await rst.open(Buffer.from(source), {});
  return segments.map(({ text }) => plainText(text));
};

describe("reStructuredText", () => {
  test("the underline of a title becomes as wide as the translated title", async () => {
    expect(await translate("Tea\n===\n\nWords\n", "La casa grande", null)).toBe(
      "La casa grande\n==============\n\nWords\n",
    );
    expect(await translate("Tea\n===\n", "茶の家")).toBe("茶の家\n======\n");
  });

  test("links to a heading by its name still work after translation", async () => {
    expect(await translate("Tea time\n========\n\nSee `Tea time`_.\n", "Hora del té", null)).toBe(
      ".. _Tea time:\n\nHora del té\n===========\n\nSee `Tea time`_.\n",
    );
  });

  test("inline markup in reStructuredText is separated from adjacent letters, and is never nested or empty", async () => {
    const source = "Some *soft* and **bold** words\n";
    expect(await translate(source, "una<g1>suave</g1>mente")).toBe("una\\ *suave*\\ mente\n");
    expect(await translate(source, "a <g1>b <g2>c</g2></g1> d")).toBe("a *b c* d\n");
    expect(await translate(source, "a <g1></g1> <g2> b</g2>")).toBe("a   **b**\n");
  });

  test("text that would be read as reStructuredText markup is escaped", async () => {
    expect(await translate("Words\n", "*a* `b` c_ \\ 2 * 3")).toBe("\\*a\\* \\`b\\` c\\_ \\\\ 2 * 3\n");
    expect(await translate("Words\n", "- lista::")).toBe("\\- lista:\\:\n");
  });

  test("a single word in backticks without a role is kept as a name, while several words are translated", async () => {
    expect(await texts("Set `polite` to `tea.max(a, b)` or `a:tea`, as `the tea party` says.\n")).toEqual([
      "Set  to  or , as the tea party says.",
    ]);
    expect(await translate("Set `polite` here.\n", "Aquí pone <x1/>.")).toBe("Aquí pone `polite`.\n");
  });

  test("a translated paragraph of reStructuredText has one sentence per line if the source paragraph does", async () => {
    expect(await translate("One here.\nTwo here.\n", "Uno aquí. Dos aquí.")).toBe("Uno aquí.\nDos aquí.\n");
  });

  test("cells of grid tables, including spanning cells, are translated, and the table is redrawn", async () => {
    const table = [
      "  +------+-----------+",
      "  | Name | Two words |",
      "  |      +-----+-----+",
      "  |      | one | 两个|",
      "  +======+=====+=====+",
      "  | Spanning   |``c``|",
      "  +------+-----+-----+",
    ];
    const text = `Words:\n\n${table.join("\n")}\n\nAfter\n`;
    const document = await rst.open(Buffer.from(text), {});
    expect(document.segments.map(({ text }) => text)).toEqual([
      "Words:",
      "Name",
      "Two words",
      "one",
      "两个",
      "Spanning",
      "After",
    ]);
    expect(document.warnings).toEqual([]);
    const to: Record<string, string> = { one: "uno y otro", 两个: "两个两个", Spanning: "Por encima de ambas" };
    const { bytes } = await document.write(
      document.segments.map(({ text }) => ({ text: to[text] ?? text })),
      "es",
    );
    expect(Buffer.from(bytes).toString()).toBe(
      [
        "Words:",
        "",
        "  +------+------------------------+",
        "  | Name | Two words              |",
        "  |      +--------------+---------+",
        "  |      | uno y otro   | 两个两个|",
        "  +======+==============+=========+",
        "  | Por encima de ambas |``c``    |",
        "  +------+--------------+---------+",
        "",
        "After",
        "",
      ].join("\n"),
    );
  });

  test("rows of a grid table get more lines for longer texts, and the borders of cells that span rows stay", async () => {
    const text = "+---+---+\n| a | b |\n| x +---+\n| y | c |\n+---+---+\n";
    const document = await rst.open(Buffer.from(text), {});
    expect(document.segments.map(({ text }) => text)).toEqual(
      ["a\nx\ny", "b", "c"].map((one) => one.replaceAll("\n", " ")),
    );
    const { bytes } = await document.write([{ text: "a x y" }, { text: "- b" }, { text: "c" }], "es");
    expect(Buffer.from(bytes).toString()).toContain("| \\- b |");
  });

  test("cells of simple tables are translated: columns widen, and rows of several lines stay one row", async () => {
    const text = [
      "=====  =====  =====",
      "   Two        Out",
      "------------  -----",
      "One    Next   Last",
      "=====  =====  =====",
      "first  more   end",
      "       text",
      "",
      "other  word   a longer one",
      "=====  =====  =====",
      "",
    ].join("\n");
    const document = await rst.open(Buffer.from(text), {});
    expect(document.segments.map(({ text }) => text)).toEqual([
      "Two",
      "Out",
      "One",
      "Next",
      "Last",
      "first",
      "more text",
      "end",
      "other",
      "word",
      "a longer one",
    ]);
    const to: Record<string, string> = { first: "el primero", word: "palabra", Two: "Los dos juntos aquí arriba" };
    const { bytes } = await document.write(
      document.segments.map(({ text }) => ({ text: to[text] ?? text })),
      "es",
    );
    expect(Buffer.from(bytes).toString()).toBe(
      [
        "==========  =================  =====",
        "   Los dos juntos aquí arriba  Out",
        "-----------------------------  -----",
        "One         Next               Last",
        "==========  =================  =====",
        "el primero  more               end",
        "            text",
        "",
        "other       palabra            a longer one",
        "==========  =================  =====",
        "",
      ].join("\n"),
    );
  });

  test("tables that docutils can't read are left unchanged with a warning", async () => {
    const { segments, warnings } = await rst.open(Buffer.from("+---+\n| a |\n+--+\n\nWords here\n"), {});
    expect(segments.map(({ text }) => plainText(text))).toEqual(["Words here"]);
    expect(warnings).toMatchObject([{ code: "part_skipped", count: 1 }]);
  });

  test("the text of reStructuredText fields, options and line blocks is translated, and the names of fields and options stay", async () => {
    expect(await texts(":`x`_: Yes\n\n:ref:`y`: no field\n")).toEqual(["Yes", expect.stringContaining("no field")]);
    expect(await texts("--one=file  First words\n+2 value  Second words\n")).toEqual(["First words", "Second words"]);
    expect(await texts("- | One line\n  | and another\n")).toEqual(["One line", "and another"]);
    expect(await texts("* - .. note:: Words\n       of it\n")).toEqual([]);
  });
});

test.each([
  ["open emphasis", "*a ".repeat(60_000)],
  ["open strong", "x **a".repeat(60_000)],
  ["open literals", " ``a".repeat(60_000)],
  ["open interpreted texts", "`a ".repeat(60_000)],
  ["open roles", " :a:`b".repeat(40_000)],
  ["references", "a_".repeat(60_000)],
  ["markers", "- ".repeat(60_000)],
  ["enumerators", "1. ".repeat(60_000)],
  ["directives", ".. note::\n".repeat(40_000)],
  ["backslashes", "\\".repeat(100_000)],
  ["fields", ":a".repeat(60_000)],
  ["grid tables", `+${"-+".repeat(3_000)}\n${`|${" |".repeat(3_000)}\n+${"-+".repeat(3_000)}\n`.repeat(10)}`],
  ["corners without tables", `+${"-+".repeat(200)}\n${`+${"-+".repeat(199)} |\n`.repeat(200)}+${"-+".repeat(200)}\n`],
  ["deep indentation", Array.from({ length: 1_000 }, (_, i) => `${" ".repeat(i)}a`).join("\n")],
])("hostile reStructuredText is read in linear time: %s", async (_, source) => {
  await withinCpuMs(2_000, () => rst.open(Buffer.from(source), {}));
});

describe("reStructuredText directives", () => {
  const read = async (source: string) => {
    const { segments, warnings } = await rst.open(Buffer.from(source), {});
    return { texts: segments.map(({ text, codes }) => plainText(text, codes)), warnings };
  };

  test("descriptions in directives of any domain are translated, also under Sphinx's newer directive names", async () => {
    const source =
      ".. rst:role:: index\n\n   A role for the index.\n\n   .. version-added:: 8.2\n      With more words.\n\n.. http:get:: /users\n\n   Lists them all.\n";
    expect((await read(source)).texts).toEqual(["A role for the index.", "With more words.", "Lists them all."]);
  });

  test("entry titles in a reStructuredText table of contents are translated, but the document names are not", async () => {
    const source = ".. toctree::\n   :caption: The parts\n   :maxdepth: 2\n\n   intro\n   First steps <start/first>\n";
    expect((await read(source)).texts).toEqual(["The parts", "First steps"]);
  });

  test("unknown directives are left unchanged, and a warning lists them", async () => {
    const { texts, warnings } = await read(
      ".. spell:: x\n   :level: 2\n\n   Some words.\n\n.. raw:: html\n\n   <b>No</b>\n",
    );
    expect(texts).toEqual([]);
    expect(warnings).toEqual([
      { code: "part_skipped", count: 1, message: "The content of unknown directives stayed unchanged: spell." },
    ]);
  });
});

test("reStructuredText keeps the paths of figures and the cells of csv-table", async () => {
  const source = `.. figure:: the house.png
   :alt: A house

   What it shows

.. csv-table:: A title
   :header: "One head", "Another head"

   "One cell", "Another cell"
`;
  const { segments } = await rst.open(Buffer.from(source), {});
  expect(segments.map(({ text }) => text)).toEqual(["A house", "What it shows", "A title"]);
});

test("the paragraph after a literal block in a list item is translated", async () => {
  const source = "-   Installed as::\n\n        left = 1\n\n    Here ``left`` is a number.\n";
  const { segments } = await rst.open(Buffer.from(source), {});
  expect(segments.map(({ text, codes }) => plainText(text, codes))).toEqual(["Installed as", "Here left is a number."]);
});
