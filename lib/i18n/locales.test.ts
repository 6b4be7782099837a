import { describe, expect, it } from "vitest";
import { chooseLocale, regionalLocale } from "./locales";

describe("choosing the interface language", () => {
  it("the chosen interface language overrides the browser's languages", () => {
    expect(chooseLocale("ja", "de-DE,de;q=0.9")).toBe("ja");
  });

  it("the interface language follows the browser's weights, not only the order", () => {
    expect(chooseLocale(undefined, "en;q=0.4, fr-CA;q=0.8, de;q=0.6")).toBe("fr");
  });

  it("the interface language is never an unknown or a refused one", () => {
    expect(chooseLocale(undefined, "cs-CZ, es;q=0, ar;q=0.1")).toBe("ar");
  });

  it("the interface language may be another variety of the requested one", () => {
    expect(chooseLocale(undefined, "pt-PT")).toBe("pt-BR");
    expect(chooseLocale(undefined, "zh-CN,zh;q=0.9,en;q=0.8")).toBe("zh-Hans");
    expect(chooseLocale("zh-Hans", "en")).toBe("zh-Hans");
  });

  it("the interface is English for a broken header or an unknown choice", () => {
    expect(chooseLocale("xx", ";;q=,*;q=nonsense")).toBe("en");
    expect(chooseLocale("constructor", null)).toBe("en");
  });
});

describe("choosing the locale of dates", () => {
  it.each([
    ["en", "en-GB,en;q=0.9", "en-GB"],
    ["en", "de-AT, en-IE;q=0.8", "en-IE"],
    ["de", "de-AT,de;q=0.9", "de-AT"],
    ["zh-Hans", "zh-Hans-SG", "zh-Hans-SG"],
    ["es", "es-419", "es-419"],
    // A region of another language and an invalid region are ignored.
    ["es", "en-GB,en;q=0.9", "es"],
    ["en", "en-x-private, en-u-hc-h12, en-*", "en"],
    ["en", "eng-GB", "en"],
    ["en", null, "en"],
  ] as const)(
    "the date locale for the interface language %s and the browser languages %s is %s",
    (locale, acceptLanguage, expected) => {
      expect(regionalLocale(locale, acceptLanguage)).toBe(expected);
    },
  );
});
