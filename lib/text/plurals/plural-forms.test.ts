import { describe, expect, test } from "vitest";
import { sourceForm } from "./plural-categories";
import { allForms, formFor, formsOf, isFormName, isOfOneNumber, mainForm } from "./plural-forms";

const names = (...args: Parameters<typeof formsOf>) => formsOf(...args).map(({ name }) => name);
const required = (...args: Parameters<typeof formsOf>) =>
  formsOf(...args).flatMap(({ name, required }) => (required ? [name] : []));

describe("plural forms of a language", () => {
  test("the plural forms of a language are its CLDR categories, each with example numbers", () => {
    expect(names("cardinal", "ar")).toEqual(["zero", "one", "two", "few", "many", "other"]);
    expect(names("cardinal", "ja")).toEqual(["other"]);
    expect(names("ordinal", "en")).toEqual(["one", "two", "few", "other"]);
    for (const language of ["en", "pl", "ru", "cs", "ar", "lt", "es", "cy", "ja", "he"]) {
      const rules = new Intl.PluralRules(language);
      for (const { name, samples } of formsOf("cardinal", language))
        for (const n of samples) expect([language, n, rules.select(n)]).toEqual([language, n, name]);
      expect(names("cardinal", language).sort()).toEqual([...rules.resolvedOptions().pluralCategories].sort());
    }
  });

  test("a plural form that is used only for fractions or millions is optional", () => {
    expect(required("cardinal", "es")).toEqual(["one", "other"]);
    expect(required("cardinal", "cs")).toEqual(["one", "few", "other"]);
    expect(required("cardinal", "pl")).toEqual(["one", "few", "many", "other"]);
    expect(formsOf("cardinal", "cs").find(({ name }) => name === "many")?.samples).toEqual([1.5, 0.5]);
  });

  test("plural forms include the source's exact numbers, and omit a category that covers only one of those numbers", () => {
    const exact = { "=0": "none", "=1": "one", other: "many" };
    expect(names("cardinal", "en", exact)).toEqual(["=0", "=1", "other"]);
    // Russian `one` also covers 21 and 31.
    expect(names("cardinal", "ru", exact)).toEqual(["=0", "=1", "one", "few", "many", "other"]);
    expect(required("cardinal", "en", exact)).toEqual(["=0", "=1", "other"]);
    expect(formsOf("cardinal", "ru", exact).find(({ name }) => name === "one")?.samples[0]).toBe(21);
  });

  test("a zero form of the source becomes the exact number 0 if the target language has no zero category", () => {
    const source = { zero: "none", one: "one", other: "many" };
    expect(required("cardinal", "es", source)).toEqual(["zero", "one", "other"]);
    expect(formsOf("cardinal", "fr", source).map(({ samples }) => samples[0])).toEqual([0, 1, 1_000_000, 2]);
    expect(names("cardinal", "ja", source)).toEqual(["zero", "other"]);
    expect(formsOf("cardinal", "lv", source)[0]!.samples).toEqual([0, 10, 11, 12, 13]);
    expect(formFor(0, { rule: "cardinal", language: "en", forms: source })).toBe("zero");
    expect(names("cardinal", "es", { one: "one", other: "many" })).not.toContain("zero");
  });

  test("gettext plural forms are numbered by the plural rule, for which the file's own header takes precedence", () => {
    expect(formsOf("gettext", "pl").map(({ name, samples }) => [name, samples[0]])).toEqual([
      ["0", 1],
      ["1", 2],
      ["2", 0],
    ]);
    expect(names("gettext", "pl", {}, "nplurals=2; plural=(n != 1);")).toEqual(["0", "1"]);
    expect(mainForm("gettext", "pl")).toBe("2");
    expect(mainForm("gettext", "ja")).toBe("0");
    expect(mainForm("cardinal", "pl")).toBe("other");
  });

  test("the plural forms of a language that apply to a single number are identified", () => {
    const ofOne = (language: string) =>
      formsOf("cardinal", language)
        .filter(isOfOneNumber)
        .map(({ name }) => name);
    expect(ofOne("pl")).toEqual(["one"]);
    expect(ofOne("ru")).toEqual([]);
    expect(ofOne("ar")).toEqual(["zero", "one", "two"]);
  });
});

test("formFor prefers the form for the exact number, then for the plural category, then the main form", () => {
  const forms = { "=0": "none", one: "one", other: "many" };
  const take = (n: number) => formFor(n, { rule: "cardinal", language: "en", forms });
  expect([take(0), take(1), take(5)]).toEqual(["=0", "one", "other"]);
  expect(formFor(3, { rule: "cardinal", language: "pl", forms })).toBe("other");
  expect(formFor(3, { rule: "gettext", language: "en", forms: { "0": "a", "1": "b" } })).toBe("1");
  expect(formFor(3, { rule: "cardinal", language: "pl", forms: { one: "x" } })).toBeNull();
});

test("a form name is accepted only if it belongs to the plural rule", () => {
  expect(["few", "=0", "=12"].map((name) => isFormName("cardinal", name))).toEqual([true, true, true]);
  expect(["0", "=x", "plural", "__proto__"].map((name) => isFormName("cardinal", name))).toEqual(Array(4).fill(false));
  expect(["0", "5", "few", "10"].map((name) => isFormName("gettext", name))).toEqual([true, true, false, false]);
});

describe("choosing the source form for a target category", () => {
  const one = { hasNumber: false };
  const other = { hasNumber: true };
  const forms = new Map([
    ["one", one],
    ["other", other],
  ] as const);

  test("a target category uses the same category of the source if it covers few numbers, or if the source form contains the number", () => {
    expect(sourceForm("one", forms, "es")).toBe(one);
    expect(sourceForm("other", forms, "es")).toBe(other);
    const numbered = { hasNumber: true };
    expect(
      sourceForm(
        "one",
        new Map([
          ["one", numbered],
          ["other", other],
        ] as const),
        "ru",
      ),
    ).toBe(numbered);
  });

  test("a target category that covers many numbers uses the source's `other` if only `other` contains the number", () => {
    expect(sourceForm("one", forms, "ru")).toBe(other);
    expect(
      sourceForm(
        "one",
        new Map([
          ["one", one],
          ["other", { hasNumber: false }],
        ] as const),
        "ru",
      ),
    ).toBe(one);
  });

  test("a target category uses `other` if the source lacks that category, and the same category if the source lacks `other`", () => {
    expect(sourceForm("few", forms, "pl")).toBe(other);
    expect(sourceForm("one", new Map([["one", one]] as const), "ru")).toBe(one);
    expect(sourceForm("few", new Map([["one", one]] as const), "ru")).toBeUndefined();
  });

  test("a plural category covers few numbers if at most five numbers below 1,000 use it", () => {
    // Ordinals for which `one` includes five numbers in Odia, and six in Bengali.
    expect(sourceForm("one", forms, "or", "ordinal")).toBe(one);
    expect(sourceForm("one", forms, "bn", "ordinal")).toBe(other);
  });
});

test("a language unknown to Intl has the plural forms one and other", () => {
  const forms = { one: "x", other: "y" };
  expect(formFor(1, { rule: "cardinal", language: "tlh", forms })).toBe("one");
  expect(formFor(2, { rule: "cardinal", language: "tlh", forms })).toBe("other");
});

test("the existing plural forms of a translation are shown even if its main form, such as `other`, is missing", () => {
  expect(allForms("cardinal", "es", { text: null, forms: { one: "Un archivo" } })).toEqual({ one: "Un archivo" });
});
