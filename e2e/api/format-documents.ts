import { DOC_FILE, PPT_FILE, XLS_FILE } from "@/e2e/doubles/legacy-files";
import { ap, docxOf, epubOf, odfOf, p, page, pptxOf, xlsxOf, zipOf } from "@/e2e/doubles/office-files";
import { PICTURE_FILE } from "@/e2e/doubles/pdf-files";
import { LEGACY_FORMATS } from "@/lib/formats/office/legacy";
import { formatById } from "@/lib/formats/registry";
import { requireLibreOffice } from "@/lib/formats/sandbox/libreoffice";
import { requireRecognition } from "@/lib/formats/sandbox/recognition";

/** A small English document of each format, and the expected content of its translation. */
export type FormatDocument = {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Expected name of the translation; by default, the source's name with the language. */
  readonly outputName?: string;
  readonly mediaType?: string;
  /** Expected texts when the translation is read in its own format; by default, in the source's format. */
  readonly texts: readonly (string | RegExp)[];
  /** Language marks and unchanged parts that the written file must contain, by part of the archive. */
  readonly holds: readonly (readonly [part: string | null, expected: string | RegExp])[];
};

const HOUSE = "The house is big.";
const CAR = "The car is red.";
const CASA = "La casa es grande.";
const COCHE = "El coche es rojo.";

/** The documents by id of their format. */
export const FORMAT_DOCUMENTS: Readonly<Record<string, FormatDocument>> = {
  docx: {
    name: "letter.docx",
    bytes: docxOf(p(HOUSE) + p("The ", ["red", "<w:b/>"], " car"), {
      "word/header1.xml": {
        type: "wordprocessingml.header",
        from: "word/document.xml",
        xml: `<w:hdr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${p(CAR)}</w:hdr>`,
      },
    }),
    texts: [CASA, /coche .*rojo/, COCHE],
    holds: [
      ["word/document.xml", /<w:r><w:rPr><w:b\/>.*?<\/w:rPr><w:t[^>]*>rojo<\/w:t><\/w:r>/],
      ["word/document.xml", '<w:pgSz w:w="11906" w:h="16838"/>'],
      ["word/styles.xml", '<w:lang w:val="es-ES"'],
    ],
  },
  xlsx: {
    name: "prices.XLSX",
    bytes: xlsxOf([`<t>${HOUSE}</t>`, `<t>${CAR}</t>`], { Sheet: { cells: { A1: "s0", B1: 12.5, A2: "s1" } } }),
    texts: [CASA, COCHE],
    holds: [["xl/worksheets/sheet1.xml", '<c r="B1"><v>12.5</v></c>']],
  },
  pptx: {
    name: "talk.pptx",
    bytes: pptxOf([ap(HOUSE), ap("The ", ["red", 'b="1"'], " car")]),
    texts: [CASA, /coche .*rojo/],
    holds: [["ppt/presentation.xml", '<p:sldSz cx="9144000" cy="6858000"/>']],
  },
  odt: {
    name: "letter.odt",
    bytes: odfOf("text", `<text:h text:outline-level="1">The house</text:h><text:p>${CAR}</text:p>`),
    texts: ["La casa", COCHE],
    holds: [
      ["content.xml", '<text:h text:outline-level="1">La casa</text:h>'],
      ["styles.xml", 'fo:language="es"'],
      ["meta.xml", "<dc:creator>Jane Doe</dc:creator>"],
      ["meta.xml", "<dc:language>es"],
    ],
  },
  ods: {
    name: "prices.ods",
    bytes: odfOf(
      "spreadsheet",
      `<table:table table:name="S"><table:table-row><table:table-cell office:value-type="string"><text:p>${HOUSE}</text:p></table:table-cell><table:table-cell office:value-type="float" office:value="3"><text:p>3</text:p></table:table-cell></table:table-row></table:table>`,
    ),
    texts: [CASA],
    holds: [["content.xml", 'office:value="3"><text:p>3</text:p>']],
  },
  odp: {
    name: "talk.odp",
    bytes: odfOf(
      "presentation",
      `<draw:page draw:name="p1" draw:master-page-name="Standard"><draw:frame svg:width="10cm" svg:height="3cm" svg:x="1cm" svg:y="1cm"><draw:text-box><text:p>${HOUSE}</text:p></draw:text-box></draw:frame></draw:page>`,
    ),
    texts: [CASA],
    holds: [["content.xml", 'svg:width="10cm"']],
  },
  epub: {
    name: "book.epub",
    bytes: epubOf({ "one.xhtml": page(`<h1>The house</h1><p translate="no">Left here</p><p>${CAR}</p>`, "One") }),
    texts: ["La casa", COCHE],
    holds: [
      ["mimetype", /^application\/epub\+zip$/],
      ["OEBPS/book.opf", "<dc:language>es</dc:language>"],
      ["OEBPS/one.xhtml", '<p translate="no">Left here</p>'],
      ["OEBPS/one.xhtml", 'lang="es" xml:lang="es"'],
    ],
  },
  fodt: {
    name: "letter.fodt",
    bytes: flatOf("text", `<text:h text:outline-level="1">The house</text:h><text:p>${CAR}</text:p>`),
    texts: ["La casa", COCHE],
    holds: [[null, '<text:h text:outline-level="1">La casa</text:h>']],
  },
  fods: {
    name: "prices.fods",
    bytes: flatOf(
      "spreadsheet",
      `<table:table table:name="S"><table:table-row><table:table-cell office:value-type="string"><text:p>${HOUSE}</text:p></table:table-cell></table:table-row></table:table>`,
    ),
    texts: [CASA],
    holds: [[null, 'table:name="S"']],
  },
  fodp: {
    name: "talk.fodp",
    bytes: flatOf(
      "presentation",
      `<draw:page draw:name="p1"><draw:frame><draw:text-box><text:p>${HOUSE}</text:p></draw:text-box></draw:frame></draw:page>`,
    ),
    texts: [CASA],
    holds: [[null, '<draw:page draw:name="p1">']],
  },
  doc: { name: "letter.doc", bytes: DOC_FILE, ...converted("docx"), holds: [["word/document.xml", "<w:body>"]] },
  xls: { name: "prices.xls", bytes: XLS_FILE, ...converted("xlsx"), holds: [["xl/workbook.xml", "<sheets>"]] },
  ppt: { name: "talk.ppt", bytes: PPT_FILE, ...converted("pptx"), holds: [["ppt/presentation.xml", "sldSz"]] },
  pdf: {
    name: "letter.pdf",
    bytes: pdfOf([HOUSE, CAR]),
    outputName: "letter.es.docx",
    mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    texts: [CASA, COCHE],
    holds: [["word/document.xml", "<w:body>"]],
  },
  image: {
    name: "photo.png",
    bytes: PICTURE_FILE,
    outputName: "photo.es.docx",
    mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    texts: [CASA],
    holds: [["word/document.xml", "<w:body>"]],
  },
  xhtml: {
    name: "page.xhtml",
    bytes: text(page(`<p>${HOUSE}</p><pre><code>the code</code></pre><img src="a.png" alt="The car"/>`, "The house")),
    texts: [CASA, "La casa", "El coche"],
    holds: [
      [null, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<!DOCTYPE html>\n/],
      [null, 'lang="es" xml:lang="es"'],
      [null, '<img src="a.png" alt="El coche"/>'],
    ],
  },
  html: {
    name: "PAGE.htm",
    bytes: text(
      `<!DOCTYPE html>\n<html lang="en"><head><title>The house</title><script>let the = "house";</script></head><body><p class=a>The <a href="/x">red</a> car.<p class="notranslate">Left here</body></html>`,
    ),
    texts: ["La casa", /coche .*rojo/],
    holds: [
      [null, '<html lang="es">'],
      [null, '<script>let the = "house";</script>'],
      [null, '<a href="/x">rojo</a>'],
      [null, '<p class="notranslate">Left here</body></html>'],
    ],
  },
  mdx: {
    name: "page.mdx",
    bytes: text(
      `import { Note } from "./note";\n\n# The house\n\n<Note kind="info">\n\n${CAR}\n\n</Note>\n\n{1 + 1}\n`,
    ),
    texts: ["La casa", COCHE],
    holds: [
      [null, `import { Note } from "./note";\n\n# La casa\n\n<Note kind="info">\n\n${COCHE}\n\n</Note>\n\n{1 + 1}\n`],
    ],
  },
  md: {
    name: "notes.markdown",
    bytes: text(
      "---\ntitle: The house\nslug: the-house\n---\n\n# The house\n\n- The **red** car\n\n```\nthe code\n```\n",
    ),
    texts: ["La casa", /coche .*rojo/],
    holds: [
      [null, /^---\ntitle: La casa\nslug: the-house\n---\n\n# La casa\n\n- .*\*\*rojo\*\*/],
      [null, "```\nthe code\n```\n"],
    ],
  },
  rst: {
    name: "guide.rst",
    bytes: text(`The house\n=========\n\nThe *red* car::\n\n    the code\n`),
    texts: ["La casa", /coche .*rojo/],
    holds: [[null, /^La casa\n=======\n\n.*\*rojo\*::\n\n {4}the code\n$/]],
  },
  adoc: {
    name: "guide.adoc",
    bytes: text(`= The house\n\nThe *red* car\n\n----\nthe code\n----\n`),
    texts: ["La casa", /coche .*rojo/],
    holds: [[null, /^= La casa\n\n.*\*rojo\*.*\n\n----\nthe code\n----\n$/]],
  },
  tex: {
    name: "paper.tex",
    bytes: text(`\\section{The house}\n\nThe \\emph{red} car % a note\n\n$the = house$\n`),
    texts: ["La casa", /coche .*rojo/],
    holds: [
      [null, /^\\section\{La casa\}\n\n.*\\emph\{rojo\}/],
      [null, "$the = house$\n"],
    ],
  },
  eml: {
    name: "letter.eml",
    bytes: text(
      `From: jane@example.com\r\nSubject: The house\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n${CAR}\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Disposition: attachment\r\n\r\nLeft here\r\n--b--\r\n`,
    ),
    texts: ["La casa", COCHE],
    holds: [
      [null, "Subject: La casa\r\n"],
      [null, "\r\n\r\nLeft here\r\n--b--\r\n"],
    ],
  },
  idml: {
    name: "brochure.idml",
    bytes: zipOf({
      mimetype: "application/vnd.adobe.indesign-idml-package",
      "designmap.xml": '<?xml version="1.0"?><Document/>',
      "Stories/Story_u1.xml": `<?xml version="1.0"?><Story><ParagraphStyleRange><CharacterStyleRange><Content>${HOUSE}</Content></CharacterStyleRange></ParagraphStyleRange></Story>`,
    }),
    texts: [CASA],
    holds: [["Stories/Story_u1.xml", `<Content>${CASA}</Content>`]],
  },
  mjml: {
    name: "mail.mjml",
    bytes: text(
      `<mjml><mj-body><mj-text>The <b>red</b> car</mj-text><mj-image src="a.png" alt="The house"/></mj-body></mjml>\n`,
    ),
    texts: ["La casa", /coche .*rojo/],
    holds: [[null, '<mj-image src="a.png" alt="La casa"/>']],
  },
  vue: {
    name: "Tea.vue",
    bytes: text(
      `<template>\n  <p v-if="a > b">${HOUSE} {{ count }}</p>\n</template>\n\n<i18n>\n{ "en": { "car": "${CAR}" } }\n</i18n>\n`,
    ),
    texts: [`${CASA} {{ count }}`, COCHE],
    holds: [
      [null, '<p v-if="a > b">'],
      [null, `{ "es": { "car": "${COCHE}" } }`],
    ],
  },
  svelte: {
    name: "Tea.svelte",
    bytes: text(`<script>let a = "The house";</script>\n{#if a > b}<p title="The car">${HOUSE}</p>{/if}\n`),
    texts: ["El coche", CASA],
    holds: [[null, '<script>let a = "The house";</script>\n{#if a > b}<p title="El coche">']],
  },
  erb: {
    name: "tea.erb",
    bytes: text(`<% if a > b %>\n<p title="<%= t("the house") %>">${HOUSE}</p>\n<% end %>\n`),
    texts: [CASA],
    holds: [[null, `<% if a > b %>\n<p title="<%= t("the house") %>">${CASA}</p>\n<% end %>\n`]],
  },
  ejs: {
    name: "tea.ejs",
    bytes: text(`<% if (a > b) { %>\n<p>${HOUSE}</p>\n<% } %>\n`),
    texts: [CASA],
    holds: [[null, `<% if (a > b) { %>\n<p>${CASA}</p>\n<% } %>\n`]],
  },
  hbs: {
    name: "tea.hbs",
    bytes: text(`{{#if (gt a b)}}\n<p>${HOUSE}</p>\n{{/if}}\n`),
    texts: [CASA],
    holds: [[null, `{{#if (gt a b)}}\n<p>${CASA}</p>\n{{/if}}\n`]],
  },
  tmx: {
    name: "memory.tmx",
    bytes: text(
      `<tmx version="1.4"><header srclang="en"/><body>\n<tu><tuv xml:lang="en"><seg>${HOUSE}</seg></tuv></tu>\n<tu><tuv xml:lang="en"><seg>${CAR}</seg></tuv><tuv xml:lang="es"><seg>Mi coche</seg></tuv></tu>\n</body></tmx>\n`,
    ),
    texts: [HOUSE, CAR],
    holds: [
      [null, `<seg>${HOUSE}</seg></tuv><tuv xml:lang="es"><seg>${CASA}</seg></tuv></tu>`],
      [null, '<tuv xml:lang="es"><seg>Mi coche</seg></tuv></tu>\n</body>'],
    ],
  },
  tbx: {
    name: "terms.tbx",
    bytes: text(
      `<tbx type="TBX-Basic" style="dca" xml:lang="en"><text><body><conceptEntry id="1"><langSec xml:lang="en"><termSec><term>the red car</term></termSec></langSec></conceptEntry></body></text></tbx>\n`,
    ),
    texts: ["the red car"],
    holds: [
      [null, /<langSec xml:lang="es"><termSec><term>el coche .*rojo<\/term><\/termSec><\/langSec><\/conceptEntry>/i],
    ],
  },
  smi: {
    name: "film.smi",
    bytes: text(
      `<SAMI><HEAD><STYLE><!-- .ENCC { Name: English; lang: en-US; } --></STYLE></HEAD><BODY>\n<SYNC Start=10><P Class=ENCC>${HOUSE}\n</BODY></SAMI>\n`,
    ),
    texts: [CASA],
    holds: [
      [null, `.ESCC { Name: español; lang: es; } --></STYLE></HEAD><BODY>\n<SYNC Start=10><P Class=ESCC>${CASA}\n`],
    ],
  },
  lrc: {
    name: "song.lrc",
    bytes: text(`[ti:The house]\n[00:01.00]${HOUSE}\n[00:05.00]${CAR}\n`),
    texts: [CASA, COCHE],
    holds: [[null, `[ti:The house]\n[00:01.00]${CASA}\n[00:05.00]${COCHE}\n`]],
  },
  resjson: {
    name: "resources.resjson",
    bytes: text(`{\n    "a": "${HOUSE}",\n    "_a.comment": "The house"\n}\n`),
    texts: [CASA],
    holds: [[null, `{\n    "a": "${CASA}",\n    "_a.comment": "The house"\n}\n`]],
  },
  wxl: {
    name: "setup.wxl",
    bytes: text(
      `<WixLocalization Culture="en-us" Language="1033"><String Id="A">${HOUSE}</String><String Id="B" Value="${CAR}"/></WixLocalization>\n`,
    ),
    texts: [CASA, COCHE],
    holds: [[null, `Culture="es-es" Language="3082"><String Id="A">${CASA}</String>`]],
  },
  xaml: {
    name: "Page.xaml",
    bytes: text(
      `<Page xmlns:x="x" xmlns:sys="s"><sys:String x:Key="A">${HOUSE}</sys:String><Button Content="${CAR}" Tag="{Binding The}"/></Page>\n`,
    ),
    texts: [CASA, COCHE],
    holds: [[null, `<Button Content="${COCHE}" Tag="{Binding The}"/>`]],
  },
  fb2: {
    name: "book.fb2",
    bytes: text(
      `<FictionBook><description><title-info><author><first-name>The</first-name></author><lang>en</lang></title-info></description><body><section><p>${HOUSE}</p></section></body></FictionBook>\n`,
    ),
    texts: [CASA],
    holds: [[null, "<author><first-name>The</first-name></author><lang>es</lang>"]],
  },
  org: {
    name: "notes.org",
    bytes: text(`#+LANGUAGE: en\n* TODO ${HOUSE} :tag:\n:PROPERTIES:\n:ID: The\n:END:\nThe /red/ car\n\n=the house=\n`),
    texts: [CASA, /coche .*rojo/],
    holds: [[null, `#+LANGUAGE: es\n* TODO ${CASA} :tag:\n:PROPERTIES:\n:ID: The\n:END:\n`]],
  },
  wiki: {
    name: "page.wiki",
    bytes: text(`{{The|house}}\n== ${HOUSE} ==\n* The ''red'' car\n[[Category:The car]]\n`),
    texts: [CASA, /coche .*rojo/],
    holds: [
      [null, `{{The|house}}\n== ${CASA} ==\n* `],
      [null, "\n[[Category:The car]]\n"],
    ],
  },
  jsonl: {
    name: "records.jsonl",
    bytes: text(`{"id": 1, "text": "${HOUSE}"}\n{"id": 2, "text": "${CAR}"}\n`),
    texts: [CASA, COCHE],
    holds: [[null, `{"id": 1, "text": "${CASA}"}\n{"id": 2, "text": "${COCHE}"}\n`]],
  },
  ics: {
    name: "dates.ics",
    bytes: text(`BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:${HOUSE}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`),
    texts: [CASA],
    holds: [[null, `UID:1\r\nSUMMARY:${CASA}\r\n`]],
  },
  vcf: {
    name: "people.vcf",
    bytes: text(`BEGIN:VCARD\r\nVERSION:3.0\r\nFN:The House\r\nNOTE:${HOUSE}\r\nEND:VCARD\r\n`),
    texts: [CASA],
    holds: [[null, `FN:The House\r\nNOTE:${CASA}\r\n`]],
  },
  po: {
    name: "shop.po",
    bytes: text(
      `msgid ""\nmsgstr ""\n"Language: \\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n#: a.c:1\nmsgid "${HOUSE}"\nmsgstr ""\n\nmsgid "The car"\nmsgid_plural "The cars"\nmsgstr[0] ""\nmsgstr[1] ""\n\nmsgid "Done"\nmsgstr "Hecho"\n`,
    ),
    texts: [HOUSE],
    holds: [
      [null, `"Language: es\\n"`],
      [null, `#: a.c:1\nmsgid "${HOUSE}"\nmsgstr "${CASA}"\n`],
      [null, /msgid_plural "The cars"\nmsgstr\[0\] "El coche"\nmsgstr\[1\] "Los coches"/],
      [null, 'msgid "Done"\nmsgstr "Hecho"\n'],
    ],
  },
  xliff1: {
    name: "shop.xlf",
    bytes: text(
      `<?xml version="1.0"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" source-language="en" datatype="plaintext"><body><trans-unit id="1"><source>The <g id="1">red</g> car</source></trans-unit><trans-unit id="2" translate="no"><source>Left here</source></trans-unit></body></file></xliff>\n`,
    ),
    texts: [/car/],
    holds: [
      [null, 'target-language="es"'],
      [null, /<source>The <g id="1">red<\/g> car<\/source>\s*<target[^>]*>.*<g id="1">rojo<\/g>.*<\/target>/],
      [null, '<trans-unit id="2" translate="no"><source>Left here</source></trans-unit>'],
    ],
  },
  xliff2: {
    name: "shop.xliff",
    bytes: text(
      `<?xml version="1.0"?>\n<xliff version="2.0" srcLang="en" xmlns="urn:oasis:names:tc:xliff:document:2.0"><file id="f"><unit id="1"><segment><source>${HOUSE}</source></segment></unit></file></xliff>\n`,
    ),
    texts: [HOUSE],
    holds: [
      [null, 'trgLang="es"'],
      [null, new RegExp(`<source>${HOUSE}</source>\\s*<target[^>]*>${CASA}</target>`)],
    ],
  },
  android: {
    name: "strings.xml",
    bytes: text(
      `<?xml version="1.0" encoding="utf-8"?>\n<resources>\n    <string name="a">${HOUSE}</string>\n    <string name="b" translatable="false">Left here</string>\n</resources>\n`,
    ),
    texts: [CASA],
    holds: [[null, /^(?!.*Left here)/s]],
  },
  resx: {
    name: "Shop.resx",
    bytes: text(
      `<?xml version="1.0" encoding="utf-8"?>\r\n<root>\r\n  <data name="a" xml:space="preserve">\r\n    <value>${HOUSE}</value>\r\n    <comment>Said here</comment>\r\n  </data>\r\n</root>`,
    ),
    texts: [CASA],
    holds: [[null, `<value>${CASA}</value>\r\n    <comment>Said here</comment>\r\n`]],
  },
  arb: {
    name: "app_en.arb",
    bytes: text(
      `{\n  "@@locale": "en",\n  "a": "${HOUSE}",\n  "@a": {"description": "Said here"},\n  "b": "{n, plural, one{The car} other{The cars}}"\n}\n`,
    ),
    texts: [CASA, "El coche", "Los coches"],
    holds: [
      [null, '"@@locale": "es"'],
      [null, '"@a": {"description": "Said here"}'],
    ],
  },
  json: {
    name: "en.json",
    bytes: text(
      `{"title": "${HOUSE}", "nested": {"count": 3, "car": "The {{colour}} car"}, "url": "https://a.example"}\n`,
    ),
    texts: [CASA],
    holds: [
      [null, `{"title": "${CASA}", "nested": {"count": 3, "car": "`],
      [null, "{{colour}}"],
      [null, '"url": "https://a.example"}\n'],
    ],
  },
  strings: {
    name: "Localizable.strings",
    bytes: text(`/* Said here */\n"a" = "${HOUSE}";\n`),
    texts: [CASA],
    holds: [[null, `/* Said here */\n"a" = "${CASA}";\n`]],
  },
  properties: {
    name: "shop.properties",
    bytes: text(`# Said here\na = ${HOUSE}\nb: The car\n`),
    texts: [CASA, "El coche"],
    holds: [[null, `# Said here\na = ${CASA}\nb: El coche\n`]],
  },
  xcstrings: {
    name: "Localizable.xcstrings",
    bytes: text(
      `{\n  "sourceLanguage" : "en",\n  "strings" : {\n    "${HOUSE}" : {\n\n    }\n  },\n  "version" : "1.0"\n}\n`,
    ),
    texts: [HOUSE],
    holds: [
      [null, new RegExp(`"es" : \\{\\s*"stringUnit" : \\{\\s*"state" : "\\w+",\\s*"value" : "${CASA}"`)],
      [null, '"version" : "1.0"\n}\n'],
    ],
  },
  yaml: {
    name: "en.yml",
    bytes: text(`# Said here\nen:\n  title: ${HOUSE}\n  car: "The %{colour} car"\n  on: true\n`),
    texts: [CASA],
    holds: [[null, new RegExp(`^# Said here\\nes:\\n  title: ${CASA}\\n  car: ".*%\\{colour\\}.*"\\n  on: true\\n$`)]],
  },
  vtt: {
    name: "film.vtt",
    bytes: text(`WEBVTT\n\nNOTE left here\n\n1\n00:01.000 --> 00:04.000 line:0\n${HOUSE}\n`),
    texts: [CASA],
    holds: [[null, `WEBVTT\n\nNOTE left here\n\n1\n00:01.000 --> 00:04.000 line:0\n${CASA}\n`]],
  },
  ass: {
    name: "film.ssa",
    bytes: text(
      `[Script Info]\nTitle: x\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:01.00,0:00:04.00,Default,,0,0,0,,{\\i1}${HOUSE}\n`,
    ),
    texts: [CASA],
    holds: [[null, `Dialogue: 0,0:00:01.00,0:00:04.00,Default,,0,0,0,,{\\i1}${CASA}\n`]],
  },
  srt: {
    name: "film.srt",
    bytes: text(`1\r\n00:00:01,000 --> 00:00:04,000\r\n<i>${HOUSE}</i>\r\n\r\n`),
    texts: [CASA],
    holds: [[null, `1\r\n00:00:01,000 --> 00:00:04,000\r\n<i>${CASA}</i>\r\n\r\n`]],
  },
  stringsdict: {
    name: "a.stringsdict",
    bytes: Buffer.from(
      '<?xml version="1.0"?><plist version="1.0"><dict><key>k</key><dict><key>NSStringLocalizedFormatKey</key><string>The house is big.</string></dict></dict></plist>',
    ),
    texts: [/casa/],
    holds: [[null, "<key>k</key>"]],
  },
  ftl: {
    name: "a.ftl",
    bytes: Buffer.from("# A note\nhouse = The house is big.\n"),
    texts: [/casa/],
    holds: [[null, "# A note\nhouse = "]],
  },
  qt: {
    name: "a.ts",
    bytes: Buffer.from(
      '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="es"><context><name>Main</name><message><source>The house is big.</source><translation type="unfinished"></translation></message></context></TS>\n',
    ),
    texts: [],
    holds: [[null, /<translation(?: type="unfinished")?>[^<]*casa/]],
  },
  php: {
    name: "a.php",
    bytes: Buffer.from("<?php\nreturn ['house' => 'The house is big.'];\n"),
    texts: [/casa/],
    holds: [[null, "<?php\nreturn ['house' => '"]],
  },
  wordpress: {
    name: "shop-fr_FR.l10n.php",
    bytes: text(`<?php\nreturn ['language'=>'fr','messages'=>['${HOUSE}'=>'La maison','The car'=>'La voiture']];\n`),
    texts: [CASA, "El coche"],
    holds: [[null, `<?php\nreturn ['language'=>'es','messages'=>['${HOUSE}'=>'${CASA}','The car'=>'El coche']];\n`]],
  },
  js: {
    name: "a.js",
    bytes: Buffer.from('export default { house: "The house is big." };\n'),
    texts: [/casa/],
    holds: [[null, "export default { house: "]],
  },
  toml: {
    name: "a.toml",
    bytes: Buffer.from('# A note\nhouse = "The house is big."\n'),
    texts: [/casa/],
    holds: [[null, "# A note\nhouse = "]],
  },
  ini: {
    name: "a.ini",
    bytes: Buffer.from("; A note\nhouse = The house is big.\n"),
    texts: [/casa/],
    holds: [[null, "; A note\nhouse = "]],
  },
  rc: {
    name: "shop.rc",
    bytes: Buffer.from(
      `\ufeffLANGUAGE LANG_ENGLISH, SUBLANG_ENGLISH_US\r\nSTRINGTABLE\r\nBEGIN\r\n  IDS_A "${HOUSE}"\r\nEND\r\n`,
      "utf16le",
    ),
    texts: [CASA],
    holds: [],
  },
  rtf: {
    name: "a.rtf",
    bytes: Buffer.from("{\\rtf1\\ansi The house is big.\\par}"),
    texts: [/casa/],
    holds: [[null, "{\\rtf1\\ansi "]],
  },
  sbv: {
    name: "a.sbv",
    bytes: Buffer.from("0:00:01.000,0:00:03.000\nThe house is big.\n"),
    texts: [/casa/],
    holds: [[null, "0:00:01.000,0:00:03.000\n"]],
  },
  ttml: {
    name: "a.ttml",
    bytes: Buffer.from(
      '<tt xmlns="http://www.w3.org/ns/ttml" xml:lang="en"><body><div><p begin="1s" end="3s">The house is big.</p></div></body></tt>',
    ),
    texts: [/casa/],
    holds: [[null, 'xml:lang="es"']],
  },
  xml: {
    name: "a.dita",
    bytes: Buffer.from('<topic id="a"><title>The house is big.</title></topic>'),
    texts: [/casa/],
    holds: [[null, '<topic id="a"><title>']],
  },
  ipynb: {
    name: "a.ipynb",
    bytes: Buffer.from(
      '{"cells": [{"cell_type": "markdown", "metadata": {}, "source": ["The house is big."]}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}',
    ),
    texts: [/casa/],
    holds: [[null, '"nbformat": 4']],
  },
  csv: {
    name: "goods.csv",
    bytes: text(`id,description\r\n1,"${HOUSE}"\r\n2,${CAR}\r\n`),
    texts: [CASA, COCHE],
    holds: [[null, new RegExp(`1,"${CASA}"\\r\\n2,${COCHE}\\r\\n$`)]],
  },
  tsv: {
    name: "goods.tab",
    bytes: text(`id\tdescription\n1\t${HOUSE}\n2\t${CAR}\n`),
    texts: [CASA, COCHE],
    holds: [[null, `1\t${CASA}\n2\t${COCHE}\n`]],
  },
  zip: {
    name: "all.zip",
    bytes: zipOf({ "docs/house.txt": `${HOUSE}\n`, "docs/car.md": `# ${CAR}\n`, "left.bin": "\u0001left" }),
    texts: [CASA, COCHE],
    holds: [
      ["docs/house.txt", `${CASA}\n`],
      ["docs/car.md", `# ${COCHE}\n`],
      ["left.bin", "\u0001left"],
    ],
  },
  txt: {
    name: "readme.text",
    bytes: text(`\ufeff${HOUSE}\r\n\r\n  ${CAR}\r\n`),
    texts: [CASA, COCHE],
    holds: [[null, `\ufeff${CASA}\r\n\r\n  ${COCHE}\r\n`]],
  },
};

/** An OpenDocument document as a single XML file. */
function flatOf(kind: string, body: string): Uint8Array {
  const space = (name: string, uri = name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${uri}:1.0"`;
  const spaces = [space("office"), space("text"), space("table"), space("draw", "drawing")].join(" ");
  return text(
    `<?xml version="1.0"?>\n<office:document ${spaces} office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>\n`,
  );
}

/** Expectations for documents that are converted to the current Office format. */
function converted(format: "docx" | "xlsx" | "pptx") {
  const name = { docx: "letter", xlsx: "prices", pptx: "talk" }[format];
  return { outputName: `${name}.es.${format}`, mediaType: formatById(format)!.mediaTypes[0]!, texts: [CASA] };
}

function text(content: string): Uint8Array {
  return Buffer.from(content);
}

/** A one-page PDF with widely spaced paragraphs. */
function pdfOf(paragraphs: readonly string[]): Uint8Array {
  const content = paragraphs.map((line, i) => `BT /F1 12 Tf 1 0 0 1 50 ${760 - i * 60} Tm (${line}) Tj ET`).join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  let file = "%PDF-1.4\n";
  const places = objects.map((object, i) => {
    const at = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  return Buffer.from(
    `${file}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF`,
  );
}

/**
 * Those of the formats that this machine can read. LibreOffice and Tesseract may be missing, which their own tests
 * report.
 */
export function readableHere(ids: readonly string[]): string[] {
  return ids.filter((id) => {
    const format = LEGACY_FORMATS.find((legacy) => legacy.id === id);
    try {
      if (id === "image") requireRecognition("picture");
      if (format) requireLibreOffice(format);
      return true;
    } catch {
      return false;
    }
  });
}
