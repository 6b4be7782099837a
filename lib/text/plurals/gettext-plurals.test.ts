import { describe, expect, test } from "vitest";
import { gettextForms, isOften, parsePluralForms } from "./gettext-plurals";

/** Languages whose gettext rule equals CLDR's for every whole number. */
const AS_CLDR =
  "ja ko zh th vi id ms lo km my yue bo su fr ln mg ti hy fa am hi bn gu kn ru uk be sr hr bs sh cs sk pl lt ro sl hsb gd is mk ar en de es pt-BR it nl sv da nb fi hu el tr et ca gl eu af sq bg".split(
    " ",
  );

/** Where GNU gettext's rules differ from CLDR's: number → index, as in gettext's plural-table.c. */
const OTHERWISE: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  // CLDR's `zero` includes 11–19 and round tens, gettext's only 0.
  lv: [
    [0, 2],
    [1, 0],
    [2, 1],
    [10, 1],
    [11, 1],
    [21, 0],
    [111, 1],
  ],
  // gettext merges CLDR's few, many and other.
  ga: [
    [1, 0],
    [2, 1],
    [3, 2],
    [7, 2],
    [11, 2],
  ],
  cy: [
    [1, 0],
    [2, 1],
    [3, 2],
    [8, 3],
    [11, 3],
    [12, 2],
  ],
  mt: [
    [0, 1],
    [1, 0],
    [2, 1],
    [10, 1],
    [11, 2],
    [19, 2],
    [20, 3],
  ],
  // gettext's `pt` is European Portuguese, CLDR's `pt` is Brazilian.
  pt: [
    [0, 1],
    [1, 0],
    [2, 1],
  ],
  he: [
    [1, 0],
    [2, 1],
    [3, 1],
  ],
};

describe("gettext plural rules", () => {
  test.each(AS_CLDR)("the gettext rule of %s has one form per CLDR category", (language) => {
    const rules = new Intl.PluralRules(language);
    const forms = gettextForms(language);
    const formOf = new Map<string, number>();
    const categoryOf = new Map<number, string>();
    for (let n = 0; n <= 1000; n++) {
      const category = rules.select(n);
      const form = forms.index(n);
      if (!formOf.has(category)) formOf.set(category, form);
      if (!categoryOf.has(form)) categoryOf.set(form, category);
      expect([n, formOf.get(category), categoryOf.get(form)]).toEqual([n, form, category]);
    }
    expect(categoryOf.size).toBe(forms.count);
  });

  test.each(Object.entries(OTHERWISE))(
    "the gettext rule of %s equals the rule in gettext's own table",
    (language, expected) => {
      const forms = gettextForms(language);
      expect(expected.map(([n]) => [n, forms.index(n)])).toEqual(expected);
    },
  );

  test("a plural form counts as frequent if more than five numbers up to 1,000 use it", () => {
    const czech = gettextForms("cs");
    expect([0, 1, 2].map((form) => isOften(czech, form))).toEqual([false, false, true]);
    const five = parsePluralForms("nplurals=2; plural=(n<5 ? 0 : 1);")!;
    const six = parsePluralForms("nplurals=2; plural=(n<6 ? 0 : 1);")!;
    expect([isOften(five, 0), isOften(six, 0)]).toEqual([false, true]);
  });
});

describe("Plural-Forms headers", () => {
  test.each([
    ["nplurals=1; plural=0;", [0, 0, 0]],
    ["nplurals=2; plural=n != 1", [1, 0, 1]],
    ["nplurals=2; plural=!(n == 1);", [1, 0, 1]],
    ["nplurals=3; plural=n%10+n/2*2-1 > 2 ? 2 : n;", [0, 1, 2]],
    ["nplurals=2; plural=n/0 + n%0;", [0, 0, 0]],
    ["nplurals=2; plural=n*5;", [0, 1, 1]],
    ["nplurals=2; plural=0-n;", [0, 0, 0]],
  ])("the Plural-Forms header %s selects the expected forms for 0, 1 and 2", (header, expected) => {
    const forms = parsePluralForms(header)!;
    expect([0, 1, 2].map((n) => forms.index(n))).toEqual(expected);
  });

  test.each([
    "nplurals=INTEGER; plural=EXPRESSION;",
    "nplurals=0; plural=0;",
    "nplurals=2; plural=(n != 1;",
    "nplurals=2; plural=n ? 1;",
    "nplurals=2; plural=m;",
    "nplurals=2; plural=process.exit();",
    "plural=n != 1;",
    `nplurals=2; plural=${"(".repeat(501)}n;`,
  ])("an invalid Plural-Forms header is ignored: %s", (header) => {
    expect(parsePluralForms(header)).toBeNull();
  });
});
