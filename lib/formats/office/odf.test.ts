import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatContract } from "@/e2e/doubles/format-contract";
import { checkParts, odfOf, partOf } from "@/e2e/doubles/office-files";
import type { Format, FormatOptions, OpenDocument } from "@/lib/formats/format";
import { ZipArchive } from "@/lib/formats/zip";
import { plainText } from "@/lib/text/segment";
import { splitSegment } from "@/lib/text/sentences";
import { odp, ods, odt } from "./odf";

const texts = (document: OpenDocument) => document.segments.map(({ text }) => text);
const open = (bytes: Uint8Array, options: FormatOptions = { exclude: ["metadata"] }, format: Format = odt) =>
  format.open(bytes, options);
const translate = async (
  bytes: Uint8Array,
  change: (text: string) => string | null,
  target = "es",
  format: Format = odt,
) => {
  const document = await format.open(bytes, {});
  return (
    await document.write(
      document.segments.map(({ text }) => ({ text: change(text) })),
      target,
    )
  ).bytes;
};
const body = (bytes: Uint8Array) =>
  partOf(bytes, "content.xml").replace(/^.*<office:body><office:\w+>|<\/office:\w+><\/office:body>.*$/gs, "");
const span = (style: string, text: string) => `<text:span text:style-name="${style}">${text}</text:span>`;
const automatic =
  '<style:style style:name="T1" style:family="text"><style:text-properties officeooo:rsid="0012"/></style:style>' +
  '<style:style style:name="T2" style:family="text"><style:text-properties fo:font-weight="bold" officeooo:rsid="0013"/></style:style>' +
  '<style:style style:name="T3" style:family="text"><style:text-properties fo:font-weight="bold" fo:language="fr" fo:country="FR"/></style:style>';

describe("OpenDocument files", () => {
  it("charts, form labels and texts of master slides in OpenDocument are translated", async () => {
    const chart = `<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:chart><text:p>Sales</text:p></office:chart></office:body></office:document-content>`;
    const form =
      '<office:forms xmlns:form="urn:oasis:names:tc:opendocument:xmlns:form:1.0"><form:button form:name="b1" form:label="Order now"/></office:forms>';
    const bytes = odfOf(
      "presentation",
      `<presentation:footer-decl presentation:name="f1">Our footer</presentation:footer-decl><draw:page draw:master-page-name="Standard">${form}</draw:page>`,
      {
        masters:
          "<draw:frame><draw:text-box><text:p>On every slide</text:p></draw:text-box></draw:frame>" +
          '<draw:frame presentation:class="title"><draw:text-box><text:p>Click to add a title</text:p></draw:text-box></draw:frame>',
      },
      { "Object_1/content.xml": chart },
    );
    expect(texts(await open(bytes, { exclude: ["metadata"] }, odp)).sort()).toEqual([
      "On every slide",
      "Order now",
      "Our footer",
      "Sales",
    ]);
  });

  it("texts before and after a tab, wide spaces, a line break or a form field in OpenDocument are separate", async () => {
    const bytes = odfOf(
      "text",
      '<text:p>male<draw:control draw:control="c1"/>female</text:p>' +
        '<text:p>Day<text:tab/>Month<text:s text:c="20"/>Year<text:line-break/>Page</text:p>',
    );
    const { segments } = await open(bytes);
    expect(
      segments.map((segment) => splitSegment(segment, "en").parts.map((part) => plainText(part.segment.text))),
    ).toEqual([
      ["male", "female"],
      ["Day", "Month", "Year", "Page"],
    ]);
  });

  it("placeholders and input fields in OpenDocument are codes in their paragraph, and their texts and hints are separate texts", async () => {
    const bytes = odfOf(
      "text",
      '<text:p>Dear <text:placeholder text:placeholder-type="text" text:description="Click here">&lt;Name&gt;</text:placeholder>,</text:p>' +
        '<text:p><text:text-input text:description="Who signs">Your name</text:text-input></text:p>',
    );
    expect(texts(await open(bytes))).toEqual(["Dear <x1/>,", "&lt;Name>", "Click here", "Your name", "Who signs"]);
    const written = body(await translate(bytes, (text) => text.replace("Dear", "Hola").replace("ame", "ombre")));
    expect(written).toBe(
      '<text:p>Hola <text:placeholder text:placeholder-type="text" text:description="Click here">&lt;Nombre&gt;</text:placeholder>,</text:p>' +
        '<text:p><text:text-input text:description="Who signs">Your nombre</text:text-input></text:p>',
    );
  });

  it("titles and messages of cell validation in OpenDocument are translated", async () => {
    const bytes = odfOf(
      "spreadsheet",
      '<table:content-validations><table:content-validation table:name="v1"><table:help-message table:title="Which day" table:display="true"><text:p>Pick one</text:p></table:help-message>' +
        '<table:error-message table:title="No such day"><text:p>Try again</text:p></table:error-message></table:content-validation></table:content-validations>',
    );
    const found = ["Which day", "Pick one", "No such day", "Try again"];
    expect(texts(await open(bytes, { exclude: ["metadata"] }, ods))).toEqual(found);
    const written = body(await translate(bytes, (text) => text.toUpperCase(), "es", ods));
    for (const text of found) expect(written).toContain(text.toUpperCase());
  });

  it("OpenDocument spans that only mark revisions are ignored, and spans with equal formatting are merged", async () => {
    const bytes = odfOf(
      "text",
      `<text:p>Plain ${span("T1", "words ")}and ${span("T2", "very ")}${span("T3", "bold")} ones here</text:p>`,
      { automatic },
    );
    expect(texts(await open(bytes))).toEqual(["Plain words and <g1>very bold</g1> ones here"]);
    expect(
      body(await translate(bytes, (text) => (text.startsWith("Plain") ? "Palabras <g1>gordas</g1> aquí" : null))),
    ).toBe(`<text:p>Palabras ${span("T2", "gordas")} aquí</text:p>`);
  });

  it("OpenDocument spaces are read as displayed, and written so that other programs keep them", async () => {
    const bytes = odfOf(
      "text",
      '<text:p>\n  One<text:s text:c="2"/>two  \n three<text:tab/>four<text:line-break/>five</text:p>',
    );
    expect(texts(await open(bytes))).toEqual(["One  two three<x1/>four<x2/>five"]);
    expect(body(await translate(bytes, () => "Uno   dos<x1/>tres<x2/> cuatro"))).toBe(
      '<text:p>Uno <text:s text:c="2"/>dos<text:tab/>tres<text:line-break/> cuatro</text:p>',
    );
  });

  it("spaces that indent an OpenDocument paragraph are kept", async () => {
    const bytes = odfOf(
      "text",
      '<text:p><text:s text:c="3"/>One here <text:s/></text:p><text:p><text:s/>Two here</text:p>',
    );
    expect(body(await translate(bytes, (text) => text.replace("here", "aquí")))).toBe(
      '<text:p><text:s text:c="3"/>One aquí <text:s/></text:p><text:p><text:s/>Two aquí</text:p>',
    );
  });

  it("OpenDocument links and fields become codes, marks are hidden, and notes, comments and frames are separate segments", async () => {
    const bytes = odfOf(
      "text",
      '<text:p>See <text:bookmark-start text:name="b"/><text:a xlink:href="http://a/">this <text:s/>page</text:a><text:bookmark-end text:name="b"/>' +
        '<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>A note</text:p></text:note-body></text:note>' +
        "<office:annotation><dc:creator>Jane</dc:creator><text:p>A comment</text:p></office:annotation> on page <text:page-number>7</text:page-number> or" +
        "<draw:frame><draw:text-box><text:p>In a frame</text:p></draw:text-box><svg:desc>A red box</svg:desc></draw:frame> later</text:p>",
    );
    const document = await open(bytes);
    expect(document.segments[0]).toMatchObject({
      text: "See <g1>this  page</g1><x2/> on page <x3/> or<x4/> later",
      codes: [{ kind: "pair" }, { kind: "single" }, { kind: "placeholder", equiv: "7" }, { kind: "single" }],
    });
    expect(texts(document).slice(1)).toEqual(["A note", "A comment", "In a frame", "A red box"]);
    expect(texts(await open(bytes, { exclude: ["notes", "comments", "alt_text", "metadata"] })).slice(1)).toEqual([
      "In a frame",
    ]);
    const written = body(
      await translate(bytes, (text) =>
        text.startsWith("See") ? "Véase <x4/><g1>esta página</g1> <x3/><x2/>" : `${text}!`,
      ),
    );
    for (const once of [
      "A note!",
      "A comment!",
      "In a frame!",
      "A red box!",
      "text:bookmark-start",
      "text:bookmark-end",
      "text:page-number>7<",
    ]) {
      expect(written.split(once)).toHaveLength(2);
    }
  });

  it("tracked changes and formula results in OpenDocument are kept, and the stored value of a translated cell is its translation", async () => {
    const cell = (attributes: string, ...paragraphs: string[]) =>
      `<table:table-cell office:value-type="string"${attributes}>${paragraphs.map((text) => `<text:p>${text}</text:p>`).join("")}</table:table-cell>`;
    const bytes = odfOf(
      "spreadsheet",
      `<table:tracked-changes><text:p>Old</text:p></table:tracked-changes><table:table table:name="Sheet1"><table:table-row>${cell(' office:string-value="Hello"', "Hello")}${cell(' table:formula="of:=A1" office:string-value="Hello"', "Hello")}${cell(' office:string-value="Two&#10;lines" table:style-name="c"', "Two", "lines")}${cell("", "Hello")}</table:table-row></table:table>`,
    );
    const document = await ods.open(bytes, { exclude: ["metadata"] });
    expect(texts(document)).toEqual(["Hello", "Two", "lines"]);
    const written = body(
      await translate(bytes, (text) => ({ Hello: "Hola", Two: "Dos", lines: "líneas" })[text] ?? null, "es", ods),
    );
    expect(written).toContain(
      `${cell(' office:string-value="Hola"', "Hola")}${cell(' table:formula="of:=A1" office:string-value="Hello"', "Hello")}${cell(' table:style-name="c"', "Dos", "líneas")}${cell("", "Hola")}`,
    );
  });

  it("hidden OpenDocument sheets are translated only on request, and names of pivot fields are kept", async () => {
    const table = (name: string, text: string, style = "") =>
      `<table:table table:name="${name}"${style}><table:table-row><table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell></table:table-row></table:table>`;
    const bytes = odfOf(
      "spreadsheet",
      `${table("A", "Shown")}${table("B", "Secret", ' table:style-name="ta2"')}${table("C", "Region")}<table:data-pilot-tables><table:data-pilot-table><table:data-pilot-field table:source-field-name="Region"/></table:data-pilot-table></table:data-pilot-tables>`,
      {
        automatic:
          '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>',
      },
    );
    expect(texts(await open(bytes, { exclude: ["metadata"] }, ods))).toEqual(["Shown"]);
    expect(texts(await open(bytes, { exclude: ["metadata"], include: ["hidden"] }, ods))).toEqual(["Shown", "Secret"]);
  });

  it("headers, embedded charts, speaker notes and the title of OpenDocument files are translated", async () => {
    const chart = (text: string) =>
      `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><text:p>${text}</text:p></office:body></office:document-content>`;
    const bytes = odfOf(
      "text",
      "<text:h>Heading</text:h>",
      {
        masters: "<style:header><text:p>Header</text:p></style:header><draw:frame><text:p>Layout</text:p></draw:frame>",
      },
      { "Object 1/content.xml": chart("Sales") },
    );
    expect(texts(await open(bytes, {}))).toEqual(["Heading", "Sales", "Header", "The title"]);
    const written = await translate(bytes, (text) => text.toUpperCase());
    expect(partOf(written, "Object 1/content.xml")).toBe(chart("SALES"));
    expect(partOf(written, "meta.xml")).toContain(
      "<dc:title>THE TITLE</dc:title><dc:creator>Jane Doe</dc:creator><dc:language>es-ES</dc:language>",
    );
    const slides = odfOf(
      "presentation",
      "<draw:page><draw:frame><draw:text-box><text:p>Slide</text:p></draw:text-box></draw:frame><presentation:notes><text:p>Spoken</text:p></presentation:notes></draw:page>",
    );
    expect(texts(await open(slides, { exclude: ["metadata"] }, odp))).toEqual(["Slide", "Spoken"]);
    expect(texts(await open(slides, { exclude: ["metadata", "notes"] }, odp))).toEqual(["Slide"]);
  });

  it("OpenDocument declares the target language, and its pages become right-to-left for right-to-left targets", async () => {
    const bytes = odfOf("text", "<text:p>Word</text:p>");
    expect((await open(bytes)).declaredLanguage).toBe("en-US");
    expect(partOf(await translate(bytes, () => "Palabra"), "styles.xml")).toContain(
      'fo:language="es" fo:country="ES" style:language-asian="zh" style:country-asian="CN"',
    );
    const japanese = partOf(await translate(bytes, () => "語", "ja"), "styles.xml");
    expect(japanese).toContain('fo:language="en" fo:country="US" style:language-asian="ja" style:country-asian="JP"');
    expect(partOf(await translate(bytes, () => "מילה", "he"), "styles.xml")).toContain(
      'style:page-layout-properties style:writing-mode="rl-tb"',
    );
  });

  it("encrypted OpenDocument files and other ZIP archives are refused", async () => {
    const reason = (bytes: Uint8Array) =>
      odt.open(bytes, {}).then(
        () => null,
        (error) => error.reason,
      );
    expect(await reason(odfOf("text", "", {}, { "META-INF/manifest.xml": "<m><encryption-data/></m>" }))).toBe(
      "encrypted",
    );
    expect(odt.matches(odfOf("spreadsheet", ""), "odt")).toBe(false);
    expect(ods.matches(odfOf("spreadsheet", ""), "")).toBe(true);
  });

  it("the mimetype entry of OpenDocument stays first and uncompressed", async () => {
    const { entries } = ZipArchive.open(await translate(odfOf("text", "<text:p>Word</text:p>"), () => "Palabra"));
    expect([entries[0]!.name, entries[0]!.method, entries[0]!.headerStart]).toEqual(["mimetype", 0, 0]);
  });
});

const inline = fc.oneof(
  fc.constantFrom(
    "word",
    " two words ",
    "a &lt;b&gt;",
    "1",
    "日本語",
    "<text:s/>",
    "<text:tab/>",
    "<text:line-break/>",
    '<text:bookmark text:name="b"/>',
  ),
  fc
    .tuple(
      fc.constantFrom("T1", "T2", "T3", "Emphasis"),
      fc.constantFrom("bold", " very bold ", "<text:s/>", "<text:tab/>x"),
    )
    .map(([style, text]) => span(style, text)),
  fc.constantFrom(
    '<text:a xlink:href="x">a link</text:a>',
    "<text:page-number>3</text:page-number>",
    "<draw:frame><draw:text-box><text:p>In a frame</text:p></draw:text-box></draw:frame>",
  ),
);
formatContract(odt, {
  fixtures: [
    {
      name: "spans, spaces and a link",
      bytes: odfOf(
        "text",
        `<text:p>Plain ${span("T1", "words ")}and ${span("T2", "bold")} ones</text:p><text:p>See <text:a xlink:href="x">this page</text:a><text:tab/>now</text:p>`,
        { automatic },
      ),
      texts: ["Plain words and bold ones", "See this page\tnow", "The title"],
    },
  ],
  documents: fc
    .array(fc.array(inline, { maxLength: 6 }), { maxLength: 4 })
    .map((paragraphs) =>
      odfOf("text", paragraphs.map((items) => `<text:p>${items.join("")}</text:p>`).join(""), { automatic }),
    ),
  check: checkParts,
  // The most frequent format has no code, so the codes of a translation may be elsewhere.
  readBack: "running",
});
