import { describe, expect, it } from "vitest";
import { chooseLocale, regionalLocale } from "./locales";

describe("choosing the interface language", () => {
  it("the language chosen in Dragoman overrides the browser's languages", () => {
    expect(chooseLocale("ja", "de-DE,de;q=0.9")).toBe("ja");
  });

  it("the interface language follows the weights of the browser's languages, not only their order", () => {
    expect(chooseLocale(undefined, "en;q=0.4, fr-CA;q=0.8, de;q=0.6")).toBe("fr");
  });

  it("the interface language is never a language that is unsupported or that the browser refuses", () => {
    expect(chooseLocale(undefined, "cs-CZ, es;q=0, ar;q=0.1")).toBe("ar");
  });

  it("the interface language may be another regional variety of the requested language", () => {
    expect(chooseLocale(undefined, "pt-PT")).toBe("pt-BR");
    expect(chooseLocale(undefined, "zh-CN,zh;q=0.9,en;q=0.8")).toBe("zh-Hans");
    expect(chooseLocale("zh-Hans", "en")).toBe("zh-Hans");
  });

  it("the interface is in English if the header is malformed or the chosen language is unknown", () => {
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
    "for the interface language %s and the browser languages %s, the date locale is %s",
    (locale, acceptLanguage, expected) => {
      expect(regionalLocale(locale, acceptLanguage)).toBe(expected);
    },
  );
});
