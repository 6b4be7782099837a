import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { xliffFaults } from "@/e2e/doubles/xliff-structure";
import type { Segment } from "@/lib/text/segment";
import { xliff2 } from "./xliff";
import { readExchange, writeExchange } from "./xliff-exchange";

const SEGMENTS: Segment[] = [
  {
    text: "Click <g1>here</g1>,<x2/> <x3/> &lt; &amp; more",
    codes: [
      { id: 1, kind: "format" },
      { id: 2, kind: "single", equiv: "\n", deletable: true },
      { id: 3, kind: "placeholder", equiv: '{"name"}' },
    ],
    key: "faq.title",
    note: "A <note>",
    maxLength: 60,
  },
  { text: "  Spaces \n and \x07 control  ", codes: [] },
];

const base = { fileName: "a & b.docx", format: "docx", source: "en", target: "pt-BR" };

async function write(segments: Segment[], translated?: (string | null)[]): Promise<string> {
  const bytes = await writeExchange({ ...base, segments, ...(translated ? { translated } : {}) });
  const file = Buffer.from(bytes).toString();
  expect(xliffFaults(file)).toEqual([]);
  return file;
}

describe("XLIFF exchange files for translators", () => {
  test("exporting and importing an exchange file preserves its texts", async () => {
    const translated = ["Aqui <g1>clique</g1><x2/> e <g1>mais</g1> <x3/>", null];
    expect(readExchange(Buffer.from(await write(SEGMENTS, translated)), 2, "pt-BR")).toEqual([
      { source: SEGMENTS[0]!.text, text: translated[0], state: "translated" },
      { source: SEGMENTS[1]!.text, text: null, state: "initial" },
    ]);
    const same = SEGMENTS.map(({ text }) => text);
    expect(readExchange(Buffer.from(await write(SEGMENTS, same)), 2, "pt-BR").map(({ text }) => text)).toEqual(same);
  });

  test("an exchange file stores keys, notes, limits and codes in XLIFF's own elements", async () => {
    const file = await write(SEGMENTS);
    expect(file).toContain('<file id="f1" original="a &amp; b.docx"');
    expect(file).toContain('<unit id="u1" name="faq.title" slr:sizeRestriction="60">');
    expect(file).toContain("<note>A &lt;note&gt;</note>");
    expect(file).toContain('<pc id="1" canCopy="yes" canDelete="no" type="fmt">here</pc>');
    expect(file).toContain('<ph id="2" canCopy="no" canDelete="yes" equiv="&#10;"/>');
    expect(file).toContain('<cp hex="0007"/>');
  });

  test("an exchange file of a document without text is valid XLIFF", async () => {
    expect(await write([])).toContain("<group");
  });

  test("an exchange file can be translated as an XLIFF 2 document", async () => {
    const document = await xliff2.open(Buffer.from(await write(SEGMENTS)), {});
    expect(document.segments[0]).toMatchObject({ text: SEGMENTS[0]!.text, key: "faq.title", maxLength: 60 });
  });

  test("an exchange file can be imported after another tool split its segments, separated its code pairs and added markers", async () => {
    const edited = (await write(SEGMENTS.slice(0, 1))).replace(
      /<segment[\s\S]*<\/segment>/,
      `<segment state="final"><source>Click</source><target>Clique <sc id="1"/><mrk id="m1">aqui</mrk></target></segment>
       <ignorable><source> </source></ignorable>
       <segment state="reviewed"><source>x</source><target><ec startRef="1"/><ph id="3"/><ph id="abc"/></target></segment>`,
    );
    expect(readExchange(Buffer.from(edited), 1, "pt-BR")).toMatchObject([
      { text: "Clique <g1>aqui </g1><x3/>", state: "reviewed" },
    ]);
  });

  test("an exchange file of another document is refused, and so is a file that is not an exchange file", async () => {
    const file = Buffer.from(await write(SEGMENTS));
    expect(() => readExchange(file, 1, "pt-BR")).toThrow(/does not belong/);
    expect(() => readExchange(Buffer.from("<xliff/>"), 1, "pt-BR")).toThrow(/does not belong/);
    expect(() => readExchange(Buffer.from("no"), 1, "pt-BR")).toThrow();
  });

  test("an exchange file in another language is refused, but an exchange file in another variant of the language is accepted", async () => {
    const file = await write(SEGMENTS);
    expect(() => readExchange(Buffer.from(file), 2, "fr")).toThrow(
      expect.objectContaining({
        reason: "wrong_language",
        message: expect.stringContaining("into pt-BR, not into fr"),
      }),
    );
    const variety = file.replace('trgLang="pt-BR"', 'trgLang="pt"');
    expect(readExchange(Buffer.from(variety), 2, "pt-BR")).toHaveLength(2);
  });

  test("importing a partly translated unit keeps its translated sentences and reports the unit's errors", async () => {
    const file = await write([{ text: "One. Two.", codes: [] }]);
    const halves = (ids: string[]) =>
      ids
        .map(
          (id) =>
            `<unit id="${id}"><segment><source>One.</source><target>Um.<ph id="x"/></target></segment><ignorable><source> </source></ignorable><segment><source>Two.</source></segment></unit>`,
        )
        .join("");
    const edited = (ids: string[]) => Buffer.from(file.replace(/<unit[\s\S]*<\/unit>/, halves(ids)));
    const half = { source: "One. Two.", text: "Um. Two.", state: "initial" };
    expect(readExchange(edited(["u1"]), 1, "pt-BR")).toEqual([{ ...half, faults: ["incomplete", "unknown_code"] }]);
    expect(readExchange(edited(["u1", "u1"]), 1, "pt-BR")).toEqual([
      { ...half, faults: ["incomplete", "unknown_code", "doubled_unit"] },
    ]);
  });

  test("an exchange file has one segment per sentence if both texts have equally many sentences, and is read back as one text", async () => {
    const segments: Segment[] = [
      { text: "One here. Two <x1/> there.", codes: [{ id: 1, kind: "placeholder", equiv: "{n}" }] },
      { text: "<g1>One here. Two there.</g1>", codes: [{ id: 1, kind: "pair" }] },
      { text: "One here. Two there.", codes: [] },
      { text: "One here. Two there.", codes: [] },
    ];
    const translated = ["Um aqui. Dois <x1/> ali.", "<g1>Um aqui. Dois ali.</g1>", "Um aqui e dois ali.", null];
    const bytes = await writeExchange({ ...base, segments, translated, segmentation: "sentence" });
    const file = Buffer.from(bytes).toString();
    expect(xliffFaults(file)).toEqual([]);
    expect(file).toContain('canResegment="yes"');
    const counts = file
      .split("<unit ")
      .slice(1)
      .map((unit) => unit.split("<segment ").length - 1);
    expect(counts).toEqual([2, 1, 1, 2]);
    const back = readExchange(bytes, 4, "pt-BR");
    expect(back.map(({ source }) => source)).toEqual(segments.map(({ text }) => text));
    expect(back.map(({ text }) => text)).toEqual(translated);
  });

  test("exporting and importing an exchange file preserves every text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme" }), async (plain) => {
        const text = plain.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
        const back = readExchange(Buffer.from(await write([{ text, codes: [] }], [text])), 1, "pt-BR");
        expect(back).toEqual([{ source: text, text, state: "translated" }]);
      }),
    );
  });
});
