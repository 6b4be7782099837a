import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "@/e2e/long";
import { readGlossaryTable, writeGlossaryTable } from "./glossary-table";
import { readTbx } from "./tbx-read";
import { TBX_END, tbxConcept, tbxStart } from "./tbx-write";
import { eachOnce, type TermEntry, tidyTerm } from "./term-entry";

const table = (text: string, target?: string) => readGlossaryTable(Buffer.from(text), "en", target);
const brief = ({ source, targets }: TermEntry) => [
  source,
  ...targets.map((one) => `${one.language} ${one.usage} ${one.text}`),
];

describe("glossary tables", () => {
  test("a glossary table has one column per language, with preferred, admitted and forbidden terms", () => {
    const { terms, skipped } = table(
      "source,es,pt_BR,es:forbidden,definition,part_of_speech,case_sensitive,do_not_translate\r\n" +
        'invoice,factura,fatura,"recibo",A bill,noun,,\r\n' +
        "invoice,cuenta,,,,noun,,\r\n" +
        "Dragoman,,,,,,yes,x\r\n",
    );
    expect(skipped).toEqual([]);
    expect(terms.map(brief)).toEqual([
      ["invoice", "es preferred factura", "pt-BR preferred fatura", "es forbidden recibo", "es preferred cuenta"],
      ["Dragoman"],
    ]);
    expect(terms[0]).toMatchObject({ definition: "A bill", partOfSpeech: "noun", caseSensitive: false });
    expect(terms[1]).toMatchObject({ caseSensitive: true, doNotTranslate: true });
  });

  test("a glossary table may name its source column by language and use semicolons or tabs as separators", () => {
    for (const delimiter of [";", "\t"])
      expect(
        table(`de${delimiter}en-US${delimiter}es\nHaus${delimiter}house${delimiter}casa\n`).terms.map(brief),
      ).toEqual([["house", "de preferred Haus", "es preferred casa"]]);
  });

  test("a glossary table may use DeepL's layout: two columns, or four columns with language codes", () => {
    expect(table("house,casa\ntree,árbol\n", "es").terms.map(brief)).toEqual([
      ["house", "es preferred casa"],
      ["tree", "es preferred árbol"],
    ]);
    const { terms, skipped } = table("house,casa,EN,ES\nhouse,Haus,en,de\nmaison,casa,fr,es\n");
    expect(terms.map(brief)).toEqual([["house", "es preferred casa", "de preferred Haus"]]);
    expect(skipped).toEqual([{ number: 3, code: "no_source" }]);
    expect(table("Source,Target\nhouse,casa\n", "es").terms.map(brief)).toEqual([["house", "es preferred casa"]]);
  });

  test("a glossary table is refused if no column's language can be identified", () => {
    for (const text of ["house,casa\n", "house\n", "source,colour\nhouse,red\n"])
      expect(() => table(text)).toThrow(expect.objectContaining({ name: "UnreadableFile" }));
  });

  test("importing a glossary table skips invalid rows and lists each of them", () => {
    const { terms, skipped } = table(`source,es\nhouse,casa\n,árbol\ntree,\n${"a".repeat(501)},b\n"open,x\nsea,mar\n`);
    expect(terms.map(({ source }) => source)).toEqual(["house", "sea"]);
    expect(skipped).toEqual([
      { number: 3, code: "no_source" },
      { number: 4, code: "no_target" },
      { number: 5, code: "too_long" },
      { number: 6, code: "malformed" },
    ]);
  });
});

describe("TBX files", () => {
  const concept = (inside: string) =>
    `<tbx style="dca" type="TBX-Basic" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2"><text><body>${inside}</body></text></tbx>`;

  test("TBX 3 gives one term per source term of a concept, with statuses, definition and part of speech", () => {
    const { terms } = readTbx(
      Buffer.from(
        concept(`<conceptEntry id="c1"><descripGrp><descrip type="definition">A bill</descrip></descripGrp>
          <langSec xml:lang="en-US"><termSec><term>invoice</term><termNote type="partOfSpeech">noun</termNote></termSec><termSec><term>bill</term></termSec></langSec>
          <langSec xml:lang="es"><termSec><term>factura</term><termNote type="administrativeStatus">preferredTerm-admn-sts</termNote></termSec>
          <termSec><term>recibo</term><termNote type="administrativeStatus">supersededTerm-admn-sts</termNote></termSec><termSec><term>cuenta</term></termSec></langSec></conceptEntry>`),
      ),
      "en",
    );
    const targets = ["es preferred factura", "es forbidden recibo", "es admitted cuenta"];
    expect(terms.map(brief)).toEqual([
      ["invoice", ...targets],
      ["bill", ...targets],
    ]);
    expect(terms[0]).toMatchObject({ definition: "A bill", partOfSpeech: "noun" });
  });

  test("TBX with element-style categories (DCT) gives the same terms as TBX with attribute-style categories (DCA)", () => {
    const { terms } = readTbx(
      Buffer.from(`<tbx type="TBX-Basic" style="dct" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2" xmlns:min="http://www.tbxinfo.net/ns/min" xmlns:basic="http://www.tbxinfo.net/ns/basic"><text><body>
        <conceptEntry><basic:definition>A bill</basic:definition><langSec xml:lang="en"><termSec><term>invoice</term><min:partOfSpeech>noun</min:partOfSpeech></termSec></langSec>
        <langSec xml:lang="es"><termSec><term>recibo</term><min:administrativeStatus>deprecatedTerm-admn-sts</min:administrativeStatus></termSec></langSec></conceptEntry></body></text></tbx>`),
      "en",
    );
    expect(terms).toMatchObject([{ source: "invoice", definition: "A bill", partOfSpeech: "noun" }]);
    expect(terms.map(brief)).toEqual([["invoice", "es forbidden recibo"]]);
  });

  test("TBX 2 is supported", () => {
    const { terms } = readTbx(
      Buffer.from(`<?xml version='1.0'?><!DOCTYPE martif SYSTEM "TBXBasiccoreStructV02.dtd"><martif type="TBX" xml:lang="en"><martifHeader/><text><body>
        <termEntry id="1"><langSet xml:lang="en"><tig><term>house</term></tig></langSet><langSet xml:lang="es"><ntig><termGrp><term>casa</term></termGrp></ntig></langSet></termEntry>
        <termEntry id="2"><langSet xml:lang="fr"><tig><term>maison</term></tig></langSet></termEntry></body></text></martif>`),
      "en",
    );
    expect(terms.map(brief)).toEqual([["house", "es preferred casa"]]);
  });

  test.each([
    ["entities of its own", '<!DOCTYPE tbx [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><tbx/>', "hostile"],
    ["depth without end", `<tbx>${"<a>".repeat(50_000)}`, "too_complex"],
    ["another XML", "<html/>", "corrupt"],
  ])("a TBX file with %s is refused", (_, xml, reason) => {
    expect(() => readTbx(Buffer.from(xml), "en")).toThrow(expect.objectContaining({ name: "UnreadableFile", reason }));
  });
});

const text = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom(..."abc é日\"',;|\t&<>=\\"),
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
    ),
    minLength: 1,
    maxLength: 12,
  })
  .map((raw) => tidyTerm(raw.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "")))
  .filter((word) => word !== "" && word.isWellFormed());

const USAGE_ORDER = ["preferred", "admitted", "forbidden"];
/** Files group targets by language, and tables also by usage. */
const inFileOrder = (targets: TermEntry["targets"]) =>
  eachOnce(targets).toSorted(
    (a, b) =>
      (a.language < b.language ? -1 : a.language > b.language ? 1 : 0) ||
      USAGE_ORDER.indexOf(a.usage) - USAGE_ORDER.indexOf(b.usage),
  );

const entry: fc.Arbitrary<TermEntry> = fc
  .record({
    source: text,
    definition: fc.oneof(fc.constant(""), text),
    partOfSpeech: fc.option(text, { nil: null }),
    caseSensitive: fc.boolean(),
    doNotTranslate: fc.boolean(),
    targets: fc.array(
      fc.record({
        language: fc.constantFrom("es", "pt-BR", "zh-Hant"),
        text,
        usage: fc.constantFrom("preferred" as const, "admitted" as const, "forbidden" as const),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  })
  .map((fields) => ({ number: 0, ...fields, targets: inFileOrder(fields.targets) }));
const entries = fc
  .uniqueArray(entry, { maxLength: 6, selector: ({ source }) => source })
  .map((list) => list.map((one, i) => ({ ...one, number: i + 1 })));
const unnumbered = (list: readonly TermEntry[]) =>
  list.map(({ number: _, ...one }) => ({ ...one, targets: inFileOrder(one.targets) }));

test("exporting and importing a glossary table preserves all terms", () => {
  fc.assert(
    fc.property(entries, (list) => {
      const { terms, skipped } = table(writeGlossaryTable(list));
      expect(skipped).toEqual([]);
      expect(unnumbered(terms)).toEqual(unnumbered(list));
    }),
    { numRuns: runs(500) },
  );
});

test("exporting and importing a TBX file preserves all terms", () => {
  fc.assert(
    fc.property(entries, (list) => {
      const file = `${tbxStart("A & B", "en")}${list.map((one) => tbxConcept("en", one)).join("")}${TBX_END}`;
      const { terms, skipped } = readTbx(Buffer.from(file), "en");
      expect(skipped).toEqual([]);
      expect(unnumbered(terms)).toEqual(unnumbered(list));
    }),
    { numRuns: runs(300) },
  );
});
