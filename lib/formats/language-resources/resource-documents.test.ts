import { describe, expect, test } from "vitest";
import { formatContract } from "@/e2e/doubles/format-contract";
import type { Format, FormatOptions } from "@/lib/formats/format";
import { chooseFormat } from "@/lib/formats/registry";
import { parseXml } from "@/lib/formats/xml";
import { plainText } from "@/lib/text/segment";
import { tbx, tmx } from "./resource-documents";

const MEMORY = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4">
  <header creationtool="Tea" creationtoolversion="1" segtype="sentence" o-tmf="x" adminlang="en" srclang="en-US" datatype="xml"/>
  <body>
    <tu tuid="cup" creationdate="20240101T120000Z">
      <note>On the label</note>
      <prop type="x-left">left here</prop>
      <tuv xml:lang="en-US">
        <seg>A <bpt i="1" x="1">&lt;b></bpt>cup<ept i="1">&lt;/b></ept> of <ph x="2">{tea}</ph> &amp; <hi type="x">milk</hi></seg>
      </tuv>
      <tuv xml:lang="fr-FR">
        <seg>Une <bpt i="1" x="1">&lt;b></bpt>tasse<ept i="1">&lt;/b></ept> de <ph x="2">{tea}</ph></seg>
      </tuv>
    </tu>
    <tu>
      <tuv xml:lang="fr-FR"><seg>Bonjour</seg></tuv>
      <tuv xml:lang="en-US"><seg>Hello there</seg></tuv>
    </tu>
    <tu><tuv xml:lang="en-US"><seg>Hello there</seg></tuv></tu>
    <tu><tuv xml:lang="fr-FR"><seg>Un thé vert</seg></tuv></tu>
    <tu><tuv xml:lang="en-US"><seg>42</seg></tuv></tu>
  </body>
</tmx>
`;
const OLD_MEMORY = `<tmx version="1.1"><header srclang="*all*"/><body>
<tu>
<tuv lang="EN">
<seg>One tea</seg>
</tuv>
<tuv lang="DE">
<seg>Ein Tee</seg>
</tuv>
</tu>
</body></tmx>`;

const wellFormed = (bytes: Uint8Array) =>
  void parseXml(
    Buffer.from(bytes)
      .toString()
      .replace(/^\ufeff/, ""),
  );

formatContract(tmx, {
  fixtures: [
    {
      name: "version 1.4 with codes and several languages",
      bytes: Buffer.from(MEMORY),
      texts: ["A cup of  & milk", "Hello there", "Hello there"],
    },
    { name: "version 1.1 with upper-case tags, on CRLF", bytes: Buffer.from(OLD_MEMORY.replaceAll("\n", "\r\n")) },
    {
      name: "UTF-8 with a byte order mark, a language that the caller chooses",
      bytes: Buffer.from(`\ufeff${MEMORY}`),
      options: { source: "fr" },
      texts: ["Une tasse de ", "Bonjour", "Un thé vert"],
    },
  ],
  check: wellFormed,
  reopen: { source: "es" },
});

const OLD_TERMS = `<?xml version='1.0'?>
<martif type="TBX" xml:lang="en">
<martifHeader><fileDesc><sourceDesc><p>Left here</p></sourceDesc></fileDesc></martifHeader>
<text><body>
  <termEntry id="c1">
    <descrip type="definition">A hot drink, left here</descrip>
    <langSet xml:lang="en">
      <tig id="t1">
        <term>green tea</term>
        <termNote type="partOfSpeech">noun</termNote>
      </tig>
      <tig><term>tea of leaves</term></tig>
      <tig><term>tee</term><termNote type="administrativeStatus">deprecatedTerm-admn-sts</termNote></tig>
    </langSet>
    <langSet xml:lang="fr">
      <tig><term>thé vert</term></tig>
    </langSet>
  </termEntry>
  <termEntry id="c2"><langSet xml:lang="en"><ntig><termGrp><term>milk</term></termGrp></ntig></langSet></termEntry>
</body></text>
</martif>
`;
const TERMS = `<?xml version="1.0" encoding="UTF-8"?>
<tbx type="TBX-Basic" style="dca" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2">
  <tbxHeader><fileDesc><sourceDesc><p>Left here</p></sourceDesc></fileDesc></tbxHeader>
  <text><body>
    <conceptEntry id="1">
      <langSec xml:lang="en">
        <termSec>
          <term>cup of tea</term>
          <termNote type="termType">fullForm</termNote>
        </termSec>
      </langSec>
    </conceptEntry>
    <conceptEntry id="2">
      <langSec xml:lang="en"><termSec><term>tea pot</term></termSec></langSec>
      <langSec xml:lang="es"><termSec><term>tetera</term></termSec></langSec>
    </conceptEntry>
  </body></text>
</tbx>
`;

formatContract(tbx, {
  fixtures: [
    { name: "version 2", bytes: Buffer.from(OLD_TERMS), texts: ["green tea", "tea of leaves", "milk"] },
    {
      name: "version 3",
      bytes: Buffer.from(TERMS),
      options: { into: "es", overwrite: true },
      texts: ["cup of tea", "tea pot"],
    },
    { name: "version 3 on CRLF", bytes: Buffer.from(TERMS.replaceAll("\n", "\r\n")), options: { into: "ar" } },
  ],
  check: wellFormed,
  reopen: { source: "es" },
});

async function written(format: Format, source: string, options: FormatOptions, target = "es") {
  const document = await format.open(Buffer.from(source), options);
  const texts = document.segments.map(({ text }) => ({ text: text.replace(/(?<![<&/\p{L}])\p{L}+(?!\d)/gu, "té") }));
  const { bytes } = await document.write(texts, target);
  return { document, text: Buffer.from(bytes).toString() };
}

describe("TMX and TBX files as documents", () => {
  test("a target text is added to a TMX or TBX document next to the other languages, with the source's codes and layout", async () => {
    const { text } = await written(tmx, MEMORY, { into: "es" });
    expect(text).toContain(`</tuv>
      <tuv xml:lang="es">
        <seg>té <bpt i="1" x="1">&lt;b></bpt>té<ept i="1">&lt;/b></ept> té <ph x="2">{tea}</ph> &amp; <hi type="x">té</hi></seg>
      </tuv>
    </tu>`);
    expect(text).toContain(
      '<tu><tuv xml:lang="en-US"><seg>Hello there</seg></tuv><tuv xml:lang="es"><seg>té té</seg></tuv></tu>',
    );
    expect(text.replace(/\s*<tuv xml:lang="es">[\s\S]*?<\/tuv>/g, "")).toBe(MEMORY);
    expect((await written(tmx, OLD_MEMORY, {}, "pt-BR")).text).toContain(
      '<tuv lang="PT-BR">\n<seg>té té</seg>\n</tuv>',
    );
  });

  test("a TMX or TBX document keeps existing translations, unless overwriting is requested", async () => {
    const own = await written(tmx, MEMORY, { into: "fr" }, "fr");
    expect(own.document.finished).toBe(2);
    expect(own.document.segments.map(({ text }) => text)).toEqual(["Hello there"]);
    expect(own.text).toContain("<seg>Bonjour</seg>");
    const all = await written(tmx, MEMORY, { into: "fr", overwrite: true }, "fr");
    expect(all.text).toContain('<tu>\n      <tuv xml:lang="fr-FR"><seg>té té</seg></tuv>');
    const terms = await written(tbx, TERMS, { into: "es" });
    expect(terms.document.finished).toBe(1);
    expect(terms.text).toContain("<term>tetera</term>");
  });

  test("a TBX document gets a section of target terms with the structure of the source section", async () => {
    expect((await written(tbx, OLD_TERMS, { into: "es" })).text).toContain(`    <langSet xml:lang="es">
      <tig>
        <term>té té</term>
      </tig>
      <tig>
        <term>té té té</term>
      </tig>
    </langSet>
  </termEntry>`);
    expect((await written(tbx, OLD_TERMS, { into: "es" })).text).toContain(
      '</langSet><langSet xml:lang="es"><ntig><termGrp><term>té</term></termGrp></ntig></langSet></termEntry>',
    );
    expect((await written(tbx, TERMS, { into: "es" })).text).toContain(`</langSec>
      <langSec xml:lang="es">
        <termSec>
          <term>té té té</term>
        </termSec>
      </langSec>`);
  });

  test("a project shows the existing translations of a TMX or TBX document", async () => {
    const { segments } = await tmx.open(Buffer.from(MEMORY), { source: "en", target: "fr" });
    expect(segments.map(({ text, target }) => [plainText(text), target && plainText(target.text)])).toEqual([
      ["A cup of  & milk", "Une tasse de "],
      ["Hello there", "Bonjour"],
      ["Hello there", undefined],
    ]);
    expect(segments[0]!.target!.text).toBe("Une <g1>tasse</g1> de <x2/>");
    expect(segments[0]!.note).toBe("On the label");
  });

  test("TMX and TBX are recognised by their content", () => {
    expect(chooseFormat(Buffer.from(MEMORY), "memory").id).toBe("tmx");
    expect(chooseFormat(Buffer.from(OLD_TERMS), "terms.tbx").id).toBe("tbx");
  });
});
