import { describe, expect, test } from "vitest";
import type { QaTerm } from "@/lib/text/qa/check";
import { findTerms } from "@/lib/text/qa/term-search";
import { TextView } from "@/lib/text/qa/text-view";
import { escapeText, plainSegment, type Segment } from "@/lib/text/segment";
import { protectTerms, restoreTerms } from "./protect-terms";

const term = (source: string, target: string | null, over: Partial<QaTerm> = {}): QaTerm => ({
  source,
  caseSensitive: false,
  doNotTranslate: target === null,
  targets: target === null ? [] : [{ text: target, usage: "preferred" }],
  ...over,
});
const finder = (terms: readonly QaTerm[]) => (plain: string) =>
  findTerms(terms, new TextView(escapeText(plain), new Map()), "en");
const LANGUAGES = { source: "en", target: "es" };

/** Protects the terms, lets an "engine" replace words in the guarded text, and restores the terms. */
function translate(source: string | Segment, terms: readonly QaTerm[], engine: (guarded: string) => string) {
  const segment = typeof source === "string" ? plainSegment(source) : source;
  const guarded = protectTerms(segment, finder(terms));
  return { guarded: guarded.segment, ...restoreTerms(guarded, engine(guarded.segment.text), LANGUAGES) };
}

describe("protecting glossary terms", () => {
  test("glossary terms are sent to the engine as placeholders, which are then replaced by their translations", () => {
    const { guarded, text, faults } = translate(
      "Open the dashboard of Dragoman.",
      [term("dashboard", "panel de control"), term("Dragoman", null)],
      (encoded) => encoded.replace("Open the", "Abra el").replace(" of ", " de "),
    );
    expect(guarded.text).toBe("Open the <x1/> of <x2/>.");
    expect(guarded.codes).toEqual([
      { id: 1, kind: "placeholder", equiv: "panel de control" },
      { id: 2, kind: "placeholder", equiv: "Dragoman" },
    ]);
    expect(text).toBe("Abra el panel de control de Dragoman.");
    expect(faults).toEqual([]);
  });

  test("placeholders for glossary terms are numbered after the segment's codes and stay inside its markup", () => {
    const segment: Segment = {
      text: "The <g1>house</g1> &amp; <x2/>",
      codes: [
        { id: 1, kind: "format" },
        { id: 2, kind: "single" },
      ],
    };
    const { guarded, text } = translate(segment, [term("house", "casa <hogar>")], (encoded) =>
      encoded.replace("The", "La"),
    );
    expect(guarded.text).toBe("The <g1><x3/></g1> &amp; <x2/>");
    expect(text).toBe("La <g1>casa &lt;hogar></g1> &amp; <x2/>");
  });

  test("the translation of a glossary term gets an initial capital or all capitals if the term in the text has them", () => {
    const terms = [term("house", "casa"), term("API key", "clave de API")];
    const same = (encoded: string) => encoded;
    expect(translate("House: a house", terms, same).text).toBe("Casa: a casa");
    expect(translate("HOUSE", terms, same).text).toBe("CASA");
    expect(translate("API key", terms, same).text).toBe("clave de API");
  });

  test("inflected glossary terms are left to the engine, and an issue is reported if the engine uses a different word", () => {
    const terms = [term("invoice", "factura")];
    const engine = (word: string) => (encoded: string) => encoded.replace("Two invoices", `Dos ${word}`);
    expect(translate("Two invoices", terms, engine("facturas"))).toMatchObject({
      guarded: { text: "Two invoices" },
      text: "Dos facturas",
      faults: [],
    });
    expect(translate("Two invoices", terms, engine("cuentas")).faults).toEqual(["glossary.missing"]);
    const strict = [
      term("invoice", "factura", {
        targets: [
          { text: "factura", usage: "preferred" },
          { text: "recibo", usage: "forbidden" },
        ],
      }),
    ];
    expect(translate("Two invoices", strict, engine("recibos")).faults).toEqual(["glossary.forbidden"]);
  });

  test("a glossary term with only forbidden translations is checked but not inserted", () => {
    const terms = [term("invoice", null, { doNotTranslate: false, targets: [{ text: "recibo", usage: "forbidden" }] })];
    const { guarded, faults } = translate("An invoice", terms, () => "Un recibo");
    expect(guarded.text).toBe("An invoice");
    expect(faults).toEqual(["glossary.forbidden"]);
  });

  test("glossary terms are not replaced within placeholders and URLs", () => {
    const { guarded } = translate("{house} and https://house.example/house", [term("house", "casa")], (same) => same);
    expect(guarded.text).toBe("{house} and https://house.example/house");
  });
});
