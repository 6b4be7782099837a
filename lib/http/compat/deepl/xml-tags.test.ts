import { expect, test } from "vitest";
import { withinCpuMs } from "@/e2e/cpu-time";
import { openMarkup } from "@/lib/translation/markup";
import { openXml, type TagRules } from "./xml-tags";

const RULES: TagRules = { ignored: [], splitting: [], nonSplitting: [], detectsOutline: true, splitsLines: true };

test("XML without changes is written back unchanged, including empty and ignored elements and elements with HTML names", () => {
  const texts = [
    'A <x id="1"/> and <b>bold</b>.',
    "<x></x><y />",
    `<a b='>"' c="1">1 &lt; 2</a>`,
    '<x id="7">keep</x> <ns:tag/>',
    "<doc>\n<meta>\n<title>A</title>\n</meta>\n<p>B</p>\n</doc>",
    '<b translate="no">own</b>',
    "no tags, 1 < 2",
    "<a><b>crossed</a></b> <c>open </d>",
    "<x><span>in</span><x/></x>",
  ];
  for (const text of texts) {
    const { html, toXml } = openXml(text, { ...RULES, ignored: ["x"] });
    expect(toXml(html)).toBe(text);
  }
  expect(openXml('<x id="7">keep</x>', { ...RULES, ignored: ["x"] }).html).toBe(
    '<span data-dragoman-tag="0" translate="no">keep</span>',
  );
});

test("XML sentences are split only at splitting elements, which are given in the request or detected from the structure", async () => {
  const document = `<document>
    <meta>
        <title>A document's title</title>
    </meta>
    <par>
        <span>One sentence split</span><span> across two tags.</span>
    </par>
    <raw>Kept.</raw>
</document>`;
  const given = {
    ...RULES,
    detectsOutline: false,
    splitting: ["title", "par"],
    nonSplitting: ["span"],
    ignored: ["raw"],
  };
  for (const rules of [given, { ...RULES, ignored: ["raw"], nonSplitting: ["span"] }]) {
    const { html, toXml } = openXml(document, rules);
    const markup = await openMarkup(html, "html");
    expect(markup.segments.filter(({ text }) => /[a-z]{3}/i.test(text))).toHaveLength(2);
    const translated = markup.segments.map(({ text }) => text.replace("document's title", "TITLE"));
    const written = toXml(await markup.write(translated, "es"));
    expect(written).toContain("<title>A TITLE</title>");
    expect(written).toContain("<raw>Kept.</raw>");
    expect(written.match(/<\/?[a-z]+>/g)).toEqual(document.match(/<\/?[a-z]+>/g));
  }
});

test("an XML sentence is not split at elements inside the sentence", async () => {
  const { html, toXml } = openXml('The <g id="1">big</g> house<x id="2"/> is old.', RULES);
  const markup = await openMarkup(html, "html");
  expect(markup.segments).toHaveLength(1);
  const written = await markup.write([markup.segments[0]!.text.replace("house", "casa")], "es");
  expect(toXml(written)).toBe('The <g id="1">big</g> casa<x id="2"/> is old.');
});

test.each([
  '<!DOCTYPE d [ <!NOTATION cgm PUBLIC "-//X//EN">\n]>\n<d><title>The house</title></d>',
  '<!DOCTYPE r [<!ENTITY a "b">]><r>The house &a; is big</r>',
  '<!DOCTYPE r SYSTEM "r.dtd" [\n<!ENTITY % more SYSTEM "m.ent">\n%more;\n]>\n<r>The house</r>',
  '<!DOCTYPE r [<!ENTITY t "a ]> b"><!-- it\'s ]> --><?p ]> ?>]><r>The house &t;</r>',
  "<!DOCTYPE r [<![INCLUDE[<!ENTITY x 'y'>]]>\n] ><r>The house</r>",
  "<!doctype r [<!ELEMENT r (#PCDATA)>]><r>The house</r>",
  '<?xml version="1.0"?>\n<r>The house</r>',
  '<r>The <?page n="3 > 2"?> red house</r>',
  "<r>The house <?= $a->door ?> is red</r>",
  "<r>The house <![CDATA[open > <b>door</b> & ]]> is red</r>",
  "<r>The <!-- a > <b> --> house</r>",
  '<!DOCTYPE r SYSTEM "a>b.dtd">\n<r>The house</r>',
  `<!DOCTYPE r PUBLIC '-//X[>]' "b>.dtd" [<!ENTITY c "d">]><r>The house</r>`,
  "<r>The house &foo; is &copyright; by &brand-name;</r>",
  "<r>Caf&#233; &amp; the&#xA0;house, &quot;big&quot; &gt; &apos;small&apos; &agrave;</r>",
  "<c>The house</c>tail",
  "<t>The house</t>\n<p>The car</p>",
  "<r>The house\n\n  The car\r\n  is red.\n</r>",
  "<p>The <b>big\nhouse</b> is red.</p>",
  '<Überschrift größe="1"><项 id="2">The house</项></Überschrift><été>is big</été>',
  "<:a>The house</:a\n><b >is big</b >",
  "<r>The house&#10;The car&#xA;is&#9;red&#13;</r>",
  "<!DOCTYPE r [<!ENTITY größe 'big'>]>\n<r>The house &größe; &#8364; &#x20AC; &euro; &straße;</r>",
  "<r>The house > the car</r>",
  "<!DOCTYPE r [<!ENTITY b SYSTEM 'b.xml'>]>\n<r>The house &b; and &amp; is &lt;big&gt;</r>",
])("XML declarations, instructions and CDATA sections are kept byte for byte: %s", async (xml) => {
  const { html, toXml } = openXml(xml, RULES);
  expect(toXml(html)).toBe(xml);
  const markup = await openMarkup(html, "html");
  const words = markup.segments.map(({ text }) => text).join(" ");
  expect(words).toContain("house");
  expect(words).not.toMatch(/ENTITY|CDATA|\]>|\?>|door|page|NOTATION/);
  const translated = markup.segments.map(({ text }) => text.replace("house", "casa"));
  expect(toXml(await markup.write(translated, "es"))).toBe(xml.replace("house", "casa"));
});

test("text before and after an XML element is separate words, unless the element is within a word", async () => {
  const words = async (xml: string) => {
    const { segments } = await openMarkup(openXml(xml, RULES).html, "html");
    return segments.map(({ text }) => text.replace(/<\/?g\d+>/g, "").replace(/<x\d+\/>/g, "|"));
  };
  expect(await words("<c>The door</c>tail")).toEqual(["The door|tail"]);
  expect(await words("the door<c>tail</c>")).toEqual(["the door|tail"]);
  expect(await words("<t>the house</t><p>the door</p>")).toEqual(["the house|the door"]);
  expect(await words("un<b>believ</b>able <hi>h</hi>ouse")).toEqual(["unbelievable house"]);
  expect(await words("我们<c>的房子</c>很大")).toEqual(["我们的房子很大"]);
});

test("an XML sentence wrapped over several lines is translated as one sentence, and its translation is wrapped over as many lines", async () => {
  const xml = `<p>
    The house that stands at the end of the long road has a
    green door, and nobody knows who painted it in that year.
  </p>`;
  const { html, toXml } = openXml(xml, RULES);
  const { segments, write } = await openMarkup(html, "html");
  expect(segments.map(({ text }) => text)).toEqual([xml.slice(3, -4).trim().replace(/\s+/g, " ")]);
  const written = toXml(await write([segments[0]!.text.replace("green", "verde")], "es"));
  expect(written).toBe(xml.replace("green", "verde"));
  const folded = openXml("<r>The house\nis big.</r>\n<r>B</r>", { ...RULES, splitsLines: false });
  expect(folded.html.match(/<br /g), "only the one between elements").toHaveLength(1);
});

test("a space at the edge of an XML element stays inside the element", async () => {
  const xml = '<p><r><t xml:space="preserve">The house </t></r><r><t>is big.</t></r> <r><t> Red </t></r></p>';
  const { html, toXml } = openXml(xml, { ...RULES, nonSplitting: ["r", "t"] });
  const { segments, write } = await openMarkup(html, "html");
  const moved = segments.map(({ text }) => text.replace(/ ((?:<\/g\d+>)+)/g, "$1 ").replace("house", "casa"));
  expect(toXml(await write(moved, "es"))).toBe(xml.replace("house", "casa"));
});

test("hostile XML is read in linear time", async () => {
  for (const opener of [
    "<?",
    "<![CDATA[",
    "<!--",
    "<!DOCTYPE a [",
    '<!DOCTYPE "',
    "&a",
    "<a>b\n",
    "&#233;",
    " ",
    "<a> ",
    "<a",
  ]) {
    await withinCpuMs(5_000, () => {
      const { html, toXml } = openXml(opener.repeat(20_000), RULES);
      expect(toXml(html)).toBe(opener.repeat(20_000));
    });
  }
});
