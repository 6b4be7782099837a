import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatContract } from "@/e2e/doubles/format-contract";
import { A, checkParts, partOf, X, xlsxOf } from "@/e2e/doubles/office-files";
import type { FormatOptions, OpenDocument, OutputOptions } from "@/lib/formats/format";
import { xlsx } from "./xlsx";

const STRINGS = "xl/sharedStrings.xml";
const texts = (document: OpenDocument) => document.segments.map(({ text }) => text);
const open = (bytes: Uint8Array, options: FormatOptions = {}) => xlsx.open(bytes, options);
const translate = async (
  bytes: Uint8Array,
  change: (text: string) => string | null,
  target = "es",
  output: OutputOptions = {},
) => {
  const document = await open(bytes);
  const translated = document.segments.map(({ text }) => ({ text: change(text) }));
  return (await document.write(translated, target, output)).bytes;
};
const from = "xl/worksheets/sheet1.xml";
const table = (columns: readonly string[]) => ({
  type: "spreadsheetml.table",
  from,
  xml: `<table ${X} id="1" name="T" displayName="T" ref="A1:B2"><tableColumns count="${columns.length}">${columns.map((name, i) => `<tableColumn id="${i + 1}" name="${name}"/>`).join("")}</tableColumns></table>`,
});

describe("Excel workbooks", () => {
  it("shared and inline strings in xlsx are translated; numbers, formulas and formula results are kept", async () => {
    const bytes = xlsxOf(["<t>Hello</t>", "<t>123</t>"], {
      One: {
        cells: {
          A1: "s0",
          B1: 5,
          C1: '<c t="inlineStr"><is><t xml:space="preserve"> In a cell </t></is></c>',
          D1: '<c t="str"><f>A1&amp;"!"</f><v>Hello!</v></c>',
          E1: "s1",
        },
      },
    });
    expect(texts(await open(bytes))).toEqual(["Hello", "In a cell"]);
    const written = await translate(bytes, (text) => text.toUpperCase());
    expect(partOf(written, STRINGS)).toContain('<si><t xml:space="preserve">HELLO</t></si><si><t>123</t></si>');
    expect(partOf(written, from)).toContain('<is><t xml:space="preserve"> IN A CELL </t></is>');
    expect(partOf(written, from)).toContain('<f>A1&amp;"!"</f><v>Hello!</v>');
  });

  it("only the requested xlsx columns, chosen by name or letter, are translated, with or without the first row", async () => {
    const bytes = xlsxOf(["<t>Name</t>", "<t>Remark</t>", "<t>Ann</t>", "<t>Very good</t>"], {
      One: { cells: { A1: "s0", B1: "s1", A2: "s2", B2: "s3" } },
    });
    expect(texts(await open(bytes, { columns: ["remark"] }))).toEqual(["Remark", "Very good"]);
    expect(texts(await open(bytes, { columns: ["B"], header: true }))).toEqual(["Very good"]);
    expect(texts(await open(bytes, { header: true }))).toEqual(["Ann", "Very good"]);
    const { warnings } = await open(bytes, { columns: ["Text", "A"] });
    expect(warnings).toEqual([expect.objectContaining({ message: "The table has no column called Text." })]);
  });

  it("inline strings of xlsx cells are translated, but string results of formulas are not", async () => {
    const bytes = xlsxOf([], {
      One: {
        cells: {
          A1: '<c t="str"><v>Destination &amp; rate</v></c>',
          B1: '<c t="str"><f t="array" ref="B1:C2">UPPER(A1:B2)</f><v>FIRST</v></c>',
          C1: '<c t="str"><v>SECOND</v></c>',
          D1: '<c t="str"><v>Outside</v></c>',
        },
      },
    });
    expect(texts(await open(bytes))).toEqual(["Destination &amp; rate", "Outside"]);
    const written = partOf(await translate(bytes, (text) => `${text}!`), from);
    expect(written).toContain('<c r="A1" t="str"><v>Destination &amp; rate!</v></c>');
    expect(written).toContain('<v>FIRST</v></c><c r="C1" t="str"><v>SECOND</v>');
    expect(written).toContain("<v>Outside!</v>");
  });

  it("formatting within an xlsx cell becomes codes, and phonetic readings of the source are removed", async () => {
    const bytes = xlsxOf(
      [
        '<r><t xml:space="preserve">Some </t></r><r><rPr><b/></rPr><t>bold</t></r><r><t xml:space="preserve"> text here</t></r>',
        '<t>課きく毛こ</t><rPh sb="0" eb="1"><t>カ</t></rPh><phoneticPr fontId="1"/>',
      ],
      { One: { cells: { A1: "s0", A2: "s1" } } },
    );
    expect(texts(await open(bytes))).toEqual(["Some <g1>bold</g1> text here", "課きく毛こ"]);
    const written = partOf(
      await translate(bytes, (text) => (text.startsWith("Some") ? "Texto <g1>en negrita</g1>" : "Clase")),
      STRINGS,
    );
    expect(written).toContain(
      '<si><r><t xml:space="preserve">Texto </t></r><r><rPr><b/></rPr><t xml:space="preserve">en negrita</t></r></si><si><t xml:space="preserve">Clase</t></si>',
    );
  });

  it("characters that Excel escapes are read and written correctly in xlsx", async () => {
    const bytes = xlsxOf(["<t>Line_x000D_\nNext _x005F_x0041_</t>"], { One: { cells: { A1: "s0" } } });
    expect(texts(await open(bytes))).toEqual(["Line\r\nNext _x0041_"]);
    expect(partOf(await translate(bytes, (text) => `${text}.`), STRINGS)).toContain(
      "Line_x000D_\nNext _x005F_x0041_.</t>",
    );
  });

  it("column names of a translated xlsx table are unique and equal to their header cells", async () => {
    const bytes = xlsxOf(
      ["<t>Price</t>", "<t>Cost\nnet</t>", "<t>Total</t>", "<t>Importe</t>"],
      { One: { cells: { A1: "s0", B1: "s1", C1: "s2", D1: "s3" } } },
      { "xl/tables/table1.xml": table(["Price", "Cost_x000a_net", "Total", "Importe"]) },
    );
    const written = await translate(
      bytes,
      (text) => ({ Price: "Precio", "Cost\nnet": "precio", Total: "importe" })[text] ?? text,
    );
    const names = partOf(written, "xl/tables/table1.xml").match(/(?<=<tableColumn id="\d" name=")[^"]*/g);
    expect(names).toEqual(["Precio", "precio 2", "importe 2", "Importe"]);
    expect(partOf(written, STRINGS).match(/(?<=<t[^>]*>)[^<]*/g)).toEqual(names);
    const lines = await translate(bytes, (text) => (text === "Cost\nnet" ? "Coste\nneto" : null));
    expect(partOf(lines, "xl/tables/table1.xml")).toContain('name="Coste_x000a_neto"');
  });

  it("xlsx column names used by formulas or pivot tables are kept, with a warning", async () => {
    const bytes = xlsxOf(
      ["<t>Unit price</t>", "<t>Region</t>", "<t>Other</t>"],
      { One: { cells: { A1: "s0", B1: "s1", C1: "s2", D2: "<c><f>SUM(T[[#Data],[Unit price]])</f></c>" } } },
      {
        "xl/tables/table1.xml": table(["Unit price", "Region", "Other"]),
        "xl/pivotCache/pivotCacheDefinition1.xml": {
          type: "spreadsheetml.pivotCacheDefinition",
          from: "xl/workbook.xml",
          xml: `<pivotCacheDefinition ${X}><cacheFields count="1"><cacheField name="Region"/></cacheFields></pivotCacheDefinition>`,
        },
      },
    );
    const document = await open(bytes);
    expect(texts(document)).toEqual(["Other"]);
    expect(document.warnings).toMatchObject([{ code: "part_skipped" }]);
  });

  it("hidden xlsx sheets are translated only on request, except for texts that a visible sheet shows", async () => {
    const bytes = xlsxOf(["<t>Both</t>", "<t>Secret</t>"], {
      One: { cells: { A1: "s0" } },
      Two: { cells: { A1: "s0", A2: "s1", A3: '<c t="inlineStr"><is><t>Inline</t></is></c>' }, hidden: true },
    });
    expect(texts(await open(bytes))).toEqual(["Both"]);
    expect(texts(await open(bytes, { include: ["hidden"] }))).toEqual(["Both", "Secret", "Inline"]);
  });

  it("comments, threads, text boxes and charts in xlsx are translated, and cell texts cached in charts are updated", async () => {
    const bytes = xlsxOf(
      ["<t>North</t>"],
      { One: { cells: { A1: "s0" } } },
      {
        "xl/comments1.xml": {
          type: "spreadsheetml.comments",
          from,
          xml: `<comments ${X}><authors><author>Jane</author></authors><commentList><comment ref="A1" authorId="0"><text><r><rPr><b/></rPr><t>Note</t></r></text></comment></commentList></comments>`,
        },
        "xl/threadedComments/threadedComment1.xml": {
          type: "application/vnd.ms-excel.threadedcomments+xml",
          from,
          xml: '<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><threadedComment ref="A1"><text>Thread</text></threadedComment></ThreadedComments>',
        },
        "xl/drawings/drawing1.xml": {
          type: "drawing",
          from,
          xml: `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" ${A}><xdr:sp><xdr:cNvPr id="2" name="Box" descr="A red box"/><xdr:txBody><a:p><a:r><a:t>Boxed</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:wsDr>`,
        },
        "xl/charts/chart1.xml": {
          type: "drawingml.chart",
          from,
          xml: `<c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:cat><c:strCache><c:pt idx="0"><c:v>North</c:v></c:pt><c:pt idx="1"><c:v>Computed</c:v></c:pt></c:strCache></c:cat></c:chart>`,
        },
      },
    );
    expect(texts(await open(bytes))).toEqual(["North", "Note", "Thread", "A red box", "Boxed"]);
    const written = await translate(bytes, (text) => text.toUpperCase());
    expect(partOf(written, "xl/charts/chart1.xml")).toContain(
      '<c:v>NORTH</c:v></c:pt><c:pt idx="1"><c:v>Computed</c:v>',
    );
    expect(partOf(written, "xl/comments1.xml")).toContain("<author>Jane</author>");
    expect(partOf(written, "xl/comments1.xml")).toContain('<rPr><b/></rPr><t xml:space="preserve">NOTE</t>');
    expect(texts(await open(bytes, { exclude: ["comments", "alt_text"] }))).toEqual(["North", "Boxed"]);
  });

  it("bilingual xlsx shows source and translation in one cell, and table headers still equal their column names", async () => {
    const bytes = xlsxOf(
      ["<t>Price</t>", "<r><rPr><b/></rPr><t>Bold</t></r>"],
      { One: { cells: { A1: "s0", A2: "s1" } } },
      { "xl/tables/table1.xml": table(["Price"]) },
    );
    const written = await translate(bytes, (text) => ({ Price: "Precio", Bold: "Negrita" })[text]!, "es", {
      bilingual: true,
    });
    expect(partOf(written, STRINGS)).toContain('<t xml:space="preserve">Price / Precio</t>');
    expect(partOf(written, STRINGS).replace(/<[^>]*>/g, "")).toContain("Bold / Negrita");
    expect(partOf(written, "xl/tables/table1.xml")).toContain('name="Price / Precio"');
  });

  it("bilingual xlsx wraps only cells whose text would be cut off by the next cell", async () => {
    const style = '<c s="1" t="inlineStr"><is><t>Left alone</t></is></c>';
    const bytes = xlsxOf(
      ["<t>Price</t>", "<t>Bold</t>"],
      { One: { cells: { A1: style, A2: "s0", B2: "s1" } } },
      {
        "xl/styles.xml": {
          type: "spreadsheetml.styles",
          from: "xl/workbook.xml",
          xml: `<styleSheet ${X}><cellXfs count="2"><xf numFmtId="0" applyAlignment="0"><alignment horizontal="center"/></xf><xf/></cellXfs></styleSheet>`,
        },
      },
    );
    const written = await translate(bytes, (text) => text.toUpperCase(), "es", { bilingual: true });
    checkParts(written);
    expect(partOf(written, "xl/styles.xml")).toContain(
      '<cellXfs count="3"><xf numFmtId="0" applyAlignment="0"><alignment horizontal="center"/></xf><xf/><xf numFmtId="0" applyAlignment="1"><alignment wrapText="1" horizontal="center"/></xf></cellXfs>',
    );
    expect(partOf(written, from)).toMatch(/<row (?=[^>]*r="2")(?=[^>]*ht="30")[^>]*><c s="2" r="A2" t="s">/);
    expect(partOf(written, from)).toContain('<c r="B2" t="s">');
    expect(partOf(written, from)).toContain('<c r="A1" s="1"');
    expect(partOf(await translate(bytes, (text) => text.toUpperCase()), "xl/styles.xml")).toContain('count="2"');
  });

  it("table descriptions, link tooltips, validation messages and chart labels in xlsx are translated", async () => {
    const x14 = 'xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"';
    const named = table(["Price"]);
    const point = (text: string) => `<c:pt idx="0"><c:v>${text}</c:v></c:pt>`;
    const chart =
      `<c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:ser><c:tx><c:v>Own series</c:v></c:tx>` +
      `<c:cat><c:strLit>${point("Own label")}</c:strLit></c:cat></c:ser><c:ser><c:tx><c:strRef><c:f>One!A9</c:f><c:strCache>${point("Computed")}</c:strCache></c:strRef></c:tx></c:ser></c:chart>`;
    const bytes = xlsxOf(
      ["<t>Price</t>"],
      {
        One: {
          cells: { A1: "s0" },
          more:
            '<hyperlinks><hyperlink ref="A1" location="One!A2" display="shown" tooltip="Go there"/></hyperlinks>' +
            `<extLst><ext uri="{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}" ${x14}><x14:dataValidations count="1"><x14:dataValidation type="list" prompt="Pick one"><x14:formula1/></x14:dataValidation></x14:dataValidations></ext></extLst>`,
        },
      },
      {
        "xl/tables/table1.xml": {
          ...named,
          xml: named.xml.replace(
            "</table>",
            `<extLst><ext uri="{504A1905-F514-4f6f-8877-14C23A59335A}" ${x14}><x14:table altText="All prices" altTextSummary="Prices by year"/></ext></extLst></table>`,
          ),
        },
        "xl/charts/chart1.xml": { type: "drawingml.chart", from, xml: chart },
      },
    );
    const found = ["Price", "Go there", "Pick one", "Own series", "Own label", "All prices", "Prices by year"];
    expect(texts(await open(bytes, { exclude: ["metadata"] }))).toEqual(found);
    const written = await translate(bytes, (text) => `${text}!`);
    checkParts(written);
    const all = [from, "xl/tables/table1.xml", "xl/charts/chart1.xml"].map((name) => partOf(written, name)).join("");
    for (const text of found.slice(1)) expect(all).toContain(`${text}!`);
    expect(all).toContain('display="shown"');
    expect(all).toContain("<c:v>Computed</c:v>");
  });

  it("header sections and validation messages in xlsx are translated, unless the translation exceeds Excel's limits", async () => {
    const more =
      '<dataValidations count="1"><dataValidation type="whole" promptTitle="A number" prompt="Type a number here" sqref="A1"><formula1>1</formula1></dataValidation></dataValidations>' +
      '<headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"&amp;12Tea &amp;&amp; milk&amp;RPage &amp;P of &amp;N</oddHeader></headerFooter>';
    const bytes = xlsxOf([], { One: { cells: { A1: 1 }, more } });
    const document = await open(bytes);
    expect(document.segments.map(({ text, codes }) => [text, codes.map(({ equiv }) => equiv)])).toEqual([
      ["A number", []],
      ["Type a number here", []],
      ["Tea &amp; milk<x1/>Page <x2/> of <x3/>", ["\n", "&P", "&N"]],
    ]);
    const written = partOf(
      await translate(bytes, (text) => (text === "A number" ? "Un número".repeat(9) : text.replace("Page", "Página"))),
      "xl/worksheets/sheet1.xml",
    );
    expect(written).toContain('promptTitle="A number"');
    expect(written).toContain(
      '&amp;L&amp;"Arial,Bold"&amp;12Tea &amp;&amp; milk&amp;RPágina &amp;P of &amp;N</oddHeader>',
    );
    expect((await open(bytes, { exclude: ["headers"] })).segments).toHaveLength(2);
  });

  it("xlsx sheets become right-to-left for a right-to-left target", async () => {
    const bytes = xlsxOf(["<t>Word</t>"], { One: { cells: { A1: "s0" } } });
    expect(partOf(await translate(bytes, () => "كلمة", "ar"), from)).toContain(
      '<sheetView rightToLeft="1" workbookViewId="0"/>',
    );
  });

  it("xlsx workbooks whose XML elements have a namespace prefix are supported", async () => {
    const prefixed = `<x:sst xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:si><x:r><x:t>One</x:t></x:r></x:si></x:sst>`;
    const bytes = xlsxOf(
      [],
      { One: { cells: {} } },
      { "xl/sharedStrings.xml": { type: "spreadsheetml.sharedStrings", from: "xl/workbook.xml", xml: prefixed } },
    );
    expect(partOf(await translate(bytes, () => "Uno"), STRINGS)).toContain(
      '<x:si><x:r><x:t xml:space="preserve">Uno</x:t></x:r></x:si>',
    );
  });
});

const text = fc.constantFrom("word", " two words ", "a &lt;b&gt;", "1", "日本語", "_x000D_\n", "line\nbreak");
const string = fc.oneof(
  text.map((content) => `<t xml:space="preserve">${content}</t>`),
  fc
    .array(fc.tuple(text, fc.constantFrom("", "<rPr><b/></rPr>", "<rPr><u/></rPr>")), { minLength: 1, maxLength: 4 })
    .map((runs) => runs.map(([content, look]) => `<r>${look}<t xml:space="preserve">${content}</t></r>`).join("")),
);
const workbook = (strings: readonly string[]) =>
  xlsxOf(strings, { One: { cells: Object.fromEntries(strings.map((_, i) => [`A${i + 1}`, `s${i}`])) } });
formatContract(xlsx, {
  fixtures: [
    {
      name: "plain and rich strings",
      bytes: workbook([
        "<t>Some words here</t>",
        '<r><t xml:space="preserve">One </t></r><r><rPr><b/></rPr><t>bold</t></r>',
      ]),
      texts: ["Some words here", "One bold"],
    },
  ],
  documents: fc.uniqueArray(string, { minLength: 1, maxLength: 6 }).map(workbook),
  check: checkParts,
  // The most frequent format has no code, so the codes of a translation may be elsewhere.
  readBack: "running",
});
