import fc from "fast-check";
import { parse } from "parse5";
import { describe, expect, test } from "vitest";
import { formatContract } from "@/e2e/doubles/format-contract";
import { plainText } from "@/lib/text/segment";
import { splitSegment } from "@/lib/text/sentences";
import { html, xhtml } from "./html";

const utf8 = (text: string) => Buffer.from(text);

const page = utf8(`<!DOCTYPE html>
<!-- A page of tests -->
<html lang="en-GB" data-x='1'>
<head>
  <meta charset="utf-8">
  <title>Tea &amp; biscuits</title>
  <meta name="description" content='All about "tea"'>
  <meta name="viewport" content="width=device-width">
  <meta property="og:title" content="Tea for two">
  <script>const label = "Do not touch <b>this</b>";</script>
  <style>p::before { content: "Nor this"; }</style>
</head>
<body class=plain>
  <h1>Making <em>good</em> tea</h1>
  <p>Boil the water, then
     <a href="/pot?a=1&amp;b=2" title="About the pot">warm the <b>pot</b></a>.<br>Wait&nbsp;five minutes &hellip;
  <p><strong>Never</strong> use <code>rm -rf tea</code> or <span translate="no">Fine Blend</span>!
  <ul><li>Milk<li class="x notranslate">Zucker<li>Lemon</ul>
  <img src=cup.png alt="A white cup"> <input type=submit value=Brew> <input placeholder="Your name" value="kept">
  <pre>keep   this</pre>
  <select><option label="Strong">strong tea</option></select>
  <svg><g translate="no"><title>no</title></g><metadata>no</metadata></svg>
  <table><tr><td>Green<td>Black</table>
  <p>12 &gt; 3</p>
</body>
</html>
`);

test("text attributes of pictures, image maps and videos are translated, and each element becomes a code in its sentence", async () => {
  const source =
    '<p>See <picture><source srcset="a.webp"><img src="a.png" alt="A red pot"></picture> and <map name="m"><area alt="The lid" href="#l"><area alt="Left" translate="no"></map> now ' +
    '<video src="v.mp4"><track label="English words" src="w.vtt"></video></p>';
  const document = await html.open(Buffer.from(source), {});
  expect(document.segments.map(({ text }) => text).sort()).toEqual([
    "A red pot",
    "English words",
    "See <x1/> and <x2/> now",
    "The lid",
  ]);
  const written = await document.write(
    document.segments.map(({ text }) => ({
      text: text.replace("pot", "cazo").replace("lid", "tapa").replace("now", "ya"),
    })),
    "es",
  );
  expect(Buffer.from(written.bytes).toString()).toBe(
    source.replace("red pot", "red cazo").replace("The lid", "The tapa").replace("now", "ya"),
  );
});

test("text before and text after a form field become separate segments", async () => {
  const source = "<p><input type=radio name=s> male <input type=radio name=s> female <input type=hidden> fox</p>";
  const { segments } = await html.open(Buffer.from(source), {});
  expect(
    segments.map((segment) => splitSegment(segment, "en").parts.map((part) => plainText(part.segment.text).trim())),
  ).toEqual([["male", "female  fox"]]);
});

formatContract(html, {
  fixtures: [
    {
      name: "fields, templates and drawings with words in them",
      bytes: Buffer.from(
        "<p>A <svg><title>A pot</title><style>.a{}</style><text>Black <tspan>tea</tspan></text></svg> chart</p><textarea>Your order</textarea><textarea>\nas laid\nout</textarea><template><p>Sold out</p></template>",
      ),
      texts: ["A pot", "Black", "tea", "A  chart", "Your order", "Sold out"],
    },
    {
      name: "a page with everything",
      bytes: page,
      texts: [
        "Tea & biscuits",
        'All about "tea"',
        "Tea for two",
        "Making good tea",
        "About the pot",
        "Boil the water, then warm the pot.\nWait\u00a0five minutes …",
        "Never use rm -rf tea or Fine Blend!",
        "Milk",
        "Lemon",
        "A white cup",
        "Brew",
        "Your name",
        "Strong",
        "strong tea",
        "Green",
        "Black",
      ],
    },
    {
      name: "a fragment with tags that cross and tags that are not closed",
      bytes: utf8("<b>One <p>two <i>three</b> four</i></p> five</div><a name=x>six\n<td>seven <code>8</td> nine"),
      texts: ["One", "two three four", "five", "six", "seven 8", "nine"],
    },
    {
      name: "breaks that part paragraphs",
      bytes: utf8("One<br>two<br>\r\n<br/>three<BR>"),
      texts: ["One\ntwo", "three"],
    },
    {
      name: "text that looks like markup, and template syntax",
      bytes: utf8("<p>1 &lt; 2 and a &lt;b&gt; tag, {{ name }} <!-- note --> AT&T</p>"),
      texts: ["1 < 2 and a <b> tag, {{ name }}  AT&T"],
    },
    { name: "no words", bytes: utf8("<p>42</p><br><img alt='1'>"), texts: [] },
  ],
  check: (bytes) => {
    parse(Buffer.from(bytes).toString());
  },
  documents: fc
    .array(
      fc.constantFrom(
        "<p>",
        "</p>",
        "<b>",
        "</b>",
        "<i class='x'>",
        "</i>",
        "<a href='#' title=\"A &quot;title&quot;\">",
        "</a>",
        "<br>",
        "<br/>",
        "word ",
        "another\r\nword",
        " ",
        "&nbsp;",
        "&amp;",
        "é",
        "<",
        ">",
        "<div>",
        "</div>",
        "<code>x y</code>",
        "<code>",
        "<img alt=picture>",
        "<!-- c -->",
        "<script>if (a<b) f()</script>",
        "<li>",
        "<td>",
        "<span translate=no>",
        "</span>",
        "<pre>\n a </pre>",
        "<textarea>a</textarea>",
        "<svg/>",
        "<svg><text>word <tspan>",
        "</tspan></text></svg>",
        "<template>",
        "</template>",
      ),
      { maxLength: 30 },
    )
    .map((pieces) => pieces.join("")),
  runs: 500,
});

formatContract(xhtml, {
  fixtures: [
    {
      name: "elements that close themselves",
      bytes: utf8(
        '<?xml version="1.0" encoding="utf-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title/><script src="a.js"/></head>\n<body><p>One<a id="x"/> two.</p><div/><p title="a &lt; b">Three</p></body></html>',
      ),
      texts: ["One two.", "a < b", "Three"],
    },
  ],
});

async function translate(source: string | Buffer, texts: (string | null)[], target = "es", bilingual = false) {
  const document = await html.open(Buffer.from(source), {});
  expect(document.segments).toHaveLength(texts.length);
  const written = await document.write(
    texts.map((text) => ({ text })),
    target,
    { bilingual },
  );
  return { text: Buffer.from(written.bytes).toString("utf8"), ...written };
}

describe("inline elements in HTML", () => {
  test("inline elements become codes of their kind, and elements around a whole text are not part of the segment", async () => {
    const { segments } = await html.open(
      utf8("<p><b>Click <a href=x>here</a><br>or <i>there</i> <kbd>F1</kbd>.</b></p>"),
      {},
    );
    expect(segments).toEqual([
      {
        text: "Click <g1>here</g1><x2/>or <g3>there</g3> <x4/>.",
        codes: [
          { id: 1, kind: "pair" },
          { id: 2, kind: "single", equiv: "\n" },
          { id: 3, kind: "format" },
          { id: 4, kind: "placeholder", equiv: "F1" },
        ],
      },
    ]);
  });

  test("a link's title attribute and the sentence with the link are separate texts, and each can be translated on its own", async () => {
    const source = '<p>See <a href=x title="Home page">here</a> now</p>';
    expect((await translate(source, ["Página de inicio", "Véase <g1>aquí</g1> ya"])).text).toBe(
      '<p>Véase <a href=x title="Página de inicio">aquí</a> ya</p>',
    );
    expect((await translate(source, ["Página de inicio", null])).text).toBe(
      source.replace("Home page", "Página de inicio"),
    );
  });
});

describe("writing a translation in HTML", () => {
  test("a translation never becomes markup, in text or in attributes", async () => {
    const { text } = await translate("<p title='a b' id=1>Hello</p><img alt=cup>", [
      'it\'s "<b>" & so',
      "&lt;script>alert(1)&lt;/script> &amp;amp;",
      "a> onload='x",
    ]);
    expect(text).toBe(
      '<p title=\'it&#39;s "&lt;b&gt;" &amp; so\' id=1>&lt;script&gt;alert(1)&lt;/script&gt; &amp;amp;</p><img alt="a&gt; onload=\'x">',
    );
  });

  test("a no-break space in an HTML translation is written as the entity that its source uses, and unchanged texts keep their entities", async () => {
    const { text } = await translate("<p>A&nbsp;cup</p><p>Caf&eacute;&nbsp;&copy;</p>", ["Una\u00a0taza", null]);
    expect(text).toBe("<p>Una&nbsp;taza</p><p>Caf&eacute;&nbsp;&copy;</p>");
  });

  test("a character that the source writes as a character reference is written with the same reference in the translation", async () => {
    const source =
      "<p>&#169; 2026 Caf&eacute; &mdash; caf&eacute;s &amp; &ldquo;tea&rdquo; &#x20AC; 5 — &hellip; © &reg;</p>";
    const { text } = await translate(source, ["© 2026 Café — cafés y “té” € 5 … ® <b>"]);
    expect(text).toBe(
      "<p>© 2026 Caf&eacute; — caf&eacute;s y &ldquo;t&eacute;&rdquo; &#x20AC; 5 &hellip; &reg; &lt;b&gt;</p>",
    );
  });

  test("an unknown character reference in HTML is kept, and text that resembles a reference is text", async () => {
    const source = "<p>By &writer;</p><p>A &amp;writer;</p><p>Of &amp;copy; and &copy;</p>";
    const { text } = await translate(source, ["De &writer;", "Una &writer;", "De &copy; y ©"]);
    expect(text).toBe("<p>De &writer;</p><p>Una &amp;writer;</p><p>De &amp;copy; y &copy;</p>");
  });

  test("an end tag whose start tag is in another paragraph is moved before an inline pair that it would overlap", async () => {
    const source = "<a><h3>One</h3>two</a> and <b>three <i>four</b>";
    const texts = ["Uno", "<g2>tres<x1/> <x3/>cuatro</g2> y dos"];
    const { segments } = await html.open(utf8(source), {});
    expect(segments.map((one) => one.text)).toEqual(["One", "two<x1/> and <g2>three <x3/>four</g2>"]);
    const { text } = await translate(source, texts);
    expect(text).toBe("<a><h3>Uno</h3></a><b>tres <i>cuatro</b> y dos");
  });

  test("a translation in HTML keeps the line break after a <br> even if the engine drops the space after the tag", async () => {
    const texts = ["Uno<x1/> Dos<x2/>Tres", "Uno<x1/> <g2>dos</g2>"];
    const { text } = await translate("<p>One<br>\r\n  Two<br />\nThree</p><p>One<br>\n<b>two</b></p>", texts);
    expect(text).toBe("<p>Uno<br>\r\n  Dos<br />\nTres</p><p>Uno<br>\n<b>dos</b></p>");
    expect((await translate("<p>One<br> Two</p>", ["Uno<x1/> Dos"])).text).toBe("<p>Uno<br> Dos</p>");
  });

  test("a translated page declares its language, and its direction if the source or target language is written right to left", async () => {
    const page =
      "<!doctype html><html class=a><meta http-equiv=content-language content=en><meta property=og:locale content=en_US><p>Tea</html>";
    expect((await translate(page, ["شاي"], "ar")).text).toBe(
      '<!doctype html><html lang="ar" dir="rtl" class=a><meta http-equiv=content-language content="ar"><meta property=og:locale content="ar"><p>شاي</html>',
    );
    const back = '<html xml:lang="ar" lang=ar dir="rtl"><p>شاي</html>';
    expect((await translate(back, ["Tea"], "en")).text).toBe('<html xml:lang="en" lang="en" dir="ltr"><p>Tea</html>');
  });

  test("front matter of a Jekyll or Hugo page is read by the same rules as front matter in Markdown", async () => {
    const page = "---\nlayout: home\ntitle: Tea time\nlang: en\nnote: Left as it is here\n---\n<p>A cup</p>\n";
    const { segments, warnings } = await html.open(Buffer.from(page), {});
    expect(segments.map(({ text, key }) => [text, key])).toEqual([
      ["Tea time", "title"],
      ["A cup", undefined],
    ]);
    expect(warnings.map(({ message }) => message)).toEqual([
      "Keys of the front matter that stayed as they are (name them in keys): note.",
    ]);
    expect((await translate(page, ["Hora del té", "Una taza"], "es")).text).toBe(
      "---\nlayout: home\ntitle: Hora del té\nlang: es\nnote: Left as it is here\n---\n<p>Una taza</p>\n",
    );
    expect((await html.open(Buffer.from("---\n---\nA cup"), {})).segments.map(({ text }) => text)).toEqual(["A cup"]);
    expect((await html.open(Buffer.from(page), { exclude: ["front_matter"] })).segments).toHaveLength(1);
  });

  test("a translated HTML fragment gets no additional elements or attributes", async () => {
    expect((await translate("Tea<b> time</b>", ["Hora<g1> del té</g1>"], "ar")).text).toBe("Hora<b> del té</b>");
  });

  test("a page whose encoding can't represent the translation is converted to UTF-8 and declares UTF-8", async () => {
    const source = Buffer.from(
      '<?xml version="1.0" encoding="ISO-8859-1"?><meta http-equiv=x content="text/html; charset=ISO-8859-1"><p>Caf\xe9',
      "latin1",
    );
    const { text, warnings } = await translate(source, ["Кофе"]);
    expect(text).toBe(
      '<?xml version="1.0" encoding="utf-8"?><meta http-equiv=x content="text/html; charset=utf-8"><p>Кофе',
    );
    expect(warnings.map(({ code }) => code)).toEqual(["encoding_changed"]);
  });

  test("an ASCII page is translated in the encoding that it declares", async () => {
    const { bytes } = await translate("<meta charset=iso-8859-1><p>Tea", ["T\u00e9 “verde”"]);
    expect(Buffer.from(bytes).toString("latin1")).toBe("<meta charset=iso-8859-1><p>T\xe9 \x93verde\x94");
  });

  test("a bilingual page shows each translation next to its source", async () => {
    const { text } = await translate(
      "<html lang=en><title>Tea</title><p>A <b>cup</b></p></html>",
      ["Té", "Una <g1>taza</g1>"],
      "es",
      true,
    );
    expect(text).toBe(
      '<html lang=en><title>Tea / Té</title><p>A <b>cup</b><br><span lang="es" dir="ltr">Una <b>taza</b></span></p></html>',
    );
  });
});

test("template tags in HTML are kept, and a text that consists of template tags is not translated", async () => {
  const source = `{% if a > 1 %}<p title="{{ t && 'x' }} here">Dear {{>\n who }}, {{ a && b }} {{{c}}} &gt; one</p>{% endif %}`;
  const texts = ["{{ t &amp;&amp; 'x' }} aquí", "Uno &lt; {{{c}}}, {{> who }} y {{ a &amp;&amp; b }}"];
  expect((await translate(source, texts)).text).toBe(
    `{% if a > 1 %}<p title="{{ t && 'x' }} aquí">Uno &lt; {{{c}}}, {{>\n who }} y {{ a && b }}</p>{% endif %}`,
  );
});

test("text after an unclosed iframe is not translated, since browsers treat it as the frame's content", async () => {
  const { segments } = await html.open(utf8("<p>One</p><iframe src=x /><p>Two</p></body></html>"), {});
  expect(segments.map(({ text }) => text)).toEqual(["One"]);
});

test("parts excluded by options, such as alternative text, metadata and attributes, are not translated", async () => {
  const { segments } = await html.open(
    utf8('<meta name=description content="About tea"><p title=One>Two<img alt=Three>'),
    {
      exclude: ["alt_text", "metadata", "attributes"],
    },
  );
  expect(segments.map(({ text }) => text)).toEqual(["Two"]);
});

test.each([
  ["deep", "<div><b>".repeat(100_000)],
  ["crossed", "<b><i></b>".repeat(100_000)],
  ["many attributes", `<p ${Array.from({ length: 50_000 }, (_, i) => `a${i}=x`).join(" ")}>`],
  ["an attribute without an end", `<p title="${"x ".repeat(1_000_000)}`],
  ["spaces", `<p>a${" ".repeat(1_000_000)}b`],
])("hostile markup is read in linear time: %s", async (_, source) => {
  const document = await html.open(utf8(source), {});
  expect(document.segments.length).toBeLessThan(3);
});

test.each([
  '<p>The <?page n="3 > 2"?> house</p>',
  "<p>The house <?= $a->door ?> is red</p>",
  "<p>The house <![CDATA[a > door]]> is red</p>",
  '<a href="<?= $a->door ?>" title="The <?= $a->door ?> house">It</a>',
  "<!DOCTYPE d [<!ENTITY % door 'x'>\n%door;]>\n<p>The house</p>",
  "<script>a <? b > door</script><p>The house ?></p>",
])("code that contains > is kept byte for byte: %s", async (source) => {
  const document = await html.open(utf8(source), {});
  expect(document.segments.map(({ text }) => plainText(text)).join(" ")).not.toMatch(/(?<!-&gt;|->)door/);
  const translated = document.segments.map(({ text }) => ({ text: text.replace("house", "casa") }));
  const written = await document.write(translated, "es", {});
  expect(Buffer.from(written.bytes).toString()).toBe(source.replace("house", "casa").replace("?></p>", "?&gt;</p>"));
});
