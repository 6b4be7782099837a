import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "@/e2e/long";
import { type InlineCode, plainText, type Segment, serialize, type Token, tokenize } from "@/lib/text/segment";
import { checkCodes, repairCodes } from "./codes";

const segment = (text: string, ...kinds: InlineCode["kind"][]): Segment => ({
  text,
  codes: kinds.map((kind, index) => ({ id: index + 1, kind })),
});
const link = segment("Click <g1>here</g1> to continue<x2/>.", "pair", "single");

describe("checkCodes", () => {
  it.each([
    ["Pulse <g1>aquí</g1> para continuar<x2/>.", []],
    ["<x2/>Pulse <g1>aquí</g1>", []],
    ["Pulse aquí<x2/>", ["missing 1"]],
    ["<g1>Pulse</g1> <g1>aquí</g1><x2/><x2/>", ["doubled 1", "doubled 2"]],
    ["<g1>aquí</g1><x2/><x7/><g8>a</g8>", ["unknown 7", "unknown 8"]],
    ["<g1>aquí<x2/>", ["unclosed 1"]],
    ["aquí</g1><x2/>", ["unclosed 1"]],
    ["<x1/><x2/>", ["unknown 1", "missing 1"]],
  ])("checkCodes reports the error of %j: %j", (translated, faults) => {
    expect(checkCodes(link, translated).map(({ fault, id }) => `${fault} ${id}`)).toEqual(faults);
  });

  it("checkCodes accepts a repeated formatting code and a missing deletable code, but no overlapping codes", () => {
    const bold: Segment = {
      text: "<g1>very</g1> <g2>big</g2><x3/>",
      codes: [
        { id: 1, kind: "format" },
        { id: 2, kind: "pair" },
        { id: 3, kind: "single", deletable: true },
      ],
    };
    expect(checkCodes(bold, "<g1>muy</g1> <g2>gran</g2> <g1>y</g1>")).toEqual([]);
    expect(checkCodes(bold, "<g1>muy <g2>gran</g1></g2>")).toEqual([{ id: 1, fault: "crossed" }]);
  });
});

describe("repairCodes", () => {
  it("repairCodes sorts thousands of codes that are in the wrong order", () => {
    const ids = Array.from({ length: runs(30_000) }, (_, index) => index + 1);
    const nested: Segment = {
      text: `${ids.map((id) => `<g${id}>`).join("")}big${ids
        .toReversed()
        .map((id) => `</g${id}>`)
        .join("")}`,
      codes: ids.map((id) => ({ id, kind: id % 2 ? "pair" : "format" })),
    };
    const reversed = nested.text.split(/(?=<)/).reverse().join("");
    for (const text of ["grande", reversed, nested.text + nested.text, nested.text.replace(/<\/g\d+>/g, "")]) {
      const repaired = repairCodes(nested, text);
      const missing = checkCodes(nested, repaired.text).filter(({ fault, id }) => fault !== "missing" || id % 2);
      expect(missing).toEqual([]);
    }
  });

  const repair = (source: Segment, translated: string) => repairCodes(source, translated).text;

  it("repairCodes doesn't change a correct translation", () => {
    const translated = "<x2/>Pulse &amp; siga <g1>aquí</g1>";
    expect(repairCodes(link, translated)).toEqual({ text: translated, moved: [] });
  });

  it.each([
    ["Pulse < g1 >aquí< / g1 > para seguir<X2 />.", []],
    ["Pulse <g 1>aquí</g 1> para seguir<x 2/>.", []],
    ["Pulse ＜g1＞aquí＜/g1＞ para seguir＜x2/＞.", []],
    ["Pulse <G1>aquí</G1> para seguir<x2>.", []],
    ["Pulse <g1>aquí</g1> para<x9/> seguir<g8><x2/></g8>.", []],
    ["Pulse <g1>aquí</g1> para seguir<x2/><x2/>.", [2]],
    ["Pulse <g1>aquí para seguir<x2/>.", [1]],
    ["Pulse aquí</g1> para seguir<x2/>.", [1]],
    ["Pulse aquí para seguir<x2/>.", [1]],
    ["Pulse <g1>aquí</g1> para seguir.", [2]],
    ["Pulse aquí para seguir.", [1, 2]],
  ])("repairCodes repairs damaged codes: %j", (translated, moved) => {
    expect(repairCodes(link, translated)).toEqual({
      text: "Pulse <g1>aquí</g1> para seguir<x2/>.",
      moved,
    });
  });

  it("repairCodes puts a lost code pair around its translated words if they occur once", () => {
    const source = segment("The red house of <g1>Maria Lopez</g1> is big.", "pair");
    expect(repair(source, "La casa roja y grande es de Maria Lopez.")).toBe(
      "La casa roja y grande es de <g1>Maria Lopez</g1>.",
    );
    const house = segment("The red <g1>house</g1> is big.", "pair");
    expect(repairCodes(house, "La casa roja es grande.", new Map([[1, "casa"]])).text).toBe(
      "La <g1>casa</g1> roja es grande.",
    );
    expect(repairCodes(house, "Las casas rojas son grandes.", new Map([[1, "casa"]])).text).not.toContain(
      "<g1>casa</g1>",
    );
  });

  it("repairCodes puts a lost placeholder at its source position, with a space on each side that has one in the source", () => {
    expect(repair(segment("Welcome, <x1/>!", "placeholder"), "¡Bienvenido!")).toBe("¡Bienvenido <x1/>!");
    expect(repair(segment("<x1/> files were deleted.", "placeholder"), "archivos borrados.")).toBe(
      "<x1/> archivos borrados.",
    );
    expect(repair(segment("The file <x1/> is big.", "placeholder"), "El archivo es grande.")).toBe(
      "El archivo <x1/> es grande.",
    );
  });

  it("repairCodes puts a lost code with words on both sides after the same number of words as in the source", () => {
    expect(repair(segment("First line<x1/>Second line", "single"), "Primera línea segunda línea")).toBe(
      "Primera línea <x1/>segunda línea",
    );
  });

  it("repairCodes puts a lost line break at the nearest end of a clause", () => {
    const source = segment("Good morning everybody,<x1/>please come in now.", "single");
    expect(repair(source, "Buenos días a todos, entren ahora por favor.")).toBe(
      "Buenos días a todos, <x1/>entren ahora por favor.",
    );
  });

  it("repairCodes separates overlapping codes: formatting is split in two, and another pair ends with its enclosing pair", () => {
    const source = segment("<g1>a</g1> <g2>b</g2>", "pair", "format");
    expect(repair(source, "<g1>a <g2>b</g1> c</g2>")).toBe("<g1>a <g2>b</g2></g1><g2> c</g2>");
    const pairs = segment("<g1>a</g1> <g2>b</g2>", "pair", "pair");
    expect(repair(pairs, "<g1>a <g2>b</g1> c</g2>")).toBe("<g1>a <g2>b</g2></g1> c");
    expect(repair(pairs, "<g1>a <g2></g1>c</g2>")).toBe("<g1>a </g1><g2>c</g2>");
  });

  it("repairCodes puts a lost code pair around the codes that it encloses in the source", () => {
    const source = segment("Read <g1>the <g2>big</g2> book</g1> now.", "pair", "pair");
    expect(repair(source, "Lee el <g2>gran</g2> libro ahora.")).toBe("Lee <g1>el <g2>gran</g2> libro</g1> ahora.");
    expect(repair(source, "Lee <g1>el gran libro</g1> ahora.")).toBe("Lee <g1>el <g2>gran</g2> libro</g1> ahora.");
  });

  it("repairCodes never treats text that looks like a code as a code", () => {
    const source = segment("a &lt;g1> <x1/>", "single");
    expect(repair(source, "b &lt;g1> <x1/>")).toBe("b &lt;g1> <x1/>");
    expect(repair(source, "b ＜g2＞ &lt;g1>")).toBe("b ＜g2＞ &lt;g1> <x1/>");
  });

  it("repairCodes returns all codes even if the translation is empty", () => {
    expect(repair(link, "")).toBe("<g1></g1><x2/>");
  });

  it("repairCodes escapes special characters that an engine returns unescaped", () => {
    expect(plainText(repair(link, "1 < 2 & <g1>a</g1>"))).toBe("1 < 2 & a");
  });

  it("repairCodes returns each word and each required code exactly once and well nested, for any engine output", () => {
    fc.assert(
      fc.property(sources, mangles, (source, mangle) => {
        const translated = mangle(source);
        const { text } = repairCodes(source, translated);
        expect(checkCodes(source, text), `${source.text}\n${translated}\n${text}`).toEqual([]);
        const words = (encoded: string) => encoded.replaceAll(/[<＜][^<＜>＞]*[>＞]|\s/g, "");
        expect(words(text)).toBe(words(translated));
        expect(repairCodes(source, text)).toEqual({ text, moved: [] });
      }),
      { numRuns: runs(5000) },
    );
  });

  it("repairCodes ends quickly on long hostile texts", { timeout: 20_000 }, () => {
    for (const unit of ["<g1>", "</g1>", "<g 1", "< ", "＜", "<x2/>", "<g1><g1>a</g1>"]) {
      const translated = unit.repeat(Math.ceil(100_000 / unit.length));
      expect(checkCodes(link, repair(link, translated))).toEqual([]);
    }
    const deep = Array.from({ length: 3000 }, (_, index) => index + 1);
    const nested: Segment = {
      text: `${deep.map((id) => `<g${id}>`).join("")}a${deep
        .toReversed()
        .map((id) => `</g${id}>`)
        .join("")}`,
      codes: deep.map((id) => ({ id, kind: "pair" })),
    };
    expect(checkCodes(nested, repair(nested, "a<g1>"))).toEqual([]);
  });
});

const words = fc.constantFrom("casa", "the", " ", ". ", "a &lt; b", "日本", "—", "é", "1 ");

/** Segments with random well nested codes. */
const sources: fc.Arbitrary<Segment> = fc
  .array(fc.tuple(fc.constantFrom("open", "close", "single", "word", "word"), words, fc.boolean(), fc.boolean()), {
    maxLength: 14,
  })
  .map((steps) => {
    const codes: InlineCode[] = [];
    const open: number[] = [];
    let text = "";
    for (const [step, word, flag, deletable] of steps) {
      const id = codes.length + 1;
      if (step === "word") text += word;
      else if (step === "open") {
        codes.push({ id, kind: flag ? "pair" : "format", deletable });
        open.push(id);
        text += `<g${id}>`;
      } else if (step === "single") {
        codes.push({ id, kind: flag ? "single" : "placeholder", deletable });
        text += `<x${id}/>`;
      } else if (open.length > 0) text += `</g${open.pop()}>`;
    }
    while (open.length > 0) text += `</g${open.pop()}>`;
    return { text, codes };
  });

/** Imitates a bad engine: drops, doubles, swaps, shuffles and invents codes, and damages their spelling. */
const mangles: fc.Arbitrary<(source: Segment) => string> = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom("drop", "double", "swap", "invent", "space", "wide"), fc.nat(40)), {
      maxLength: 8,
    }),
    fc.boolean(),
  )
  .map(([steps, shuffle]) => (source) => {
    let tokens: Token[] = tokenize(source.text);
    if (shuffle) tokens = tokens.toSorted((a, b) => serialize([a]).length - serialize([b]).length);
    const pieces = tokens.map((token) => serialize([token]));
    for (const [step, at] of steps) {
      const index = at % Math.max(1, pieces.length);
      const piece = pieces[index] ?? "";
      if (step === "invent") pieces.splice(index, 0, at % 2 ? `<g${90 + at}>` : `<x${at}/>`);
      if (step === "swap") [pieces[index], pieces[0]] = [pieces[0] ?? "", piece];
      if (!/^<\/?[gx]/.test(piece)) continue;
      if (step === "drop") pieces.splice(index, 1);
      if (step === "double") pieces.splice((at * 7) % pieces.length, 0, piece);
      if (step === "space") pieces[index] = piece.replace("<", "< ").replace(">", " >").toUpperCase();
      // An unknown code in full-width characters is text.
      const known = source.codes.some(({ id }) => new RegExp(`[gx]${id}\\b`).test(piece));
      if (step === "wide" && known) pieces[index] = piece.replace("<", "＜").replace(">", "＞");
    }
    return pieces.join("");
  });
