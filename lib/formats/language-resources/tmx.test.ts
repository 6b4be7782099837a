import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "@/e2e/long";
import { checkCodes } from "@/lib/text/message/codes";
import { escapeText, plainText } from "@/lib/text/segment";
import { unitCodesOf } from "./tmx-codes";
import { readTmx, type TmxUnit } from "./tmx-read";
import { TMX_END, tmxStart, tmxUnit } from "./tmx-write";

const read = (xml: string, source = "en") => readTmx(Buffer.from(xml), source);
const tmx = (body: string) => `<?xml version="1.0"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4"><header srclang="de"/><body>${body}</body></tmx>`;
const seg = (language: string, content: string) => `<tuv xml:lang="${language}"><seg>${content}</seg></tuv>`;
const pair = (source: string, target: string) => {
  const { units } = read(tmx(`<tu>${seg("en", source)}${seg("es", target)}</tu>`));
  return [units[0]?.source, units[0]?.target];
};

describe("TMX files", () => {
  test("a TMX unit becomes one memory unit per translation, and the memory's source language overrides that of the file", () => {
    const { units, skipped } = read(
      tmx(
        `<tu tuid="greeting" changedate="20260131T120000Z">${seg("de-DE", "Hallo")}${seg("EN-us", "Hello")}${seg("es", "Hola")}</tu>`,
      ),
    );
    expect(units.map(({ source, language, target }) => [source, language, target])).toEqual([
      ["Hello", "de-DE", "Hallo"],
      ["Hello", "es", "Hola"],
    ]);
    expect(units[0]).toMatchObject({
      tuid: "greeting",
      number: 1,
      reviewed: true,
      changedAt: "2026-01-31T12:00:00.000Z",
    });
    expect(skipped).toEqual([]);
  });

  test("TMX import prefers the memory's exact language to a regional variant", () => {
    const { units } = read(tmx(`<tu>${seg("en-GB", "Colour")}${seg("en", "Color")}${seg("es", "Color")}</tu>`));
    expect(units.find(({ language }) => language === "es")?.source).toBe("Color");
  });

  test("TMX 1.1 in UTF-16 is supported", () => {
    const xml = `<?xml version="1.0" encoding="UTF-16"?><tmx version="1.1"><header/><body><tu><tuv lang="EN"><seg>Tea</seg></tuv><tuv lang="ES"><seg>Té</seg></tuv></tu></body></tmx>`;
    const { units } = readTmx(Buffer.from(`\ufeff${xml}`, "utf16le"), "en");
    expect(units.map(({ target }) => target)).toEqual(["Té"]);
  });

  test("importing a TMX file skips invalid units and lists each of them", () => {
    const { units, skipped } = read(
      tmx(
        [
          `<tu>${seg("fr", "Thé")}${seg("es", "Té")}</tu>`,
          `<tu>${seg("en", "Tea")}</tu>`,
          `<tu>${seg("en", "Tea")}${seg("es", "  ")}${seg("qqq", "x")}${seg("ca", "Te")}</tu>`,
          `<tu>${seg("en", "a".repeat(10_001))}${seg("es", "b")}</tu>`,
          `<tu>${seg("en", '<ph x="1"/>')}${seg("es", "b")}</tu>`,
        ].join(""),
      ),
    );
    expect(units.map(({ number, target }) => [number, target])).toEqual([[3, "Te"]]);
    expect(skipped).toEqual([
      { number: 1, code: "no_source" },
      { number: 2, code: "no_target" },
      { number: 3, code: "empty", language: "es" },
      { number: 3, code: "unknown_language" },
      { number: 4, code: "too_long", language: "es" },
      { number: 5, code: "empty", language: "es" },
    ]);
  });
});

describe("inline codes in TMX", () => {
  test("TMX codes are numbered in the order of the source text", () => {
    expect(
      pair(
        'Press <bpt i="1" x="7">&lt;b&gt;</bpt>Save<ept i="1">&lt;/b&gt;</ept> or <ph x="3">{key}</ph>.',
        'Pulse <ph x="3">{key}</ph> o <bpt i="5" x="7">&lt;b&gt;</bpt>Guardar<ept i="5">&lt;/b&gt;</ept>.',
      ),
    ).toEqual(["Press <g1>Save</g1> or <x2/>.", "Pulse <x2/> o <g1>Guardar</g1>."]);
  });

  test("TMX codes are matched by the attribute `i`, or by order if the attribute `x` is missing", () => {
    expect(pair('<bpt i="1"/>A<ept i="1"/> <ph/>B<ph/>', '<ph/>B<ph/> <bpt i="1"/>A<ept i="1"/>')).toEqual([
      "<g1>A</g1> <x2/>B<x3/>",
      "<x2/>B<x3/> <g1>A</g1>",
    ]);
  });

  test("isolated TMX codes become single codes, markers are skipped, and the content of codes is not text", () => {
    expect(
      pair(
        'A <it pos="begin" x="1">&lt;i&gt;</it>b <hi>c</hi>',
        'A <it pos="begin" x="1">x<sub>y</sub></it>b <hi>c</hi>',
      ),
    ).toEqual(["A <x1/>b c", "A <x1/>b c"]);
    expect(pair('A <bpt i="1" x="1"/>b', "A b")).toEqual(["A <x1/>b", "A b"]);
  });

  test("TMX codes are dropped if they are missing from the source or overlap", () => {
    expect(pair("Tea", 'Té <ph x="1"/>')).toEqual(["Tea", "Té "]);
    expect(pair('<bpt i="1"/>A<bpt i="2"/>B<ept i="1"/>C<ept i="2"/>', '<bpt i="1"/>A<ept i="1"/>')).toEqual([
      "ABC",
      "A",
    ]);
  });

  test("text in TMX that looks like a code is read as text", () => {
    expect(pair("a &lt;g1&gt; &amp; b", "c")).toEqual(["a &lt;g1> &amp; b", "c"]);
  });
});

/** Text without characters that XML forbids. */
const words = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
  .filter((text) => text.isWellFormed() && !/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(text) && text.trim() !== "");

/** A source with codes 1, 2, 3… in order, and a translation with some of them at other positions. */
const texts = fc.tuple(words, words, words, words, fc.boolean(), fc.boolean()).map(([a, b, c, d, pairs, swapped]) => {
  const [first, second] = [escapeText(a), escapeText(b)];
  const source = pairs ? `${first}<g1>${second}<x2/></g1><x3/>` : `${first}<x1/>${second}`;
  const code = pairs ? `<g1>${escapeText(c)}<x2/></g1>` : `${escapeText(c)}<x1/>`;
  return { source, target: swapped ? `${code}${escapeText(d)}` : `${escapeText(d)}${code}` };
});

const time = fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => new Date(seconds * 1000).toISOString());

test("exporting and importing TMX preserves all units", () => {
  const unit: fc.Arbitrary<Omit<TmxUnit, "number">> = fc
    .record({
      tuid: fc.option(words, { nil: null }),
      language: fc.constantFrom("es", "pt-BR", "zh-Hant", "ca-valencia"),
      texts,
      contextHash: fc.constantFrom("", "0123456789abcdef0123456789abcdef"),
      reviewed: fc.boolean(),
      createdAt: fc.option(time, { nil: null }),
      changedAt: fc.option(time, { nil: null }),
    })
    .map(({ texts, ...rest }) => ({ ...rest, ...texts }));
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 5 }), (units) => {
      const file = `${tmxStart("en")}${units.map((one) => tmxUnit("en", one)).join("")}${TMX_END}`;
      const { units: back, skipped } = read(file);
      expect(skipped).toEqual([]);
      expect(back.map(({ number: _, ...one }) => one)).toEqual(units);
    }),
    { numRuns: runs(300) },
  );
});

test("single codes in TMX keep their original content and kind, and are matched by number", () => {
  const unit = {
    tuid: null,
    language: "es",
    source: "You owe <x2/>, <g1>now</g1><x3/>",
    target: "<g1>Ahora</g1> debe <x2/><x3/>",
    contextHash: "",
    reviewed: true,
    createdAt: null,
    changedAt: null,
  };
  const codes = unitCodesOf([
    { id: 1, kind: "format" },
    { id: 2, kind: "placeholder", equiv: "{amount & tax}" },
    { id: 3, kind: "single" },
  ]);
  const written = tmxUnit("en", { ...unit, codes });
  expect(written).toContain('<ph x="2" type="x-placeholder">{amount &amp; tax}</ph>');
  expect(written).toContain('<ph x="3" type="x-single">&lt;x3/&gt;</ph>');
  const { units } = read(`${tmxStart("en")}${written}${TMX_END}`);
  expect(units).toMatchObject([
    { source: "You owe <x1/>, <g2>now</g2><x3/>", target: "<g2>Ahora</g2> debe <x1/><x3/>" },
  ]);
});

test("codes of another program keep their content, types and numbers through TMX import and export", () => {
  const unit = (source: string, target: string) =>
    `<tu><tuv xml:lang="en"><seg>${source}</seg></tuv><tuv xml:lang="es"><seg>${target}</seg></tuv></tu>`;
  const bold = ['<bpt i="1" x="1" type="bold">&lt;b class="x"&gt;</bpt>', '<ept i="1">&lt;/b&gt;</ept>'];
  const image = '<ph x="2" type="image">&lt;img/&gt;</ph>';
  const [source, target] = [`See ${bold.join("this")} ${image}`, `${image} Vea ${bold.join("esto")}`];
  const [one] = read(`<tmx version="1.4"><header srclang="en"/><body>${unit(source, target)}</body></tmx>`).units;
  expect(one).toMatchObject({
    source: "See <g1>this</g1> <x2/>",
    target: "<x2/> Vea <g1>esto</g1>",
    codes: [
      { id: 1, open: '<b class="x">', close: "</b>", type: "bold" },
      { id: 2, open: "<img/>", type: "image" },
    ],
  });
  const written = tmxUnit("en", one!);
  expect(written).toContain(`<seg>${source}</seg>`);
  expect(written).toContain(`<seg>${target}</seg>`);
});

test("the content of TMX codes is dropped if it is too long in total or looks like Dragoman's own numbered codes", () => {
  const codes = (content: string) => {
    const seg = `<seg>a <ph x="1">${content}</ph></seg>`;
    const tu = `<tu><tuv xml:lang="en">${seg}</tuv><tuv xml:lang="es">${seg}</tuv></tu>`;
    return read(`<tmx version="1.4"><header srclang="en"/><body>${tu}</body></tmx>`).units[0]?.codes;
  };
  expect(codes("x".repeat(10_000))).toHaveLength(1);
  expect(codes("x".repeat(10_001))).toBeUndefined();
  expect(codes("&lt;x1/&gt;")).toBeUndefined();
  expect(codes("")).toBeUndefined();
});

test("every combination of TMX codes is read as a text that can be written again", () => {
  const piece = fc.oneof(
    words.map((text) => text.replace(/[&<>]/g, "")),
    fc
      .tuple(
        fc.constantFrom("bpt", "ept", "ph", "it", "ut"),
        fc.integer({ min: 1, max: 3 }),
        fc.option(fc.integer({ min: 1, max: 3 })),
      )
      .map(([name, i, x]) => `<${name} i="${i}"${x ? ` x="${x}"` : ""}>&lt;b&gt;</${name}>`),
  );
  const content = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => `a${pieces.join("")}`);
  fc.assert(
    fc.property(content, content, (source, target) => {
      const [first, second] = pair(source, target) as [string, string];
      const kinds = new Map([...`${first}`.matchAll(/<([gx])(\d+)/g)].map(([, kind, id]) => [Number(id), kind]));
      const codes = [...kinds].map(([id, kind]) => ({
        id,
        kind: kind === "g" ? ("format" as const) : ("single" as const),
        deletable: true,
      }));
      const segment = { text: first, codes };
      expect(checkCodes(segment, first)).toEqual([]);
      expect(checkCodes(segment, second)).toEqual([]);
      expect(plainText(first).startsWith("a")).toBe(true);
    }),
    { numRuns: runs(500) },
  );
});

describe("hostile TMX files", () => {
  const subset = '<!DOCTYPE tmx [<!ENTITY a "b"><!ENTITY c "&a;&a;&a;">]>';
  test.each([
    [
      "entities of its own",
      `<?xml version="1.0"?>${subset}<tmx><body><tu>${seg("en", "&c;")}</tu></body></tmx>`,
      "hostile",
    ],
    ["files of the server", `<!DOCTYPE tmx [<!ENTITY x SYSTEM "file:///etc/passwd">]><tmx><body/></tmx>`, "hostile"],
    ["depth without end", `<tmx><body>${"<tu>".repeat(100_000)}`, "too_complex"],
    ["another XML", "<html><body/></html>", "corrupt"],
    ["no XML", "Hello", "corrupt"],
    ["an end too early", '<tmx><body><tu tuid="', "corrupt"],
  ])("a hostile TMX file with %s is refused", (_, xml, reason) => {
    expect(() => read(xml)).toThrow(expect.objectContaining({ name: "UnreadableFile", reason }));
  });

  test("a huge TMX attribute is truncated", () => {
    const { units } = read(tmx(`<tu tuid="${"a".repeat(5_000_000)}">${seg("en", "Tea")}${seg("es", "Té")}</tu>`));
    expect(units[0]?.tuid).toHaveLength(255);
  });

  test("a TMX text with a hundred thousand codes is skipped", () => {
    const { skipped } = read(tmx(`<tu>${seg("en", '<ph x="1"/>'.repeat(100_000))}${seg("es", "a")}</tu>`));
    expect(skipped).toEqual([{ number: 1, code: "too_long", language: "es" }]);
  });
});
