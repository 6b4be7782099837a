import { describe, expect, it } from "vitest";
import {
  distinctName,
  dropImpliedRegion,
  equalsWithImpliedRegion,
  isKnownLanguage,
  languageDirection,
  languageName,
  matchLanguage,
  nativeLanguageName,
  parseLanguage,
  suggestLanguages,
} from "./languages";

describe("parseLanguage", () => {
  it.each([
    ["ES", "es"],
    ["pt_BR", "pt-BR"],
    ["PT-br", "pt-BR"],
    ["iw", "he"],
    ["in", "id"],
    ["no", "nb"],
    ["nor", "nb"],
    ["no-NO", "nb-NO"],
    ["spa", "es"],
    ["ger", "de"],
    ["deu", "de"],
    ["zlm", "ms"],
    ["hbs", "sr-Latn"],
    ["zh", "zh"],
    ["zh-CN", "zh-Hans"],
    ["zh_tw", "zh-Hant"],
    ["zh-HK", "zh-Hant-HK"],
    ["zh-hant-tw", "zh-Hant"],
    ["cmn", "zh"],
    ["sr-Cyrl", "sr"],
    ["sr-latn-rs", "sr-Latn-RS"],
    ["en-Latn-US", "en-US"],
    ["ca-VALENCIA", "ca-valencia"],
    ["es-419", "es-419"],
    ["en-u-ca-gregory", "en"],
    ["fr-x-formal", "fr"],
    ["en_US.UTF-8", "en-US"],
    ["sr_RS@latin", "sr-Latn-RS"],
    ["ca@valencia", "ca-valencia"],
    ["frp", "frp"],
  ])("parseLanguage normalises %s to %s", (input, tag) => {
    expect(parseLanguage(input)).toBe(tag);
  });

  it.each(["", "e", "e s", "español", "english language", "en-", "-en", "und", "x-private", "en\0", "a".repeat(5000)])(
    "parseLanguage returns null for the invalid input %j",
    (input) => {
      expect(parseLanguage(input)).toBeNull();
    },
  );

  it("parseLanguage leaves its own output unchanged", () => {
    for (const input of ["zh-CN", "sr_RS@latin", "no", "en-Latn-US", "zh-MO", "az-Cyrl", "pa-Arab-PK"]) {
      const tag = parseLanguage(input)!;
      expect(parseLanguage(tag)).toBe(tag);
    }
  });
});

describe("matchLanguage", () => {
  const available = ["en", "en-US", "es", "pt", "ca", "ca-valencia", "sr", "zh", "nb"];
  it.each([
    ["en-US", "en-US"],
    ["en-GB", "en"],
    ["es-419", "es"],
    ["pt-BR", "pt"],
    ["ca-valencia", "ca-valencia"],
    ["ca-ES-valencia", "ca-valencia"],
    ["zh-Hans", "zh"],
    ["fr", null],
    ["sr-Latn", null],
    ["zh-Hant", null],
    ["zh-Hant-HK", null],
    ["e", null],
  ])("matchLanguage matches %s to %s", (tag, found) => {
    expect(matchLanguage(tag, available)).toBe(found);
  });

  it("matchLanguage never adds a variant, region or script that was not requested", () => {
    expect(matchLanguage("pt", ["pt-BR"])).toBeNull();
    expect(matchLanguage("sr", ["sr-Latn"])).toBeNull();
    expect(matchLanguage("ca", ["ca-valencia"])).toBeNull();
    expect(matchLanguage("pt-PT", ["pt-BR"])).toBeNull();
  });

  it("matchLanguage treats a tag without a script like the tag with the usual script of the language", () => {
    expect(matchLanguage("zh", ["zh-Hans", "zh-Hant"])).toBe("zh-Hans");
    expect(matchLanguage("zh-Hant-HK", ["zh-Hans", "zh-Hant"])).toBe("zh-Hant");
    expect(matchLanguage("zh-Hans-SG", ["zh-Hans", "zh-Hant"])).toBe("zh-Hans");
  });
});

describe("language names", () => {
  it("the language list contains exactly the languages of ISO 639, including small ones", () => {
    for (const tag of ["en", "frp", "szl", "ast", "an", "sc", "oc-aranes", "nah", "pt-BR"])
      expect(isKnownLanguage(tag), tag).toBe(true);
    for (const tag of ["xx", "qaa", "mul", "und", "zxx", "english"]) expect(isKnownLanguage(tag), tag).toBe(false);
  });

  it("a language's name is available in English, in another language and in the language itself", () => {
    expect(languageName("es")).toBe("Spanish");
    expect(languageName("es", "fr")).toBe("espagnol");
    expect(nativeLanguageName("es")).toBe("español");
    expect(nativeLanguageName("an")).toBe("aragonés");
    expect(languageName("oc-aranes")).toBe("Occitan (aranes)");
    expect(languageName("nah", "de")).toBe("Nahuatl");
    expect(languageName("xx")).toBe("xx");
  });

  it("a language's data include its writing direction", () => {
    for (const tag of ["ar", "he", "ur", "fa", "dv", "yi", "pa-Arab", "az-Arab"])
      expect(languageDirection(tag), tag).toBe("rtl");
    for (const tag of ["en", "ru", "ja", "pa", "zh-Hant"]) expect(languageDirection(tag), tag).toBe("ltr");
  });
});

describe("suggestLanguages", () => {
  const known = ["en", "es", "es-419", "ca", "fr", "de", "ja", "cs", "zh-Hans", "pt", "pt-BR", "nb", "eu", "it"];
  it.each([
    ["spanish", "es"],
    ["Español", "es"],
    ["espanol", "es"],
    ["Deutsch", "de"],
    ["germn", "de"],
    ["jp", "ja"],
    ["cn", "zh-Hans"],
    ["cz", "cs"],
    ["french", "fr"],
    ["esp", "es"],
    ["pt-AO", "pt"],
    ["Basque", "eu"],
    ["catalá", "ca"],
  ])("suggestLanguages suggests for the input %s the language %s", (input, tag) => {
    expect(suggestLanguages(input, known)[0]).toBe(tag);
  });

  it("suggestLanguages returns no similar languages if the input is exactly a language's name", () => {
    expect(suggestLanguages("spanish", ["da", "es", "en"])).toEqual(["es"]);
  });

  it("suggestLanguages never treats the tag of another language as a typing error", () => {
    expect(suggestLanguages("af", known)).toEqual([]);
    expect(suggestLanguages("da", known)).toEqual([]);
    expect(suggestLanguages("tl", known)).toEqual([]);
  });

  it("suggestLanguages returns nothing for a text that resembles no language", () => {
    expect(suggestLanguages("klingonese", known)).toEqual([]);
    expect(suggestLanguages("", known)).toEqual([]);
  });
});

it.each([
  ["kbp", "Kabiyè", "Kabiyè"],
  ["nhn", "Central Nahuatl", "Central Nahuatl"],
  ["oc-gascon", "Occitan (gascon)", "gascon"],
  ["oc-aranes", "Occitan (aranes)", "aranés"],
  ["pt-BR", "Brazilian Portuguese", "português (Brasil)"],
  ["es-419", "Latin American Spanish", "español latinoamericano"],
])("the language %s has the English name %s and the native name %s", (tag, english, native) => {
  expect(languageName(tag, "en")).toBe(english);
  expect(nativeLanguageName(tag)).toBe(native);
});

it.each([
  ["spansh", ["es"]],
  ["espanol", ["es"]],
  ["Español", ["es"]],
  ["portugese", ["pt"]],
  ["german", ["de"]],
  ["en-XX", ["en"]],
  ["esp", ["es", "es-419"]],
  ["zh", ["zh-Hans"]],
  ["xx", []],
  ["french language", []],
])("the input %j gives the language suggestions %j", (wanted, expected) => {
  const known = ["en", "es", "es-419", "ca", "fr", "de", "ja", "cs", "zh-Hans", "pt", "pt-BR", "nb", "eu", "it"];
  expect(suggestLanguages(wanted, known)).toEqual(expected);
});

it("distinctName adds the script to a language name only if the other language has a different script", () => {
  expect(distinctName("sr", "sr-Latn")).toBe("Serbian (Cyrillic)");
  expect(distinctName("zh-Hans", "zh-Hant")).toBe("Simplified Chinese");
  expect(distinctName("pt-BR", "pt-PT")).toBe("Brazilian Portuguese");
});

describe("implied regions", () => {
  it.each([
    ["es-ES", "es"],
    ["en-US", "en"],
    ["de-DE", "de"],
    ["zh-Hans-CN", "zh-Hans"],
    ["es-MX", "es-MX"],
    ["en-GB", "en-GB"],
    ["fr-CA", "fr-CA"],
    ["es", "es"],
  ])(
    "a region is removed from a language tag only if the language implies that region: %s becomes %s",
    (tag, expected) => {
      expect(dropImpliedRegion(tag)).toBe(expected);
    },
  );

  it("Dragoman treats pt, pt-BR and pt-PT as three languages, although CLDR treats pt as Brazilian Portuguese", () => {
    expect(["pt", "pt-BR", "pt-PT"].map(dropImpliedRegion)).toEqual(["pt", "pt-BR", "pt-PT"]);
    expect(equalsWithImpliedRegion("pt", "pt-BR")).toBe(false);
    expect(equalsWithImpliedRegion("pt", "pt-PT")).toBe(false);
    expect(equalsWithImpliedRegion("pt-BR", "pt-PT")).toBe(false);
  });

  it("two tags name the same language if they differ only in an implied region", () => {
    expect(equalsWithImpliedRegion("en", "en-US")).toBe(true);
    expect(equalsWithImpliedRegion("en-US", "en")).toBe(true);
    expect(equalsWithImpliedRegion("en", "en-GB")).toBe(false);
    expect(equalsWithImpliedRegion("en", "es")).toBe(false);
    expect(equalsWithImpliedRegion("zh-Hans", "zh-Hant")).toBe(false);
  });
});

describe("misspelt languages", () => {
  it("a misspelt tag gets suggestions by comparison with known tags, with or without a region", () => {
    expect(suggestLanguages("ptt", ["pt", "de"])).toEqual(["pt"]);
    expect(suggestLanguages("en-usa", ["en-US", "de"])).toEqual(["en-US"]);
  });

  it("a language is suggested if its name is typed without accents", () => {
    expect(suggestLanguages("ede yoruba", ["yo", "de"])).toEqual(["yo"]);
  });
});
