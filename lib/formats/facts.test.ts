import { expect, test } from "vitest";
import { zipOf } from "@/e2e/doubles/office-files";
import { readFacts } from "./facts";

const values = (facts: readonly { value: string }[]) => facts.map(({ value }) => value);

test.each([
  [
    "HTML",
    '<a href="/a?x=1&amp;y=2" id="top">A</a>\n<img src=\'b.png\'><a href="#top">B</a> <a name="end"></a>',
    ["/a?x=1&y=2", "b.png"],
    ["top", "end"],
  ],
  [
    "Markdown",
    '[A](a.md) ![b](<b c.png> "t")\n\n[ref]: https://x.org\n[none]:\n\nprose\n[^1]: A note\n## T {#own}',
    ["a.md", "b c.png", "https://x.org"],
    ["own"],
  ],
  [
    "AsciiDoc",
    "See {url}/house#door[here], link:a.html[A] and image::b.png[B]\n\n[[own]]\n== T",
    ["a.html", "b.png", "{url}/house#door"],
    ["own"],
  ],
  ["reStructuredText", ".. _house:\n\nSee `it`_.\n\n.. _it: https://x.org\n", ["https://x.org"], []],
  ["LaTeX", "\\href{https://x.org}{here} \\label{sec:a} \\url{y.org}", ["https://x.org", "y.org"], ["sec:a"]],
])("the links and anchors of %s are listed with their line numbers", async (_, text, links, anchors) => {
  const facts = await readFacts(Buffer.from(text));
  expect(values(facts.links)).toEqual(links);
  expect(values(facts.anchors)).toEqual(anchors);
  expect(facts.links.every(({ place }) => /^line \d$/.test(place))).toBe(true);
  expect(facts.pages).toBeNull();
});

test("the template languages used in a text are detected", async () => {
  const languages = async (text: string) => (await readFacts(Buffer.from(text))).templateLanguages;
  expect(await languages("<p><%= user.name %></p> {{#each a}} {{b}} {{/each}}")).toEqual([
    "erb",
    "handlebars",
    "mustache",
  ]);
  expect(await languages('{% if a %} {{< tab >}} <?php x ?> @Model.Name *|FNAME|* [gallery ids="1"] {#x}')).toEqual([
    "docxtemplater",
    "hugo",
    "jinja",
    "mailchimp",
    "php",
    "razor",
    "shortcodes",
  ]);
  expect(await languages("A house {name} costs 5 % of [that], see a@b.org & <b>c</b>.")).toEqual([]);
});

test("external links and bookmarks of an office file are listed with the part that contains them", async () => {
  const rels =
    '<Relationship Id="r1" Target="https://x.org" TargetMode="External"/><Relationship Target="styles.xml"/>';
  const body = '<w:bookmarkStart w:id="0" w:name="own"/><w:hyperlink w:anchor="own"/>';
  const facts = await readFacts(zipOf({ "word/_rels/document.xml.rels": rels, "word/document.xml": body }));
  expect(facts.links).toEqual([{ value: "https://x.org", place: "word/_rels/document.xml.rels" }]);
  expect(values(facts.anchors)).toEqual(["own", "own"]);
});
