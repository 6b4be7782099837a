import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatContract } from "@/e2e/doubles/format-contract";
import { A, checkParts, docxOf, p, partOf, r, W } from "@/e2e/doubles/office-files";
import { runs } from "@/e2e/long";
import type { FormatOptions, OpenDocument, OutputOptions } from "@/lib/formats/format";
import { parseXml } from "@/lib/formats/xml";
import { plainText, serialize, tokenize } from "@/lib/text/segment";
import { splitSegment } from "@/lib/text/sentences";
import { docx } from "./docx";

const MAIN = "word/document.xml";
const texts = (document: OpenDocument) => document.segments.map(({ text }) => text);
const open = (bytes: Uint8Array, options: FormatOptions = {}) => docx.open(bytes, options);
const translate = async (
  bytes: Uint8Array,
  change: (text: string, index: number) => string | null,
  target = "es",
  output: OutputOptions = {},
) => {
  const document = await open(bytes);
  const translated = document.segments.map(({ text }, index) => ({ text: change(text, index) }));
  return (await document.write(translated, target, output)).bytes;
};
const pseudo = (text: string) =>
  serialize(
    tokenize(text).map((token) =>
      token.type === "text" ? { ...token, text: token.text.replace(/\p{L}+/gu, "$&é") } : token,
    ),
  );
const body = (bytes: Uint8Array) => partOf(bytes, MAIN).replace(/^.*<w:body>|<w:sectPr>.*$/gs, "");

describe("Word documents", () => {
  it("the text of a watermark in docx is translated", async () => {
    const v = 'xmlns:v="urn:schemas-microsoft-com:vml"';
    const pict = `<w:pict><v:shape ${v} alt="A big word"><v:textpath style="font-size:1pt" string="DRAFT &amp; more"/></v:shape></w:pict>`;
    const bytes = docxOf(`<w:p><w:r>${pict}</w:r><w:r><w:t>Words</w:t></w:r></w:p>`);
    expect(texts(await open(bytes))).toEqual(["Words", "A big word", "DRAFT &amp; more"]);
    const written = partOf(await translate(bytes, (text) => (text === "Words" ? "Palabras" : "Uno &amp; otro")), MAIN);
    expect(written).toContain('alt="Uno &amp; otro"><v:textpath style="font-size:1pt" string="Uno &amp; otro"/>');
    expect(written).toContain(">Palabras<");
  });

  it("text of docx headers, footers, notes and comments is read in addition to the body, in reading order", async () => {
    const story = (element: string, text: string, attributes = "") =>
      `<w:${element} ${W}${attributes}>${text}</w:${element}>`;
    const from = MAIN;
    const bytes = docxOf(p("Body"), {
      "word/header1.xml": { type: "wordprocessingml.header", from, xml: story("hdr", p("Header")) },
      "word/footer1.xml": { type: "wordprocessingml.footer", from, xml: story("ftr", p("Footer")) },
      "word/footnotes.xml": {
        type: "wordprocessingml.footnotes",
        from,
        xml: story("footnotes", `<w:footnote w:id="1">${p("Footnote")}</w:footnote>`),
      },
      "word/endnotes.xml": {
        type: "wordprocessingml.endnotes",
        from,
        xml: story("endnotes", `<w:endnote w:id="1">${p("Endnote")}</w:endnote>`),
      },
      "word/comments.xml": {
        type: "wordprocessingml.comments",
        from,
        xml: story("comments", `<w:comment w:id="1">${p("Comment")}</w:comment>`),
      },
      "word/glossary/document.xml": {
        type: "wordprocessingml.document.glossary",
        from,
        xml: story("glossaryDocument", p("Building block")),
      },
      "docProps/core.xml": {
        type: "application/vnd.openxmlformats-package.core-properties+xml",
        xml: `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Title</dc:title><dc:creator>Jane Doe</dc:creator></cp:coreProperties>`,
      },
    });
    const all = ["Body", "Footnote", "Endnote", "Header", "Footer", "Comment", "Building block", "Title"];
    expect(texts(await open(bytes))).toEqual(all);
    expect(texts(await open(bytes, { exclude: ["headers", "notes", "comments", "metadata"] }))).toEqual([
      "Body",
      "Building block",
    ]);
    const written = await translate(bytes, pseudo);
    expect(texts(await open(written))).toEqual(all.map((text) => pseudo(text)));
    expect(partOf(written, "docProps/core.xml")).toContain("<dc:creator>Jane Doe</dc:creator>");
  });

  it("texts before and after a tab, check box or form field in docx are separate", async () => {
    const checkBox =
      r('<w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox/></w:ffData></w:fldChar>') +
      r("<w:instrText> FORMCHECKBOX </w:instrText>") +
      r('<w:fldChar w:fldCharType="end"/>');
    const control =
      '<w:sdt><w:sdtPr><w14:checkbox xmlns:w14="urn:w14"/></w:sdtPr><w:sdtContent><w:r><w:t>☐</w:t></w:r></w:sdtContent></w:sdt>';
    const bytes = docxOf(
      `<w:p>${r("male")}${checkBox}${r("female")}</w:p><w:p>${r("yes")}${control}${r("no")}</w:p>` +
        `<w:p>${r("left")}${r('<w:ptab w:relativeTo="margin" w:alignment="center" w:leader="none"/>')}${r("centre")}${r("<w:tab/>")}${r("<w:tab/>")}${r("right")}</w:p>`,
    );
    const document = await open(bytes);
    const parts = document.segments.map((segment) =>
      splitSegment(segment, "en").parts.map((part) => plainText(part.segment.text)),
    );
    expect(parts).toEqual([
      ["male", "female"],
      ["yes", "no"],
      ["left", "centre", "right"],
    ]);
  });

  it("words in a code font or style within a docx sentence become an inline code, but a paragraph entirely in that font is translated", async () => {
    const run = (text: string, properties: string) =>
      `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
    const font = '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New"/>';
    const code = run("npm ", font) + run("start", `${font}<w:b/>`);
    const style = run("src", '<w:rStyle w:val="VerbatimChar"/>');
    const bytes = docxOf(
      `<w:p>${run("Run ", "")}${code}${run(" in ", "")}${style}${run(" now", "")}</w:p><w:p>${run("Dear friend", font)}</w:p>`,
    );
    expect(texts(await open(bytes))).toEqual(["Run <x1/> in <x2/> now", "Dear friend"]);
    const written = body(await translate(bytes, (text) => (text === "Dear friend" ? text : "En <x2/> usa <x1/> ya")));
    expect(written).toContain(code);
    expect(written.indexOf(style)).toBeLessThan(written.indexOf(code));
  });

  it("numbers after a tab at the end of a docx paragraph are not translated, even next to a bookmark", async () => {
    const mark = '<w:bookmarkStart w:id="1" w:name="x"/>';
    const bytes = docxOf(`<w:p>${r("Chapter")}${r("<w:tab/>")}${r("1")}${mark}${r("2")}</w:p>`);
    expect(texts(await open(bytes))).toEqual(["Chapter"]);
  });

  it("adjacent docx runs with equal formatting are merged, and the most frequent formatting needs no code", async () => {
    const bytes = docxOf(
      p(["A long bold ", '<w:b/><w:lang w:val="en-US"/>'], ["beginning", "<w:noProof/><w:b/>"], " and ", [
        "more bold text",
        "<w:b/>",
      ]),
    );
    const document = await open(bytes);
    expect(document.segments).toMatchObject([
      { text: "A long bold beginning<g1> and </g1>more bold text", codes: [{ id: 1, kind: "format" }] },
    ]);
    const written = await translate(bytes, () => "Un comienzo<g1> y </g1>más");
    expect(body(written)).toBe(
      '<w:p><w:r><w:rPr><w:b/><w:lang w:val="es-ES"/></w:rPr><w:t xml:space="preserve">Un comienzo</w:t></w:r>' +
        '<w:r><w:t xml:space="preserve"> y </w:t></w:r>' +
        '<w:r><w:rPr><w:b/><w:lang w:val="es-ES"/></w:rPr><w:t xml:space="preserve">más</w:t></w:r></w:p>',
    );
  });

  it("links, tabs, breaks, notes and pictures in docx become codes, except those at the edges of a text", async () => {
    const bytes = docxOf(
      `<w:p><w:pPr><w:pStyle w:val="Normal"/></w:pPr>${r("<w:tab/>")}${r(" See ")}<w:hyperlink r:id="rId9"><w:r><w:t>here</w:t></w:r></w:hyperlink>` +
        `<w:r><w:t>.</w:t><w:br/><w:t>Next</w:t><w:footnoteReference w:id="2"/></w:r>${r("<w:drawing/>")}${r(" ")}</w:p>`,
    );
    const document = await open(bytes);
    expect(document.segments).toEqual([
      {
        text: "See <g1>here</g1>.<x2/>Next",
        codes: [
          { id: 1, kind: "pair" },
          { id: 2, kind: "single", equiv: "\n" },
        ],
      },
    ]);
    expect(body(await translate(bytes, () => "<g1>Aquí</g1><x2/>Más"))).toBe(
      '<w:p><w:pPr><w:pStyle w:val="Normal"/></w:pPr><w:r><w:tab/></w:r><w:r><w:t xml:space="preserve"> </w:t></w:r>' +
        '<w:hyperlink r:id="rId9"><w:r><w:t xml:space="preserve">Aquí</w:t></w:r></w:hyperlink>' +
        '<w:r><w:br/></w:r><w:r><w:t xml:space="preserve">Más</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r>' +
        '<w:r><w:drawing/></w:r><w:r><w:t xml:space="preserve"> </w:t></w:r></w:p>',
    );
  });

  const field = (instruction: string, result: string) =>
    r('<w:fldChar w:fldCharType="begin"/>') +
    r(`<w:instrText>${instruction}</w:instrText>`) +
    r('<w:fldChar w:fldCharType="separate"/>') +
    r(result) +
    r('<w:fldChar w:fldCharType="end"/>');

  it("text results of docx fields are translated; computed results and field codes are kept", async () => {
    const bytes = docxOf(
      `<w:p>${r("Page ")}${field(" PAGE ", "iv")}${r(" of ")}${field(' HYPERLINK "http://a/" ', "this link")}${r(", ")}<w:fldSimple w:instr=" DATE ">${r("1 May")}</w:fldSimple>${r(" today")}</w:p>`,
    );
    const document = await open(bytes);
    expect(document.segments).toMatchObject([
      {
        text: "Page <x1/> of <g2>this link</g2>, <x3/> today",
        codes: [{ kind: "placeholder", equiv: "iv" }, { kind: "pair" }, { kind: "placeholder", equiv: "1 May" }],
      },
    ]);
    const written = body(await translate(bytes, () => "<g2>enlace</g2>, hoy <x3/>, página <x1/>"));
    expect(written.match(/fldCharType="\w+"|<w:instrText>.*?<\/w:instrText>|<w:t [^>]*>[^<]*/g)?.join(" ")).toBe(
      [
        'fldCharType="begin" <w:instrText> HYPERLINK "http://a/" </w:instrText> fldCharType="separate" <w:t xml:space="preserve">enlace fldCharType="end"',
        '<w:t xml:space="preserve">, hoy  <w:t xml:space="preserve">1 May <w:t xml:space="preserve">, página ',
        'fldCharType="begin" <w:instrText> PAGE </w:instrText> fldCharType="separate" <w:t xml:space="preserve">iv fldCharType="end"',
      ].join(" "),
    );
  });

  it("a docx field whose result starts within a link is kept as codes around its text", async () => {
    const bytes = docxOf(
      `<w:p><w:hyperlink>${r('<w:fldChar w:fldCharType="begin"/>')}<w:hyperlink>${r('<w:fldChar w:fldCharType="separate"/>')}${r("word")}</w:hyperlink>${r('<w:fldChar w:fldCharType="end"/>')}</w:hyperlink></w:p>`,
    );
    expect(texts(await open(bytes))).toEqual(["word"]);
    checkParts(await translate(bytes, () => "palabra"));
    expect(body(await translate(bytes, (text) => text)).match(/fldCharType="\w+"|word/g)).toEqual([
      'fldCharType="begin"',
      'fldCharType="separate"',
      "word",
      'fldCharType="end"',
    ]);
  });

  it("a docx table of contents whose field spans several paragraphs is translated", async () => {
    const entry = (title: string, page: string) =>
      `<w:hyperlink w:anchor="_Toc1">${r(title)}${r("<w:tab/>")}${field(" PAGEREF _Toc1 ", page)}</w:hyperlink>`;
    const bytes = docxOf(
      `<w:p>${r('<w:fldChar w:fldCharType="begin"/>')}${r("<w:instrText> TOC \\o </w:instrText>")}${r('<w:fldChar w:fldCharType="separate"/>')}${entry("First", "1")}</w:p>` +
        `<w:p>${entry("Second", "2")}</w:p><w:p>${r('<w:fldChar w:fldCharType="end"/>')}</w:p>`,
    );
    expect(texts(await open(bytes))).toEqual(["First", "Second"]);
    const before = body(bytes);
    const after = body(await translate(bytes, (text) => text.toUpperCase()));
    expect(
      after
        .replace("FIRST", "First")
        .replace("SECOND", "Second")
        .replace(/ xml:space="preserve"/g, ""),
    ).toBe(before.replace(/ xml:space="preserve"/g, ""));
  });

  it("tracked deletions in docx are not translated, and tracked insertions are", async () => {
    const bytes = docxOf(
      `<w:p>${r("A ")}<w:del w:id="1"><w:r><w:delText>old </w:delText></w:r></w:del><w:ins w:id="2">${r("new ")}</w:ins>${r("word")}</w:p>`,
    );
    expect(texts(await open(bytes))).toEqual(["A <g1>new </g1>word"]);
    const written = body(await translate(bytes, () => "Una palabra <g1>nueva</g1>"));
    expect(written).toContain('<w:del w:id="1"><w:r><w:delText>old </w:delText></w:r></w:del><w:ins w:id="2">');
  });

  it("bookmarks and comment ranges in docx move with their words and are not sent to engines", async () => {
    const bytes = docxOf(
      `<w:p><w:bookmarkStart w:id="0" w:name="all"/>${r("One two ")}<w:bookmarkStart w:id="1" w:name="b"/>${r("three")}<w:bookmarkEnd w:id="1"/>${r(" four")}<w:bookmarkEnd w:id="0"/></w:p>`,
    );
    expect(texts(await open(bytes))).toEqual(["One two three four"]);
    const written = body(await translate(bytes, () => "Eins zwei drei vier"));
    expect(written.replace(/<w:bookmark(\w)\w+ w:id="(\d)"[^>]*>/g, "[$1$2]").replace(/<[^>]*>/g, "")).toBe(
      "[S0]Eins zwei [S1]drei [E1]vier[E0]",
    );
    const link = docxOf(
      `<w:p>${r("To ")}<w:bookmarkStart w:id="1" w:name="b"/><w:hyperlink w:anchor="x">${r("link")}</w:hyperlink><w:bookmarkEnd w:id="1"/>${r(" it is now")}</w:p>`,
    );
    expect(body(await translate(link, () => "Das hier ist jetzt der <g1>Verweis</g1>"))).toContain(
      '<w:bookmarkStart w:id="1" w:name="b"/><w:hyperlink w:anchor="x"><w:r><w:t xml:space="preserve">Verweis</w:t></w:r></w:hyperlink><w:bookmarkEnd w:id="1"/>',
    );
  });

  const textBox = (choice: string, fallback: string) =>
    `<mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx><w:txbxContent>${choice}</w:txbxContent></wps:txbx></w:drawing></mc:Choice>` +
    `<mc:Fallback><w:pict><v:textbox><w:txbxContent>${fallback}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent>`;

  it("a docx text box is translated once and both of its copies are updated, even if the paragraph around the box changes", async () => {
    const bytes = docxOf(`<w:p>${r("Before ")}<w:r>${textBox(p("Inside"), p("Inside"))}</w:r>${r(" after")}</w:p>`);
    expect(texts(await open(bytes))).toEqual(["Before <x1/> after", "Inside"]);
    const both = body(
      await translate(bytes, (text) =>
        text.replace("Before", "Antes").replace("after", "después").replace("Inside", "Dentro"),
      ),
    );
    expect(both.match(/Dentro/g)).toHaveLength(2);
    expect(both).not.toContain("Inside");
    expect(both.replace(/<[^>]*>/g, "")).toBe("Antes DentroDentro después");
    const inner = body(await translate(bytes, (text) => (text === "Inside" ? "Dentro" : null)));
    expect(inner.replace(/<[^>]*>/g, "")).toBe("Before DentroDentro after");
    const different = docxOf(`<w:p><w:r>${textBox(p("Inside"), p("Other"))}</w:r></w:p>`);
    expect(texts(await open(different))).toEqual(["Inside", "Other"]);
  });

  it("docx dropdown choices and link tooltips are translated, and their values and targets are kept", async () => {
    const bytes = docxOf(
      `<w:p><w:sdt><w:sdtPr><w:alias w:val="Size"/><w:dropDownList><w:listItem w:displayText="Very large" w:value="XL"/></w:dropDownList></w:sdtPr><w:sdtContent>${r("Very large")}</w:sdtContent></w:sdt>` +
        `${r(" see ")}<w:hyperlink r:id="rId9" w:tooltip="All sizes">${r("here")}</w:hyperlink>${r(" now")}</w:p>`,
    );
    expect(texts(await open(bytes))).toEqual(["<g1>Very large</g1> see <g2>here</g2> now", "Very large", "All sizes"]);
    expect(texts(await open(bytes, { exclude: ["alt_text"] }))).not.toContain("All sizes");
    const written = body(
      await translate(bytes, (text) => text.replace("Very large", "Grande").replace("All", "Todas")),
    );
    expect(written).toContain('<w:alias w:val="Size"/>');
    expect(written).toContain('<w:listItem w:displayText="Grande" w:value="XL"/>');
    expect(written).toContain('<w:hyperlink r:id="rId9" w:tooltip="Todas sizes">');
  });

  it("words in docx automatic numbering are translated for lists that the document uses", async () => {
    const level = (text: string) => `<w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="${text}"/></w:lvl>`;
    const list = (id: number, ...texts: readonly string[]) =>
      `<w:abstractNum w:abstractNumId="${id}">${texts.map(level).join("")}</w:abstractNum>`;
    const number = (id: number, more = "") => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/>${more}</w:num>`;
    const bytes = docxOf(`<w:p><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>${r("Scope")}</w:p>`, {
      "word/numbering.xml": {
        type: "wordprocessingml.numbering",
        from: MAIN,
        xml: `<w:numbering ${W}>${list(1, "Article %1.", "%1.%2x", "o", "第%1章", "Article %1.")}${list(2, "Lesson %1")}${number(1, `<w:lvlOverride w:ilvl="0">${level("Part %1 of %2")}</w:lvlOverride>`)}${number(2)}</w:numbering>`,
      },
    });
    expect(texts(await open(bytes))).toEqual(["Scope", "Article <x1/>.", "第<x1/>章", "Part <x1/> of <x2/>"]);
    const written = await translate(bytes, (text) => text.replace("Article", "Artículo").replace("Part", "Parte"));
    checkParts(written);
    expect(partOf(written, "word/numbering.xml").match(/(?<=lvlText w:val=")[^"]*/g)).toEqual([
      "Artículo %1.",
      "%1.%2x",
      "o",
      "第%1章",
      "Artículo %1.",
      "Lesson %1",
      "Parte %1 of %2",
    ]);
  });

  it("docx charts and both copies of SmartArt are translated", async () => {
    const from = MAIN;
    const paragraph = (text: string) => `<a:p><a:r><a:rPr lang="en-US"/><a:t>${text}</a:t></a:r></a:p>`;
    const label = '<c:strCache><c:pt idx="0"><c:v>North</c:v></c:pt></c:strCache>';
    const bytes = docxOf(p("Body"), {
      "word/charts/chart1.xml": {
        type: "drawingml.chart",
        from,
        xml: `<c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" ${A}><c:title>${paragraph("Sales")}</c:title><c:cat>${label}</c:cat><c:cat>${label}</c:cat><c:val><c:numCache><c:pt><c:v>5</c:v></c:pt></c:numCache></c:val></c:chart>`,
      },
      "word/diagrams/data1.xml": {
        type: "drawingml.diagramData",
        from,
        xml: `<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" ${A}>${paragraph("Plan")}</dgm:dataModel>`,
      },
      "word/diagrams/drawing1.xml": {
        type: "application/vnd.ms-office.drawingml.diagramDrawing+xml",
        from,
        xml: `<dsp:drawing xmlns:dsp="http://schemas.microsoft.com/office/drawing/2008/diagram" ${A}>${paragraph("Plan")}</dsp:drawing>`,
      },
    });
    expect(texts(await open(bytes))).toEqual(["Body", "Sales", "North", "Plan"]);
    const written = await translate(bytes, pseudo);
    expect(partOf(written, "word/charts/chart1.xml").match(/<(?:a:t|c:v)>[^<]*/g)).toEqual([
      "<a:t>Salesé",
      "<c:v>Northé",
      "<c:v>Northé",
      "<c:v>5",
    ]);
    for (const name of ["data1", "drawing1"])
      expect(partOf(written, `word/diagrams/${name}.xml`)).toContain('<a:rPr lang="es-ES"/><a:t>Plané');
  });

  it("the target language of a translated docx is set everywhere that Word reads it", async () => {
    const bytes = docxOf(p(["Word", '<w:lang w:val="en-GB"/>']));
    expect((await open(bytes)).declaredLanguage).toBe("en-US");
    const spanish = await translate(bytes, () => "Palabra");
    expect(partOf(spanish, MAIN)).toContain('<w:lang w:val="es-ES"/>');
    expect(partOf(spanish, "word/styles.xml")).toContain('<w:lang w:val="es-ES" w:eastAsia="en-US" w:bidi="ar-SA"/>');
    expect(partOf(spanish, "word/settings.xml")).toContain('<w:themeFontLang w:val="es-ES"/>');
    const chinese = await translate(bytes, () => "词", "zh-Hans");
    expect(partOf(chinese, MAIN)).toContain('<w:lang w:eastAsia="zh-CN" w:val="en-GB"/>');
    expect(partOf(chinese, "word/styles.xml")).toContain('<w:lang w:val="en-US" w:eastAsia="zh-CN" w:bidi="ar-SA"/>');
  });

  it("docx paragraphs and tables become right-to-left for a right-to-left target, and left-to-right again for other targets", async () => {
    const bytes = docxOf(
      `<w:tbl><w:tblPr><w:tblStyle w:val="T"/><w:tblW w:w="0"/></w:tblPr><w:tr><w:tc><w:p><w:pPr><w:keepNext/><w:jc w:val="left"/></w:pPr>${r("Word", '<w:b w:val="1"/><w:sz w:val="20"/><w:lang w:val="en-US"/>')}</w:p></w:tc></w:tr></w:tbl>`,
    );
    const arabic = await translate(bytes, () => "كلمة", "ar");
    const xml = partOf(arabic, MAIN);
    expect(xml).toContain('<w:tblStyle w:val="T"/><w:bidiVisual/><w:tblW w:w="0"/>');
    expect(xml).toContain('<w:keepNext/><w:bidi/><w:jc w:val="left"/>');
    expect(xml).toContain(
      '<w:rPr><w:b w:val="1"/><w:bCs w:val="1"/><w:sz w:val="20"/><w:szCs w:val="20"/><w:rtl/><w:lang w:bidi="ar-EG" w:val="en-US"/></w:rPr>',
    );
    expect(xml).toContain('<w:pgSz w:w="11906" w:h="16838"/><w:bidi/></w:sectPr>');
    const english = partOf(await translate(arabic, () => "Word", "en"), MAIN);
    expect(english).not.toContain("<w:rtl/>");
    expect(english).toContain('<w:keepNext/><w:jc w:val="left"/>');
  });

  it("bilingual docx shows the source before its translation, and repeats neither numbering nor anchors", async () => {
    const bytes = docxOf(
      `<w:p><w:pPr><w:pStyle w:val="Normal"/><w:numPr><w:numId w:val="3"/></w:numPr><w:jc w:val="left"/></w:pPr><w:bookmarkStart w:id="0" w:name="b"/>${r("A ")}${r("bold", "<w:b/>")}<w:bookmarkEnd w:id="0"/>${r('<w:footnoteReference w:id="2"/>')}</w:p>`,
    );
    const written = await translate(bytes, () => "<g1>Fett</g1>", "de", { bilingual: true });
    expect(texts(await open(written))).toEqual(["<g1>A </g1>bold<x2/>", "Fett"]);
    const xml = body(written);
    expect(xml).toContain(
      '<w:pStyle w:val="Normal"/><w:numPr><w:numId w:val="0"/></w:numPr><w:jc w:val="left"/></w:pPr>',
    );
    for (const once of ['w:numId w:val="3"', 'w:name="b"', "w:footnoteReference"])
      expect(xml.split(once)).toHaveLength(2);
  });

  it("bilingual docx repeats page numbers and note references in the source, and shows its caption numbers as plain text", async () => {
    const field = (instruction: string, result: string) =>
      `${r('<w:fldChar w:fldCharType="begin"/>')}${r(`<w:instrText> ${instruction} </w:instrText>`)}${r('<w:fldChar w:fldCharType="separate"/>')}${r(`<w:t>${result}</w:t>`)}${r('<w:fldChar w:fldCharType="end"/>')}`;
    const note = r('<w:footnoteReference w:id="2"/>', '<w:vertAlign w:val="superscript"/>');
    const bytes = docxOf(
      `<w:p>${r("Figure ")}${field("SEQ Figure", "7")}${r(" on page ")}${field("PAGE", "3")}${note}${r(" and more")}</w:p>` +
        `<w:p>${r("Words")}${r("<w:tab/>")}${field("NUMPAGES", "9")}</w:p>`,
    );
    const xml = body(await translate(bytes, pseudo, "de", { bilingual: true }));
    const [source, translation, before, after] = xml.split("</w:p>");
    const words = (part: string) => part.replace(/<w:instrText.*?<\/w:instrText>/g, "").replace(/<.*?>/g, "");
    expect([source, translation, before, after].map((part) => words(part!))).toEqual([
      "Figure 7 on page 31 and more",
      "Figureé 7 oné pageé 3 andé moreé",
      "Words9",
      "Wordsé9",
    ]);
    expect(source).not.toContain("SEQ");
    expect(source).toContain(" PAGE ");
    expect(translation).toContain(" SEQ Figure ");
    const name = /NOTEREF (\S+) /.exec(source!)![1];
    expect(translation).toMatch(
      new RegExp(
        `<w:bookmarkStart w:id="1" w:name="${name}"/><w:r>.{0,80}<w:footnoteReference w:id="2"/></w:r><w:bookmarkEnd`,
      ),
    );
  });

  it("bilingual docx moves page breaks to the source, which comes first", async () => {
    const bytes = docxOf(
      `<w:p><w:pPr><w:pageBreakBefore/><w:jc w:val="left"/></w:pPr>${r("One")}</w:p><w:p>${r('<w:br w:type="page"/>')}${r("Two")}</w:p>`,
    );
    for (const bilingual of ["stacked", "side"] as const) {
      const xml = body(await translate(bytes, pseudo, "de", { bilingual }));
      expect(xml.match(/<w:pageBreakBefore\/>/g)).toHaveLength(1);
      expect(xml.indexOf("<w:pageBreakBefore/>")).toBeLessThan(xml.indexOf(">One<"));
      expect(xml.slice(xml.indexOf(">One<"))).toContain('<w:pageBreakBefore w:val="0"/>');
      expect(xml).toMatch(/<w:br w:type="page"\/>.*>Two<.*>Twoé</);
      expect(xml.match(/<w:br /g)).toHaveLength(1);
    }
  });

  it("bilingual docx in two columns shows body paragraphs side by side in a table, and other paragraphs below each other", async () => {
    const cell = `<w:tbl><w:tblPr/><w:tblGrid/><w:tr><w:tc>${p("Cell")}</w:tc></w:tr></w:tbl>`;
    const end = '<w:p><w:pPr><w:sectPr><w:pgSz w:w="8000"/><w:pgMar w:left="1000" w:right="1000"/></w:sectPr></w:pPr>';
    const picture = `<w:p>${r("<w:drawing/>")}</w:p>`;
    const bytes = docxOf(`${p("One")}${p("Two")}${cell}${p("Three")}${picture}${end}${r("Four")}</w:p>${p("Five")}`);
    const written = await translate(bytes, pseudo, "de", { bilingual: "side" });
    checkParts(written);
    const xml = partOf(written, MAIN).replace(/^.*<w:body>/s, "");
    const shape = xml
      .replace(/<w:t [^>]*>(.*?)<\/w:t>/g, "[$1]")
      .replace(/<w:(tblPr|tblGrid|tcPr|pPr)>.*?<\/w:\1>|<(?!\/?w:(?:tbl|tr|tc|p|drawing)[ />]).*?>/g, "")
      .replaceAll("w:", "");
    expect(shape).toBe(
      "<tbl><tr><tc><p>[One]</p></tc><tc><p>[Oneé]</p></tc></tr><tr><tc><p>[Two]</p></tc><tc><p>[Twoé]</p></tc></tr></tbl><p></p>" +
        "<tbl><tr><tc><p>[Cell]</p><p>[Cellé]</p></tc></tr></tbl><p></p>" +
        "<tbl><tr><tc><p>[Three]</p></tc><tc><p>[Threeé]</p></tc></tr></tbl><p><drawing/></p>" +
        "<p>[Four]</p><p>[Fouré]</p><tbl><tr><tc><p>[Five]</p></tc><tc><p>[Fiveé]</p></tc></tr></tbl><p></p>",
    );
    expect(xml).toContain('<w:gridCol w:w="3000"/><w:gridCol w:w="3000"/>');
  });

  it("bilingual docx copies the whole source including line breaks, in the source's direction", async () => {
    const bytes = docxOf(
      '<w:p><w:pPr><w:bidi w:val="0"/><w:jc w:val="left"/></w:pPr><w:r><w:t>One</w:t><w:br/><w:t>two</w:t></w:r></w:p>',
    );
    const xml = body(await translate(bytes, () => "كلمة<x1/>كلمة", "ar", { bilingual: true }));
    const [copy, translation] = xml.split("</w:p>");
    expect(copy).toContain('<w:bidi w:val="0"/>');
    expect(copy).toMatch(/One<.*<w:br\/>.*two</);
    expect(translation).toContain("<w:bidi/>");
    expect(translation).toMatch(/كلمة<.*<w:br\/>.*كلمة</);
  });

  it("bilingual docx keeps the source's language attributes on the source text", async () => {
    const bytes = docxOf(p("Plain words", ["bold", "<w:b/>"], ["French", '<w:i/><w:lang w:val="fr-FR"/>']));
    const document = await docx.open(bytes, { source: "en" });
    const texts = document.segments.map(({ text }) => ({ text: text.replace("words", "Wörter") }));
    const xml = partOf((await document.write(texts, "de", { bilingual: true })).bytes, MAIN);
    const [, source, translation] = xml.split("<w:p>");
    expect(source!.match(/<w:rPr>.*?<\/w:rPr>/g)).toEqual([
      '<w:rPr><w:lang w:val="en-US"/></w:rPr>',
      '<w:rPr><w:b/><w:lang w:val="en-US"/></w:rPr>',
      '<w:rPr><w:i/><w:lang w:val="fr-FR"/></w:rPr>',
    ]);
    expect(translation!.match(/<w:lang[^>]*>/g)).toEqual(['<w:lang w:val="de-DE"/>']);
  });

  it("docx files with unusual namespace prefixes or part names, in UTF-16 or with Strict namespaces, are supported", async () => {
    const strict = "http://purl.oclc.org/ooxml/wordprocessingml/main";
    const source = `\ufeff<?xml version="1.0" encoding="UTF-16"?><n:document xmlns:n="${strict}"><n:body><n:p><n:r><n:t>Text</n:t></n:r></n:p></n:body></n:document>`;
    const { makeZip } = await import("@/lib/formats/zip");
    const bytes = makeZip([
      [
        "[Content_Types].xml",
        Buffer.from(
          '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/odd/Name.XML" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
        ),
      ],
      ["odd/name.xml", Buffer.from(source, "utf16le")],
    ]);
    expect(docx.matches(bytes, "docx")).toBe(true);
    const written = await translate(bytes, () => "Слово", "ru");
    const archive = (await import("@/lib/formats/zip")).ZipArchive.open(written);
    expect(archive.read(archive.find("odd/name.xml")!).toString("utf16le")).toContain(
      '<n:p><n:r><n:t xml:space="preserve">Слово</n:t></n:r></n:p>',
    );
  });

  it.each([
    [
      "fields in fields",
      r('<w:fldChar w:fldCharType="begin"/>').repeat(10_000) + r('<w:fldChar w:fldCharType="end"/>').repeat(10_000),
    ],
    ["insertions in insertions", "<w:ins>".repeat(1_900) + r("x ").repeat(2_000) + "</w:ins>".repeat(1_900)],
    ["bookmarks between words", `${r("word ")}<w:bookmarkStart w:id="1" w:name="b"/>`.repeat(10_000)],
    ["formats that change with every word", (r("a ") + r("b ", "<w:b/>")).repeat(5_000)],
  ])("docx with thousands of %s in one paragraph is read within a time limit", async (_, content) => {
    const bytes = docxOf(`<w:p>${r("Text")}${content}</w:p>`);
    checkParts(await translate(bytes, (text) => `Uno ${text}`));
  });

  it("docx with macros, of another package type or with damaged XML is refused with the reason", async () => {
    const reason = (bytes: Uint8Array) =>
      open(bytes).then(
        () => null,
        (error) => error.reason,
      );
    expect(await reason(docxOf(p("x"), {}, { "word/vbaProject.bin": "x" }))).toBe("macros");
    const macro = { type: "application/vnd.ms-word.document.macroEnabled.main+xml", xml: "<x/>" };
    expect(await reason(docxOf(p("x"), { "word/other.xml": macro }))).toBe("macros");
    expect(await reason(docxOf("<w:p>"))).toBe("corrupt");
    expect(await reason(docxOf("<w:p>&bomb;</w:p>"))).toBe("corrupt");
    expect(await reason(docxOf("<w:p>".repeat(3000) + "</w:p>".repeat(3000)))).toBe("too_complex");
  });

  it("docx paragraphs in a code listing style are not translated", async () => {
    const listing = (style: string) => `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr>${r("show all links")}</w:p>`;
    const document = await open(
      docxOf(`${p("The house")}${listing("SourceCode")}${listing("CodeBlock")}${listing("Quote")}`),
    );
    expect(document.segments.map(({ text }) => text)).toEqual(["The house", "show all links"]);
  });

  it("spaces next to underlined words in docx are not underlined", async () => {
    const underlined = r("is a part of the great", '<w:u w:val="single"/>');
    const document = await open(docxOf(`<w:p>${r("This ")}${underlined}${r(" house.")}</w:p>`));
    expect(document.segments[0]?.text).toBe("This <g1>is a part of the great</g1> house.");
  });

  it("a warning about the lost signature of a docx file appears only if its text changes", async () => {
    const document = await open(docxOf(p("Signed"), {}, { "_xmlsignatures/sig1.xml": "<x/>" }));
    expect((await document.write([{ text: "Signed" }], "es")).warnings).toEqual([]);
    expect((await document.write([{ text: "Firmado" }], "es")).warnings).toMatchObject([{ code: "signature_invalid" }]);
  });

  it("writing docx without changes returns the same bytes, and writing any translation gives valid XML, for any document", async () => {
    const properties = fc.constantFrom(
      "",
      "<w:b/>",
      "<w:i/>",
      '<w:u w:val="single"/>',
      '<w:lang w:val="fr-FR"/>',
      "<w:b/><w:rtl/>",
    );
    const content = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom("word", " ", "a &amp; b", "Zwei Wörter", "…", "1.5", " x ", "日本語") },
      fc.constantFrom(
        "<w:tab/>",
        "<w:br/>",
        '<w:footnoteReference w:id="1"/>',
        "<w:noBreakHyphen/>",
        "<w:t>a</w:t><w:tab/><w:t>b</w:t>",
      ),
      fc.constantFrom(
        ...["begin", "separate", "end"].map((at) => `<w:fldChar w:fldCharType="${at}"/>`),
        "<w:instrText> REF x </w:instrText>",
      ),
    );
    const run = fc.tuple(content, properties).map(([text, props]) => r(text, props));
    const silent = fc.constantFrom(
      '<w:bookmarkStart w:id="1" w:name="x"/>',
      '<w:bookmarkEnd w:id="1"/>',
      '<w:del w:id="3"><w:r><w:delText>z</w:delText></w:r></w:del>',
    );
    const { paragraph } = fc.letrec<{ inline: string; paragraph: string }>((tie) => ({
      inline: fc.oneof(
        { depthSize: "small" },
        { weight: 5, arbitrary: run },
        silent,
        fc
          .tuple(
            fc.constantFrom(
              ["<w:hyperlink>", "</w:hyperlink>"],
              ['<w:ins w:id="9">', "</w:ins>"],
              ["<w:sdt><w:sdtPr/><w:sdtContent>", "</w:sdtContent></w:sdt>"],
            ),
            fc.array(tie("inline"), { maxLength: 3 }),
          )
          .map(([[before, after], inner]) => before + inner.join("") + after),
        tie("paragraph").map((inner) => `<w:r>${textBox(inner, inner)}</w:r>`),
      ),
      paragraph: fc.array(tie("inline"), { maxLength: 6 }).map((inner) => `<w:p>${inner.join("")}</w:p>`),
    }));
    const mangle = fc.constantFrom(
      pseudo,
      (text: string) => text.replace(/<[^>]*>/g, ""),
      (text: string) => `${text}${text}`,
      (text: string) => serialize([...tokenize(text)].reverse()),
      (text: string) => `<g9>${text.replace(/<\/g\d+>/, "")}<x7/></g2>`,
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(paragraph, { maxLength: 4 }),
        mangle,
        fc.constantFrom("es", "ar", "ja"),
        async (paragraphs, change, target) => {
          const bytes = docxOf(paragraphs.join(""));
          expect(Buffer.compare(await translate(bytes, (text) => text), bytes)).toBe(0);
          expect(Buffer.compare(await translate(bytes, () => null), bytes)).toBe(0);
          const written = await translate(bytes, (text) => change(text), target);
          const xml = partOf(written, MAIN);
          expect(() => parseXml(xml)).not.toThrow();
          for (const tag of [
            "bookmarkStart",
            "bookmarkEnd",
            "delText",
            "footnoteReference",
            "instrText",
            "fldChar",
            "hyperlink",
            "ins",
          ]) {
            const count = (source: string) => source.split(`<w:${tag}`).length;
            expect([tag, count(xml)]).toEqual([tag, count(partOf(bytes, MAIN))]);
          }
          if (change === pseudo) {
            const words = (text: string) => text.replace(/<[^>]*>/g, "");
            expect(texts(await open(written)).map(words)).toEqual(
              texts(await open(bytes))
                .map(pseudo)
                .map(words),
            );
          }
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

formatContract(docx, {
  fixtures: [
    {
      name: "runs, a link and a note",
      bytes: docxOf(
        p("Plain text of the body") +
          p(["A bold beginning ", "<w:b/>"], "and then much plain text") +
          `<w:p>${r("See ")}<w:hyperlink w:anchor="x">${r("this page")}</w:hyperlink>${r('<w:footnoteReference w:id="2"/>')}${r(" for more")}</w:p>`,
      ),
      texts: ["Plain text of the body", "A bold beginning and then much plain text", "See this page for more"],
    },
  ],
  check: checkParts,
  // The most frequent format has no code, so the codes of a translation may be elsewhere.
  readBack: "running",
});
