import { describe, expect, test } from "vitest";
import { withinCpuMs } from "@/e2e/cpu-time";
import { formatContract } from "@/e2e/doubles/format-contract";
import type { Format } from "@/lib/formats/format";
import { org } from "./org";
import { wiki } from "./wiki";

const NOTES = `#+TITLE: All about tea
#+AUTHOR: Left Here
#+LANGUAGE: en
#+TODO: BREW | DRUNK
# left here

* BREW [#A] Green tea [1/2] :hot:left:
SCHEDULED: <2024-01-01 Mon>
:PROPERTIES:
:CUSTOM_ID: left
:END:
A /very/ hot drink, see [[https://tea.example][the *tea* page]] and
the command =left here= or ~left~ on <2024-01-01 Mon>.[fn:1]

- [ ] One cup
  that is full
- green :: A kind of tea
  1. Some milk

| Name  | Price |
|-------+-------|
| <l>   |       |
| Black tea | 3 |
#+TBLFM: $2=left

#+begin_src sh :exports left
echo "Left here"
#+end_src
#+BEGIN_QUOTE
Tea is good.\\\\
It is hot.
#+END_QUOTE
: left here
-----
[fn:1] A note with \\alpha and $x + y$.
`;

formatContract(org, {
  fixtures: [
    {
      name: "notes with every block",
      bytes: Buffer.from(NOTES),
      texts: [
        "All about tea",
        "Green tea",
        "A very hot drink, see the tea page and the command left here or left on <2024-01-01 Mon>.[fn:1]",
        "One cup that is full",
        "green",
        "A kind of tea",
        "Some milk",
        "Name",
        "Price",
        "Black tea",
        "Tea is good.\nIt is hot.",
        "A note with \\alpha and $x + y$.",
      ],
    },
    { name: "on CRLF", bytes: Buffer.from(NOTES.replaceAll("\n", "\r\n")) },
    {
      name: "a document without headings",
      bytes: Buffer.from(
        "Some +old+ and _new_ tea, but a/b and 2*3*4 stay.\n\n[[file:a.png]]\n\nMore [[file:a.png]] tea\n",
      ),
      texts: ["Some old and new tea, but a/b and 2*3*4 stay.", "More file:a.png tea"],
    },
  ],
});

const PAGE = `{{Infobox
| name = Left here
| text = {{left|here}}
}}
'''Tea''' is a ''hot'' [[drink]] of [[Camellia sinensis|a plant]].<ref name="a">A book of [https://tea.example all teas].</ref><ref name="a" />
It is {{convert|3|cups}} &ndash; or more.

== The history ==
* First <nowiki>''left''</nowiki> item
*# Second [[File:A.jpg|thumb|A cup of [[tea]]]] item
; Green : a kind of tea
<!-- left
here -->
{| class="left"
|+ All the teas
|-
! Name !! style="left" | Price
|-
| Black tea || 3
| colspan="2" | '''''Green''''' tea
|}
<pre>
Left here
</pre>
 left = here
[[Category:Left]]
__NOTOC__
<div class="left">
Some words
</div>
----
Press <kbd>{{{1|a}}}</kbd> now<br />and ~~~~
`;

formatContract(wiki, {
  fixtures: [
    {
      name: "a page with every block",
      bytes: Buffer.from(PAGE),
      texts: [
        "A book of all teas.",
        "Tea is a hot drink of a plant. It is {{convert|3|cups}} &ndash; or more.",
        "The history",
        "First ''left'' item",
        "A cup of tea",
        "Second  item",
        "Green : a kind of tea",
        "All the teas",
        "Name",
        "Price",
        "Black tea",
        "Green tea",
        "Some words",
        "Press {{{1|a}}} now\nand ~~~~",
      ],
    },
    { name: "on CRLF", bytes: Buffer.from(PAGE.replaceAll("\n", "\r\n")) },
    {
      name: "a page that is not closed",
      bytes: Buffer.from("Some {{left ''tea'' [[that\n\n{| \n| More tea\n\n<ref>And ''more"),
      texts: ["Some {{left tea [[that", "More tea", "And more"],
    },
  ],
});

async function written(format: Format, source: string, translate: (text: string) => string, target = "es") {
  const document = await format.open(Buffer.from(source), {});
  const texts = document.segments.map(({ text }) => ({ text: translate(text) }));
  return Buffer.from((await document.write(texts, target)).bytes).toString();
}

describe("Org and MediaWiki markup", () => {
  test.each([
    ["* not a list", "\u200b* not a list\n"],
    ["a | b", "a \\vert{} b\n"],
    ["so *bold* it is", "so \u200b*bold* it is\n"],
  ])("a translation in Org is escaped so that it isn't read as markup: %j", async (text, expected) => {
    expect(await written(org, "Some tea\n", () => text)).toBe(expected);
  });

  test.each([
    ["* not a list", "&#42; not a list\n"],
    ["a | b", "a &#124; b\n"],
    ["''not'' {{left}} [[here]] <b>", "&#39;'not&#39;' &#123;{left}} &#91;[here]] &#60;b>\n"],
  ])("a translation in MediaWiki is escaped so that it isn't read as markup: %j", async (text, expected) => {
    expect(await written(wiki, "Some tea\n", () => text)).toBe(expected);
  });

  test("Org markup next to a letter is separated from the letter by a zero-width space", async () => {
    const text = await written(org, "Some /hot/ tea\n", () => "Algo<g1>caliente</g1>s");
    expect(text).toBe("Algo\u200b/caliente/\u200bs\n");
  });

  test("references and galleries outside MediaWiki paragraphs are translated", async () => {
    const page = (tea: string) =>
      `<ref>All the ${tea}</ref>\n\n{|\n| <ref name="a">A ${tea}</ref>\n|}\n<gallery mode="x">\nFile:A.jpg|My ${tea}\nFile:B.jpg\nFile:C.jpg|alt=left|Our [[a|${tea}]]\n</gallery>\n`;
    expect(await written(wiki, page("tea"), (text) => text.replace("tea", "té"))).toBe(page("té"));
  });

  test("a MediaWiki link keeps its target if its text is translated", async () => {
    expect(await written(wiki, "Drink [[tea]] now\n", (text) => text.replace("tea", "té"))).toBe(
      "Drink [[tea|té]] now\n",
    );
  });

  test("links to headings are updated when the heading is translated", async () => {
    const notes = "* DONE A cup [1/2]\nSee [[*A cup][the tea]] or [[*A cup]] or [[*Left]].\n";
    const translate = (text: string) => text.replace("A cup", "Una taza").replace("the tea", "el té");
    expect(await written(org, notes, translate)).toBe(
      "* DONE Una taza [1/2]\nSee [[*Una taza][el té]] or [[*Una taza]] or [[*Left]].\n",
    );
    expect(await written(wiki, "== A cup ==\nSee [[#A cup|the tea]] or [[#A cup]].\n", translate)).toBe(
      "== Una taza ==\nSee [[#Una taza|el té]] or [[#Una taza]].\n",
    );
  });

  test("the language setting of an Org file becomes the target language", async () => {
    expect(await written(org, "#+LANGUAGE: en\nTea\n", () => "Té")).toBe("#+LANGUAGE: es\nTé\n");
  });

  test.each([
    [org, "#+begin_src\n".repeat(20_000)],
    [org, "*a /b _c ".repeat(8_000)],
    [org, `|${"a|".repeat(100_000)}`],
    [org, "[[a][".repeat(10_000)],
    [wiki, "{{".repeat(100_000)],
    [wiki, "<ref>".repeat(60_000)],
    [wiki, "<!--".repeat(60_000)],
    [wiki, "[[a|".repeat(10_000)],
    [wiki, "'''''a''".repeat(30_000)],
    [wiki, `{|\n|${"a||".repeat(50_000)}`],
    [wiki, "[http://a ".repeat(20_000)],
  ] as const)("hostile Org and MediaWiki pages are read in linear time", async (format, source) => {
    await withinCpuMs(3_000, () => format.open(Buffer.from(source), {}));
  });
});
