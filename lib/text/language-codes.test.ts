import { describe, expect, test } from "vitest";
import { codeInFiles, declaredCode, languageNames, otherSpelling } from "./language-codes";

describe("language codes in file names", () => {
  test("a language code in a file name follows the convention of its platform", () => {
    expect(languageNames({}, "pt-BR")).toEqual({
      language: "pt-BR",
      language_underscore: "pt_BR",
      android: "pt-rBR",
      apple: "pt-BR",
      script: "pt-Latn",
    });
    expect(languageNames({}, "zh-Hans")).toMatchObject({ android: "b+zh+Hans", apple: "zh-Hans", script: "zh-Hans" });
    expect(languageNames({}, "sr-Latn")).toMatchObject({ android: "b+sr+Latn", script: "sr-Latn" });
    expect(languageNames({}, "es-419")).toMatchObject({ android: "b+es+419" });
    expect(languageNames({}, "es")).toMatchObject({ language_underscore: "es", android: "es" });
  });

  test("a language code in a file name has the project's spelling if the project defines one for that language", () => {
    const codes = { "zh-Hans": "zh-CN", "zh-TW": "zh_TW", sr: "serbian" };
    expect(languageNames(codes, "zh-Hans")).toMatchObject({
      language: "zh-CN",
      language_underscore: "zh_CN",
      android: "zh-rCN",
      apple: "zh-Hans",
    });
    expect(codeInFiles(codes, "zh-Hant")).toBe("zh_TW");
    expect(declaredCode(codes, "zh-Hant")).toBe("zh-TW");
    expect(languageNames(codes, "sr").language).toBe("serbian");
    expect(declaredCode(codes, "sr")).toBe("sr");
  });

  test("a language code in a file name follows from the language tag on platforms that don't allow the project's spelling", () => {
    const names = languageNames({ de: "de@formal" }, "de");
    expect(names).toMatchObject({ language: "de@formal", android: "de", apple: "de", script: "de-Latn" });
  });

  test("a project's spelling of a language code is learnt from imported files if it differs from the tag", () => {
    expect(otherSpelling("zh_CN", "zh-Hans")).toBe("zh_CN");
    expect(otherSpelling("pt_BR", "pt-BR")).toBe("pt_BR");
    expect(otherSpelling("pt-br", "pt-BR")).toBeNull();
    expect(otherSpelling("fr", "zh-Hans")).toBeNull();
  });
});
