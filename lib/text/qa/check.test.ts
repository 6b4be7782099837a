import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "@/e2e/long";
import type { InlineCode } from "@/lib/text/segment";
import {
  applyAllFixes,
  applyFix,
  CHECKS,
  checkTranslation,
  type QaContext,
  type QaSegment,
  type QaTerm,
} from "./check";

const CONTEXT: QaContext = { source: "en", target: "es" };
const plain = (text: string): QaSegment => ({ text, codes: [] });
const CODES: readonly InlineCode[] = [
  { id: 1, kind: "pair" },
  { id: 2, kind: "format" },
  { id: 3, kind: "single", equiv: "\n" },
  { id: 4, kind: "placeholder", equiv: "{name}" },
];
const TERM: QaTerm = {
  source: "file",
  caseSensitive: false,
  doNotTranslate: false,
  targets: [
    { text: "archivo", usage: "preferred" },
    { text: "fichero", usage: "forbidden" },
  ],
};

describe("checkTranslation", () => {
  it("checkTranslation sorts issues by severity and position, with issues of the whole text last", () => {
    const issues = checkTranslation(plain("Wait 15 minutes for %s."), "espere  unos  minutos", CONTEXT);
    expect(issues.map(({ check, severity, start }) => [severity, check, start])).toEqual([
      ["error", "placeholder.missing", 21],
      ["warning", "space.double", 6],
      ["warning", "space.double", 12],
      ["warning", "punctuation.end", 21],
      ["warning", "number.missing", null],
      ["info", "case.first", 0],
    ]);
  });

  it("checkTranslation uses the severities of the project and skips checks that are off", () => {
    const severities = { "space.double": "error", "punctuation.end": "off", "case.first": "warning" } as const;
    const issues = checkTranslation(plain("Save it."), "guárdelo  ya", { ...CONTEXT, severities });
    expect(issues.map(({ check, severity }) => [check, severity])).toEqual([
      ["space.double", "error"],
      ["case.first", "warning"],
    ]);
  });

  it("checkTranslation ignores untranslated segments, but reports a confirmed segment without text", () => {
    expect(checkTranslation(plain("Save it."), "", { ...CONTEXT, state: "untranslated" })).toEqual([]);
    expect(checkTranslation(plain("Save it."), "", { ...CONTEXT, state: "translated" })).toMatchObject([
      { check: "empty", severity: "error", start: null },
    ]);
  });

  it("checkTranslation gives an issue the same fingerprint after text around it changes, and distinguishes repeated issues", () => {
    const before = checkTranslation(plain("The big house"), "La  casa grande", CONTEXT);
    const after = checkTranslation(plain("The big house"), "Una  casa muy  grande", CONTEXT);
    const fingerprints = after.map(({ fingerprint }) => fingerprint);
    expect(fingerprints[0]).toBe(before[0]!.fingerprint);
    expect(new Set(fingerprints).size).toBe(2);
    expect(fingerprints[0]).toMatch(/^[0-9a-f]{16}$/);
  });

  it("the fingerprint of an issue of the outdated check changes with the source, so that an ignored issue is reported again", () => {
    const [first, second] = ["Save it", "Save it now"].map(
      (source) => checkTranslation(plain(source), "Guárdelo", { ...CONTEXT, outdated: true })[0]!,
    );
    expect(first).toMatchObject({ check: "outdated" });
    expect(first!.fingerprint).not.toBe(second!.fingerprint);
  });

  it("checkTranslation returns positions in the encoded text, where escapes and codes count with all their characters", () => {
    const target = "<g1>A &lt; B &amp; C</g1>  D";
    const [issue] = checkTranslation(
      { text: "<g1>A &lt; B &amp; C</g1> D.", codes: CODES.slice(0, 1) },
      target,
      CONTEXT,
    );
    expect(target.slice(issue!.start!, issue!.end!)).toBe("  ");
  });

  it("checkTranslation never offers a replacement that removes a code", () => {
    const segment = { text: "the <g1>house</g1>", codes: CODES.slice(0, 1) };
    const [issue] = checkTranslation(segment, "la <g1>la casa</g1>", CONTEXT);
    expect(issue).toMatchObject({ check: "repeated.word", replacement: null });
  });

  it("checkTranslation reports no code issue if the translation is a copy of the source, for any source", () => {
    fc.assert(
      fc.property(encodedText(), (text) => {
        const checks = checkTranslation({ text, codes: CODES }, text, CONTEXT).map(({ check }) => check);
        expect(checks.filter((check) => /^(?:tags|placeholder)\./.test(check))).toEqual([]);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("checkTranslation returns valid ranges, known check ids and distinct fingerprints, for any text", () => {
    const known = new Set(CHECKS.map(({ id }) => id));
    fc.assert(
      fc.property(anyText, anyText, fc.constantFrom("es", "fr", "de", "ja", "ar", "ru", "th"), (text, target, to) => {
        const issues = checkTranslation({ text, codes: CODES, maxLength: 20 }, target, {
          source: "en",
          target: to,
          format: "html",
          terms: [TERM],
        });
        for (const { check, start, end } of issues) {
          expect(known).toContain(check);
          expect(start === null).toBe(end === null);
          if (start === null || end === null) continue;
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(target.length);
        }
        expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(issues.length);
      }),
      { numRuns: runs(1_500) },
    );
  });

  /** Far more milliseconds than needed; quadratic time would take minutes. */
  it.each(
    [
      "word ",
      "a  b",
      "<g1>",
      "</g1>",
      "<x4/>",
      "(",
      "«",
      '"',
      "1,234 ",
      "1.",
      "&lt;b>",
      "&lt;a ",
      "{a",
      "{name}",
    ].concat([
      "{a,plural,other{",
      "%s",
      "語",
      "http://a.b ",
      "a@b.co ",
      ".",
      "?! ",
      " ",
      "'",
      "file ",
      "fichero ",
      "the the ",
    ]),
  )("checkTranslation ends quickly for a long text of %j as source and target", { timeout: 20_000 }, (unit) => {
    const long = unit.repeat(runs(100_000) / unit.length);
    const context = { ...CONTEXT, target: "fr", format: "html", terms: [TERM] };
    for (const [text, target] of [
      ["A file of 12 things.", long],
      [long, `${long} x`],
    ] as const) {
      expect(checkTranslation({ text, codes: CODES }, target, context).length).toBeLessThan(2_000);
    }
  });

  it("checkTranslation counts the graphemes of a text of 100,000 characters", { timeout: 20_000 }, () => {
    const [issue] = checkTranslation({ ...plain("Hello"), maxLength: 100 }, "é".repeat(100_000), CONTEXT);
    expect(issue).toMatchObject({ check: "length.max", start: 100, params: { length: 100_000, max: 100 } });
  });
});

describe("applyFix", () => {
  it("applyFix replaces the marked range, or the whole text if there is no range, and does nothing without a replacement", () => {
    const [space] = checkTranslation(plain("A big house"), "Una  casa", CONTEXT);
    expect(applyFix("Una  casa", space!)).toBe("Una casa");
    expect(applyFix("Salvar", { ...space!, start: null, end: null, replacement: "Guardar" })).toBe("Guardar");
    expect(applyFix("Una  casa", { ...space!, replacement: null })).toBe("Una  casa");
  });
});

describe("applyAllFixes", () => {
  it("applyAllFixes applies all fixes, in as many rounds as needed", () => {
    const segment = { text: "Read <g1>the file</g1> that <x4/> sent from help@example.com.", codes: CODES };
    const target = " lea  <g1>el el fichero</g1> que <x9/>envió desde ayuda@example.com";
    const fixed = applyAllFixes(segment, target, { ...CONTEXT, terms: [TERM] });
    expect(fixed).toBe("Lea <g1>el archivo</g1> que <x4/> envió desde help@example.com.");
    expect(checkTranslation(segment, fixed, { ...CONTEXT, terms: [TERM] })).toEqual([]);
  });

  it("applyAllFixes doesn't replace a translation by a different existing translation", () => {
    expect(applyAllFixes(plain("Save"), "Salvar", { ...CONTEXT, otherTargets: ["Guardar"] })).toBe("Salvar");
  });

  it("applyAllFixes ends on any text, and applying it again changes nothing", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(
        anyText,
        anyText,
        fc.constantFrom("es", "fr", "fr-CA", "de", "ja", "ar", "th"),
        (text, target, to) => {
          const context = { source: "en", target: to, format: "po", terms: [TERM] };
          const segment = { text, codes: CODES };
          const fixed = applyAllFixes(segment, target, context);
          expect(applyAllFixes(segment, fixed, context)).toBe(fixed);
        },
      ),
      { numRuns: runs(1_000) },
    );
  });
});

/** Random texts, well-formed or not, with codes at any position. */
const anyText = fc
  .array(
    fc.constantFrom(
      ...[
        "the ",
        "la ",
        "file ",
        "fichero ",
        "House",
        "語",
        "é",
        " ",
        "  ",
        "\n",
        "\u00a0",
        ".",
        "?",
        "!",
        " ;",
        ":",
        "«",
        "»",
        '"',
      ],
      ...[
        "(",
        ")",
        "{name}",
        "{nombre}",
        "%s",
        "%d ",
        "{{x}}",
        "12 ",
        "1,5",
        "https://a.example/x ",
        "a@b.example ",
        "&lt;",
        "&amp;",
      ],
      ...[
        "&lt;b>",
        "&lt;/b>",
        "<g1>",
        "</g1>",
        "<g2>",
        "</g2>",
        "<x3/>",
        "<x4/>",
        "<x9/>",
        "</g8>",
        "。",
        "؟",
        "{n, plural, other {x}}",
      ],
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(""));

/** Well-formed texts that contain each code of {@link CODES} at most once. */
function encodedText() {
  const word = fc.constantFrom("save ", "the ", "file", " &lt;b ", "12", "語", ". ");
  const words = fc.array(word, { maxLength: 4 }).map((parts) => parts.join(""));
  const shape = fc.constantFrom(
    "A<g1>B</g1>C",
    "A<g1>B<g2>C</g2></g1><x3/>D",
    "A<x4/>B<g2>C<x3/></g2>",
    "A<g2>B</g2>C<g2>D</g2>",
  );
  return fc
    .tuple(shape, words, words, words, words)
    .map(([text, ...filled]) => text.replace(/[A-D]/g, (letter) => filled["ABCD".indexOf(letter)]!));
}
