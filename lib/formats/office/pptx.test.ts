import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatContract } from "@/e2e/doubles/format-contract";
import { A, ap, checkParts, P, partOf, pptxOf } from "@/e2e/doubles/office-files";
import type { FormatOptions, OpenDocument } from "@/lib/formats/format";
import { plainText } from "@/lib/text/segment";
import { splitSegment } from "@/lib/text/sentences";
import { pptx } from "./pptx";

const SLIDE = "ppt/slides/slide1.xml";
const texts = (document: OpenDocument) => document.segments.map(({ text }) => text);
const open = (bytes: Uint8Array, options: FormatOptions = {}) => pptx.open(bytes, options);
const translate = async (bytes: Uint8Array, change: (text: string) => string | null, target = "es") => {
  const document = await open(bytes);
  return (
    await document.write(
      document.segments.map(({ text }) => ({ text: change(text) })),
      target,
    )
  ).bytes;
};
const body = (bytes: Uint8Array) => partOf(bytes, SLIDE).replace(/^.*<a:bodyPr\/>|<\/p:txBody>.*$/gs, "");

describe("PowerPoint presentations", () => {
  it("text of slide masters in pptx is translated if slides show it; placeholders and unused masters are not", async () => {
    const sp = (text: string, nv: string) =>
      `<p:sp><p:nvSpPr><p:cNvPr id="3" name="n"/><p:nvPr>${nv}</p:nvPr></p:nvSpPr><p:txBody>${ap(text)}</p:txBody></p:sp>`;
    const layout = (text: string) =>
      `<p:sldLayout ${P} ${A}>${sp(text, "")}${sp("Click here", '<p:ph type="title"/>')}</p:sldLayout>`;
    const bytes = pptxOf([ap("First")], {
      "ppt/slideLayouts/slideLayout1.xml": {
        type: "presentationml.slideLayout",
        from: SLIDE,
        xml: layout("Our company"),
      },
      "ppt/slideMasters/slideMaster1.xml": {
        type: "presentationml.slideMaster",
        from: "ppt/slideLayouts/slideLayout1.xml",
        xml: layout("Confidential").replaceAll("sldLayout", "sldMaster"),
      },
      "ppt/slideLayouts/slideLayout2.xml": {
        type: "presentationml.slideLayout",
        from: "ppt/presentation.xml",
        xml: layout("Never shown"),
      },
    });
    expect(texts(await open(bytes))).toEqual(["First", "Confidential", "Our company"]);
  });

  it("tabs in pptx are kept, and the texts around a tab are separate", async () => {
    const bytes = pptxOf([ap("Company\tAnnual report\tPage")]);
    const document = await open(bytes);
    expect(
      document.segments.map((segment) => splitSegment(segment, "en").parts.map((one) => plainText(one.segment.text))),
    ).toEqual([["Company", "Annual report", "Page"]]);
    const written = await translate(bytes, (text) => text.replace("Company", "Empresa"));
    expect(texts(await open(written))).toEqual(["Empresa<x1/>Annual report<x2/>Page"]);
    expect(body(written)).toContain("<a:t>\t</a:t>");
  });

  it("pptx slides are read in presentation order, each followed by its notes and comments", async () => {
    const bytes = pptxOf([ap("First"), ap("Second")], {
      "ppt/notesSlides/notesSlide1.xml": {
        type: "presentationml.notesSlide",
        from: "ppt/slides/slide2.xml",
        xml: `<p:notes ${P} ${A}><p:sp><p:nvSpPr><p:cNvPr id="3" name="n" descr="Some picture"/><p:nvPr/></p:nvSpPr><p:txBody>${ap("Speak slowly")}</p:txBody></p:sp><p:sp><p:nvSpPr><p:cNvPr id="4" name="n"/><p:nvPr><p:ph type="dt"/></p:nvPr></p:nvSpPr><p:txBody>${ap("May 2024")}</p:txBody></p:sp></p:notes>`,
      },
      "ppt/comments/comment1.xml": {
        type: "presentationml.comments",
        from: SLIDE,
        xml: `<p:cmLst ${P}><p:cm authorId="0"><p:text>Really?</p:text></p:cm></p:cmLst>`,
      },
    });
    expect(texts(await open(bytes))).toEqual([
      "First",
      "Some picture",
      "Speak slowly",
      "May 2024",
      "Second",
      "Really?",
    ]);
    expect(texts(await open(bytes, { exclude: ["notes", "comments"] }))).toEqual(["First", "Second"]);
  });

  it("pptx runs with equal formatting are merged, links and fields are kept once, and the target language is declared", async () => {
    const link = '<a:r><a:rPr lang="en-US"><a:hlinkClick r:id="rId5"/></a:rPr><a:t>here</a:t></a:r>';
    const bytes = pptxOf([
      ap(
        ["Click ", 'lang="en-US" dirty="0"'],
        link,
        [" now,", 'lang="en-GB" err="1"'],
        "<a:br/>",
        '<a:fld id="{1}" type="slidenum"><a:t>3</a:t></a:fld>',
        " times",
      ),
    ]);
    const document = await open(bytes);
    expect(document.declaredLanguage).toBe("en-US");
    expect(document.segments).toMatchObject([
      {
        text: "Click <g1>here</g1> now,<x2/><x3/> times",
        codes: [{ kind: "pair" }, { kind: "single", equiv: "\n" }, { kind: "placeholder", equiv: "3" }],
      },
    ]);
    expect(body(await translate(bytes, () => "<x3/> clics <g1>aquí</g1><x2/>"))).toBe(
      '<a:p><a:fld id="{1}" type="slidenum"><a:t>3</a:t></a:fld><a:r><a:rPr lang="es-ES" dirty="0"/><a:t> clics </a:t></a:r>' +
        '<a:r><a:rPr lang="es-ES"><a:hlinkClick r:id="rId5"/></a:rPr><a:t>aquí</a:t></a:r><a:br/></a:p>',
    );
  });

  it("bilingual pptx shows the source above the translation, marked with its language", async () => {
    const document = await open(pptxOf([ap(["The house", 'lang="en-US" b="1"'])]));
    const { bytes } = await document.write([{ text: "La casa" }], "es", { bilingual: true });
    expect(body(bytes)).toBe(
      '<a:p><a:r><a:rPr lang="en-US" b="1"/><a:t>The house</a:t></a:r><a:br/><a:r><a:rPr lang="es-ES" b="1"/><a:t>La casa</a:t></a:r></a:p>',
    );
  });

  it("text next to a pptx slide number is translated, and the slide number field is kept", async () => {
    const number = '<a:fld id="{1}" type="slidenum"><a:rPr lang="en-US"/><a:t>7</a:t></a:fld>';
    const bytes = pptxOf([
      `${ap("Page ", number)}</p:txBody></p:sp><p:sp><p:nvSpPr><p:cNvPr id="5" name="n"/><p:nvPr><p:ph type="sldNum"/></p:nvPr></p:nvSpPr><p:txBody>${ap(number)}`,
    ]);
    expect(texts(await open(bytes))).toEqual(["Page <x1/>"]);
    expect(body(await translate(bytes, () => "Página <x1/>"))).toContain(
      `<a:t>Página </a:t></a:r>${number.replace("en-US", "es-ES")}`,
    );
  });

  it("picture descriptions in pptx that are only file names are not translated", async () => {
    const picture = (text: string) =>
      `<p:pic><p:nvPicPr><p:cNvPr id="9" name="p" descr="${text}"/></p:nvPicPr></p:pic>`;
    const names = [
      "logo.png",
      "Foto test.png",
      "D:\\My pictures\\a b.jpg",
      "fig:  media/moon.jpg",
      "https://a.example/x",
    ];
    const bytes = pptxOf([
      `${ap("Text")}</p:txBody></p:sp>${[...names, "The moon, from moon.jpg of 1969.", "A red box"].map(picture).join("")}<p:sp><p:txBody>`,
    ]);
    expect(texts(await open(bytes))).toEqual(["Text", "The moon, from moon.jpg of 1969.", "A red box"]);
  });

  it("pptx paragraphs become right-to-left for a right-to-left target, and keep their end formatting", async () => {
    const bytes = pptxOf([
      `<a:p><a:pPr algn="l"><a:buNone/></a:pPr><a:r><a:t>One</a:t></a:r><a:endParaRPr lang="en-US"/></a:p>${ap("Two")}`,
    ]);
    expect(body(await translate(bytes, () => "كلمة", "ar"))).toBe(
      '<a:p><a:pPr rtl="1" algn="r"><a:buNone/></a:pPr><a:r><a:t>كلمة</a:t></a:r><a:endParaRPr lang="ar-EG"/></a:p><a:p><a:pPr rtl="1"/><a:r><a:t>كلمة</a:t></a:r></a:p>',
    );
  });

  it("a translation is written to both the Choice and the Fallback of a pptx shape", async () => {
    const bytes = pptxOf([
      `<mc:AlternateContent><mc:Choice Requires="x">${ap("Same")}</mc:Choice><mc:Fallback>${ap(["Same", 'b="1"'])}</mc:Fallback></mc:AlternateContent>`,
    ]);
    expect(texts(await open(bytes))).toEqual(["Same"]);
    expect(body(await translate(bytes, () => "Igual")).match(/Igual/g)).toHaveLength(2);
  });
});

const run = fc.tuple(
  fc.constantFrom("word", " ", "two words", "1", "<a:br/>", "a &amp;amp; b", "日本語"),
  fc.constantFrom('b="1"', 'lang="de-DE"', 'i="1" dirty="0"'),
);
formatContract(pptx, {
  fixtures: [
    {
      name: "runs, breaks and a field",
      bytes: pptxOf([
        ap("Click on ", ["this bold word", 'b="1"'], " now", "<a:br/>", "please") + ap("Plain"),
        ap('<a:fld id="{1}" type="slidenum"><a:t>3</a:t></a:fld>', " slides"),
      ]),
      texts: ["Click on this bold word now\nplease", "Plain", "3 slides"],
    },
  ],
  documents: fc
    .array(
      fc.array(run, { maxLength: 5 }).map((runs) => ap(...runs)),
      { maxLength: 4 },
    )
    .map((paragraphs) => pptxOf([paragraphs.join("")])),
  check: checkParts,
  // The most frequent format has no code, so the codes of a translation may be elsewhere.
  readBack: "running",
});
