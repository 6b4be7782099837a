import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { formatContract } from "@/e2e/doubles/format-contract";
import { chooseFormat } from "@/lib/formats/registry";
import { parseXml } from "@/lib/formats/xml";
import { fb2 } from "./fb2";

const BOOK = `<?xml version="1.0" encoding="UTF-8"?>
<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink">
 <stylesheet type="text/css">.left { color: red; }</stylesheet>
 <description>
  <title-info>
   <genre>left_here</genre>
   <author><first-name>Left</first-name><last-name>Here</last-name></author>
   <book-title>A book of tea</book-title>
   <annotation><p>All about <emphasis>hot</emphasis> tea.</p></annotation>
   <keywords>tea, milk</keywords>
   <lang>en</lang>
  </title-info>
  <document-info><program-used>Left here</program-used></document-info>
 </description>
 <body>
  <title><p>The first part</p></title>
  <epigraph><p>Drink it.</p><text-author>Jane of the tea</text-author></epigraph>
  <section id="one">
   <p>We drink tea<a l:href="#n1" type="note">[1]</a> &amp; talk.</p>
   <empty-line/>
   <poem><stanza><v>Tea is hot,</v><v>milk is not.</v></stanza></poem>
   <image l:href="#a.png"/>
  </section>
 </body>
 <body name="notes"><section id="n1"><p>Not coffee.</p></section></body>
 <binary id="a.png" content-type="image/png">bGVmdCBoZXJl</binary>
</FictionBook>
`;

formatContract(fb2, {
  fixtures: [
    {
      name: "a book with notes and verses",
      bytes: Buffer.from(BOOK),
      texts: [
        "A book of tea",
        "All about hot tea.",
        "tea, milk",
        "The first part",
        "Drink it.",
        "Jane of the tea",
        "We drink tea[1] & talk.",
        "Tea is hot,",
        "milk is not.",
        "Not coffee.",
      ],
    },
    { name: "on CRLF", bytes: Buffer.from(BOOK.replaceAll("\n", "\r\n")) },
    {
      name: "with a prefix",
      bytes: Buffer.from(
        '<f:FictionBook xmlns:f="x"><f:body><f:section><f:p>Some tea</f:p></f:section></f:body></f:FictionBook>',
      ),
      texts: ["Some tea"],
    },
  ],
  check: (bytes) => void parseXml(Buffer.from(bytes).toString()),
});

test("a FictionBook declares the target language, and is converted to UTF-8 if its encoding can't represent the translation", async () => {
  const bytes = iconv.encode(BOOK.replace("UTF-8", "windows-1251").replace("Drink it.", "Пей."), "windows-1251");
  expect(chooseFormat(bytes, "book").id).toBe("fb2");
  const document = await fb2.open(bytes, {});
  expect(document.declaredLanguage).toBe("en");
  const written = await document.write(
    document.segments.map(({ text }) => ({ text: `${text} ñ` })),
    "es",
  );
  expect(Buffer.from(written.bytes).toString()).toMatch(/encoding="UTF-8"[\s\S]*<p>Пей\. ñ<\/p>/);
  expect(Buffer.from(written.bytes).toString()).toContain("<lang>es</lang>");
});
