import { describe, expect, test } from "vitest";
import { withinCpuMs } from "@/e2e/cpu-time";
import { formatContract } from "@/e2e/doubles/format-contract";
import { adoc } from "./adoc";

const GUIDE = `= The guide
Jane Doe <jane@example.com>
:toc:
:description: What it is about

Some *bold* and _soft_ words, \`code()\` and {product},
see https://a.example[our site] and <<there,the other page>>.footnote:[A note here.]

// A comment
[[there]]
== Install it

.The first block
[source,ruby]
----
left = "as code"
----

* First item
that runs over two lines
** Second item
+
----
left
----
. Numbered
Term:: What it means
Another::
  And its meaning

NOTE: Mind this one.

[NOTE]
====
And this one.
====

image::a.png[A picture of it,200]

 literal left here

|===
|One cell |Another 2+|Wide cell

a|* A list in a cell
|Last \\| of them
|===

[verse]
____
A line here
Another line
____

include::left.adoc[]
`;

formatContract(adoc, {
  fixtures: [
    {
      name: "a guide",
      bytes: Buffer.from(GUIDE),
      texts: [
        "The guide",
        "What it is about",
        "A note here.",
        "Some bold and soft words, code() and {product}, see our site and the other page.",
        "Install it",
        "The first block",
        "First item that runs over two lines",
        "Second item",
        "Numbered",
        "Term",
        "What it means",
        "Another",
        "And its meaning",
        "Mind this one.",
        "And this one.",
        "A picture of it",
        "One cell",
        "Another",
        "Wide cell",
        "A list in a cell",
        "Last | of them",
        "A line here",
        "Another line",
      ],
    },
    {
      name: "windows line ends",
      bytes: Buffer.from("== Title\r\n\r\nSome words\r\nhere\r\n"),
      texts: ["Title", "Some words here"],
    },
  ],
});

async function translate(source: string, ...texts: (string | null)[]): Promise<string> {
  const document = await adoc.open(Buffer.from(source), { source: "en" });
  const { bytes } = await document.write(
    texts.map((text) => ({ text })),
    "es",
  );
  return Buffer.from(bytes).toString();
}

describe("AsciiDoc", () => {
  test("AsciiDoc formatting next to letters gets doubled marks, and empty formatting is removed", async () => {
    const source = "Some *bold* and _soft_ words\n";
    expect(await translate(source, "una<g1>negrita</g1>s <g2>b</g2>")).toBe("una**negrita**s _b_\n");
    expect(await translate(source, "a <g1></g1> <g2> b</g2>c")).toBe("a   __b__c\n".replace("__b__c", "__b__c"));
  });

  test("text in AsciiDoc's curved quotes is translated, and code within these quotes is recognised", async () => {
    const source = "This tells it, \"`Connect to the `origin` remote.`\"\nIt '`obeys`' `.git`.\n";
    const { segments } = await adoc.open(Buffer.from(source), {});
    expect(segments.map(({ text }) => text)).toEqual([
      "This tells it, <g1>Connect to the <x2/> remote.</g1> It <g3>obeys</g3> <x4/>.",
    ]);
    expect(await translate(source, "Dice, <g1>Ir al remoto <x2/>.</g1> Se <g3>obedece</g3> <x4/>.")).toBe(
      "Dice, \"`Ir al remoto `origin`.`\" Se\n'`obedece`' `.git`.\n",
    );
  });

  test("subscripts and superscripts in AsciiDoc stay attached to their symbol", async () => {
    const source = "Water is H~2~O, about 10^6^ of it, a 1^st^ and seventh^th^ try.\n";
    const { segments } = await adoc.open(Buffer.from(source), {});
    expect(segments.map(({ text }) => text)).toEqual([
      "Water is <x1/>, about <x2/> of it, a <x3/> and seventh<x4/> try.",
    ]);
    expect(await translate(source, "El agua es <x1/>, casi <x2/> de ella, <x3/> y séptimo<x4/> intento.")).toBe(
      "El agua es H~2~O, casi 10^6^ de ella, 1^st^ y séptimo^th^ intento.\n",
    );
  });

  test("text that would be read as AsciiDoc markup is written with character references", async () => {
    expect(await translate("Words\n", "* a")).toBe("&#42; a\n");
    expect(await translate("Words\n", ".Tea")).toBe("&#46;Tea\n");
    expect(await translate("Words\n", "*a* {b} 2 * 3")).toBe("&#42;a&#42; &#123;b} 2 * 3\n");
    expect(await translate("Words\n", "x^2^ y~1~ a+b `c`")).toBe("x&#94;2&#94; y&#126;1&#126; a+b &#96;c&#96;\n");
    expect(await translate("Words\n", "~100 MB, ~1 h, 600+ of (Y+1) and (Y+2), 2^3")).toBe(
      "~100 MB, ~1 h, 600+ of (Y+1) and (Y+2), 2^3\n",
    );
    expect(await translate("|===\n|Words\n|===\n", "a | b")).toBe("|===\n|a &#124; b\n|===\n");
  });

  test("a line break at the end of an AsciiDoc cell is kept", async () => {
    expect(await translate("|===\n|Words +\n|More words\n|===\n", "Uno", "Dos")).toBe("|===\n|Uno +\n|Dos\n|===\n");
  });

  test("index terms and inline images in AsciiDoc are translated at their position in the sentence", async () => {
    const source =
      '(((pots, "tea, green", see=Tea)))A ((tea pot)) and image:pot.png[A pot, 20] of\nindexterm2:[tin]indexterm:[tin pots].\n';
    const { segments } = await adoc.open(Buffer.from(source), {});
    expect(segments.map(({ text }) => text)).toEqual([
      "pots",
      "tea, green",
      "A pot",
      "tin pots",
      "A <g1>tea pot</g1> and <x2/> of <g3>tin</g3><x4/>.",
    ]);
    expect(
      await translate(
        source,
        "ollas",
        "té, verde",
        "Una olla, azul",
        "ollas, de (lata)",
        "Con <x2/>, una <g1>tetera (azul)</g1> de <g3>lata</g3><x4/>.",
      ),
    ).toBe(
      '(((ollas, "té, verde", see=Tea)))Con image:pot.png["Una olla, azul", 20], una ((tetera\n&#40;azul&#41;)) de indexterm2:[lata]indexterm:["ollas, de &#40;lata&#41;"].\n',
    );
    expect(await translate(source, null, null, null, null, null)).toBe(source);
  });

  test("a translated AsciiDoc paragraph with a footnote keeps its line breaks and doesn't become a list", async () => {
    const source = "Some words here.footnote:[A note.]\nMore words there.\n";
    expect(await translate(source, "Una nota.", "* palabras aquí.<x1/> Más palabras.")).toBe(
      "&#42; palabras aquí.footnote:[Una nota.]\nMás palabras.\n",
    );
  });

  test("PGP keys and signatures are not recognised as AsciiDoc", () => {
    expect(adoc.matches(Buffer.from("-----BEGIN PGP SIGNATURE-----\n"), "asc")).toBe(false);
  });
});

test.each([
  ["open bold", " *a".repeat(60_000)],
  ["open code", " `a".repeat(60_000)],
  ["open quotes", ' "`a'.repeat(60_000)],
  ["open links", " link:a[".repeat(40_000)],
  ["open references", "<<a".repeat(60_000)],
  ["nested marks", "*_".repeat(60_000)],
  ["pluses", "+a ".repeat(60_000)],
  ["markers", "* ".repeat(60_000)],
  ["terms", "a::".repeat(60_000)],
  ["terms of the index", "(((a))) ".repeat(30_000)],
  ["images", "image:a[a] ".repeat(30_000)],
  ["open terms of the index", "(((a ".repeat(60_000)],
  ["cells", `|===\n${"|".repeat(60_000)}\n|===\n`],
  ["fences", "====\n".repeat(40_000)],
  ["tables", "|===\n".repeat(40_000)],
])("hostile AsciiDoc is read in linear time: %s", async (_, source) => {
  await withinCpuMs(2_000, () => adoc.open(Buffer.from(source), {}));
});

test("an AsciiDoc title in Antora's navigation is translated", async () => {
  const source = "= The page\n:navtitle: Short title\n:page-layout: home\n\nWords.\n";
  const { segments } = await adoc.open(Buffer.from(source), {});
  expect(segments.map(({ text }) => text)).toEqual(["The page", "Short title", "Words."]);
});
