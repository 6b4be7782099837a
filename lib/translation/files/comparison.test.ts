import { afterAll, describe, expect, test } from "vitest";
import { ap, docxOf, epubOf, odfOf, p, page, pptxOf, xlsxOf, zipOf } from "@/e2e/doubles/office-files";
import type { DocumentSegment } from "@/lib/formats/format";
import { closeSandbox, extractDocument, writeDocument } from "@/lib/formats/sandbox/sandbox";
import { plainSegment } from "@/lib/text/segment";
import { compareDocuments } from "./comparison";

afterAll(closeSandbox);

const read = (format: string, ...texts: readonly (string | Partial<DocumentSegment>)[]) => ({
  format,
  segments: texts.map((text) =>
    typeof text === "string" ? plainSegment(text) : { ...plainSegment("The source"), ...text },
  ),
});
const textsOf = ({ segments }: { segments: { text: string }[] }) => segments.map(({ text }) => text);

describe("comparing two documents", () => {
  test("a file comparison pairs segments by number and shows them as plain text", async () => {
    const code = {
      text: "A <g1>b</g1> &lt; <x2/>",
      codes: [
        { id: 1, kind: "format" },
        { id: 2, kind: "placeholder", equiv: "{n}" },
      ],
    } as const;
    expect(await compareDocuments(read("docx", code, "Two"), read("docx", "Uno", "Dos"))).toEqual({
      aligned: true,
      original: {
        total: 2,
        segments: [
          { key: null, text: "A b < {n}" },
          { key: null, text: "Two" },
        ],
      },
      translation: {
        total: 2,
        segments: [
          { key: null, text: "Uno" },
          { key: null, text: "Dos" },
        ],
      },
    });
  });

  test("a file comparison shows no pairs if segment counts or keys differ, the file is bilingual, or text recognition was used", async () => {
    const one = read("docx", "One", "Two");
    const isAligned = async (...args: Parameters<typeof compareDocuments>) => (await compareDocuments(...args)).aligned;
    expect(await isAligned(one, read("docx", "Uno"))).toBe(false);
    expect(await isAligned(one, read("docx", "Uno", "Dos"), { isBilingual: true })).toBe(false);
    expect(await isAligned(read("zip", { key: "a.md" }), read("zip", { key: "b.md" }))).toBe(false);
    expect(await isAligned(read("zip", { key: "a.md" }), read("zip", { key: "a.md" }))).toBe(true);
    expect(await isAligned(read("pdf", "One", "Two"), read("docx", "Uno", "Dos"))).toBe(false);
    expect(await isAligned(read("pdf", "One", "Two"), read("pdf", "Uno", "Dos"))).toBe(false);
  });

  test("a file comparison shows the translations of a bilingual file, and nothing for untranslated segments", async () => {
    const target = { target: { text: "Uno", state: "draft" }, key: "u1" } as const;
    const { aligned, translation } = await compareDocuments(read("pdf", "One", "Two"), read("xliff2", target, "Two"));
    expect([aligned, textsOf(translation)]).toEqual([true, ["Uno", ""]]);
  });

  test("a file comparison shows at most a thousand segments, and ends source and translation at the same segment if they are paired", async () => {
    const many = read("docx", ...Array.from({ length: 1_200 }, (_, i) => `Text ${i}`));
    const whole = await compareDocuments(many, many);
    expect([whole.original.total, whole.original.segments.length]).toEqual([1_200, 1_000]);
    const long = read("docx", "x".repeat(300_000), "y".repeat(300_000));
    const cut = await compareDocuments(long, read("docx", "Uno", "Dos"));
    expect([cut.original, cut.translation].map(({ segments }) => segments.length)).toEqual([1, 1]);
    const apart = await compareDocuments(long, read("docx", "Uno", "Dos", "Tres"));
    expect([apart.original, apart.translation].map(({ segments }) => segments.length)).toEqual([1, 3]);
    const huge = await compareDocuments(read("docx", "x".repeat(600_000)), read("docx", "Uno"));
    expect(huge.original.segments).toHaveLength(1);
  });
});

/** Documents with texts that become equal when translated. */
const DOCUMENTS: Readonly<Record<string, Uint8Array>> = {
  docx: docxOf(
    `${p("The colour")}<w:tbl><w:tr><w:tc>${p("The color")}</w:tc><w:tc>${p("Big ", ["house", "<w:b/>"])}</w:tc></w:tr></w:tbl>${p("The colour")}`,
  ),
  xlsx: xlsxOf(["<t>The colour</t>", "<t>The color</t>", "<t>Big</t>"], {
    One: { cells: { A1: "s0", A2: "s1", B1: 5, B2: "s2" } },
    Two: { cells: { A1: '<c t="inlineStr"><is><t>The colour</t></is></c>' } },
  }),
  pptx: pptxOf([ap("The colour") + ap("The color"), ap("Big house")]),
  odt: odfOf("text", "<text:h>The colour</text:h><text:p>The color</text:p><text:p>Big</text:p>"),
  ods: odfOf(
    "spreadsheet",
    `<table:table table:name="One">${["The colour", "The color", "Big"].map((text) => `<table:table-row><table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell></table:table-row>`).join("")}</table:table>`,
  ),
  odp: odfOf(
    "presentation",
    `<draw:page draw:name="a"><draw:frame><draw:text-box><text:p>The colour</text:p><text:p>The color</text:p></draw:text-box></draw:frame></draw:page>`,
  ),
  epub: epubOf({ "a.xhtml": page("<h1>Chapter one</h1><p>The <b>colour</b></p><p>The color</p>") }),
  zip: zipOf({ "a.md": "# The colour\n\nThe color\n", "b.txt": "The colour\n", "c.json": '{"a":"The colour"}' }),
};

describe("comparing translated documents of several formats", () => {
  test.each(Object.entries(DOCUMENTS))(
    "a file comparison pairs the segments of %s, even if translation makes two texts equal",
    async (format, bytes) => {
      const { segments } = await extractDocument(bytes, `a.${format}`, { format, source: "en", into: "es" });
      const translate = (text: string) =>
        text
          .replaceAll(/colou?r/g, "color")
          .replaceAll("The", "El")
          .replaceAll("Big", "Grande");
      const translated = segments.map(({ text }) => ({ text: translate(text) }));
      const written = await writeDocument(bytes, format, { source: "en", into: "es" }, translated, "es");
      const whole = { format, target: "es", repeated: true } as const;
      const { aligned, original, translation } = await compareDocuments(
        await extractDocument(bytes, `a.${format}`, { ...whole, source: "en" }),
        await extractDocument(written.bytes, `a.es.${format}`, { ...whole, source: "es" }),
      );
      expect(textsOf(original)).toContain("The colour");
      expect(textsOf(translation)).toEqual(textsOf(original).map(translate));
      expect(aligned).toBe(true);
    },
  );
});
