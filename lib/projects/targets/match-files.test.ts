import { describe, expect, test } from "vitest";
import { FileMatcher } from "./match-files";

const DOCUMENTS = [
  "app/src/main/res/values/strings.xml",
  "locales/en/app.json",
  "locales/en/mail.json",
  "Resources/Base.lproj/Main.strings",
  "src/messages.properties",
  "locale/messages.pot",
  "en_US.arb",
].map((path, i) => ({ id: `doc_${i}`, path }));

const matcher = (over = {}) =>
  new FileMatcher({
    sourceLanguage: "en",
    targetLanguages: ["de", "pt-BR", "zh-Hans", "sr-Latn"],
    languageCodes: { "sr-Latn": "serbian" },
    documents: DOCUMENTS,
    ...over,
  });
const match = (path: string, content = "", over = {}) => matcher(over).match(path, Buffer.from(content));

describe("matching translated files to documents", () => {
  test.each([
    ["locales/de/app.json", "locales/en/app.json", "de", "de"],
    ["locales/zh_CN/mail.json", "locales/en/mail.json", "zh-Hans", "zh_CN"],
    ["app/src/main/res/values-pt-rBR/strings.xml", "app/src/main/res/values/strings.xml", "pt-BR", "pt-BR"],
    ["app/src/main/res/values-b+zh+Hans/strings.xml", "app/src/main/res/values/strings.xml", "zh-Hans", "zh-Hans"],
    ["Resources/zh-Hans.lproj/Main.strings", "Resources/Base.lproj/Main.strings", "zh-Hans", "zh-Hans"],
    ["src/messages_pt_BR.properties", "src/messages.properties", "pt-BR", "pt_BR"],
    ["locale/de/LC_MESSAGES/messages.po", "locale/messages.pot", "de", "de"],
    ["de_DE.arb", "en_US.arb", "de", "de_DE"],
    ["locales/serbian/app.json", "locales/en/app.json", "sr-Latn", "sr-Latn"],
    // Paths as in an export, in a ZIP of a repository, and in XLIFF files from a CAT tool.
    ["de/locales/en/app.json", "locales/en/app.json", "de", "de"],
    ["my-app-main/locales/de/app.json", "locales/en/app.json", "de", "de"],
    ["de/locales/en/app.json.xlf", "locales/en/app.json", "de", "de"],
  ])("the file path %s is matched to document %s and language %s", (path, document, language, spelling) => {
    const found = match(path);
    expect(found).toEqual({ documentId: DOCUMENTS.find((one) => one.path === document)!.id, language, spelling });
  });

  test("a file with the current code of a language is preferred to a file with an outdated code", () => {
    const files = ["locales/mo/app.json", "locales/ro/app.json"].map((path) => ({ path, bytes: Buffer.from("") }));
    const found = matcher({ targetLanguages: ["ro"] }).matchAll(files);
    expect(found).toMatchObject([
      { path: "locales/ro/app.json", match: { language: "ro" } },
      { path: "locales/mo/app.json", match: { language: "ro" } },
    ]);
  });

  test("a translated file without a language in its path is matched by the language in its content if only one document exists", () => {
    const documents = [{ id: "doc_po", path: "app.pot" }];
    const po = 'msgid ""\nmsgstr ""\n"Language: pt_BR\\n"\n';
    expect(match("delivery/final.po", po, { documents })).toEqual({
      documentId: "doc_po",
      language: "pt-BR",
      spelling: "pt-BR",
    });
    expect(match("delivery/final.po", po)).toMatchObject({
      reason: "No document of the project has this path in another language.",
      likely: { path: "locale/messages.pot", language: "pt-BR" },
    });
  });

  test.each([
    ["locales/en/app.json", "", "This is the source document.", "locales/en/app.json"],
    ["locales/fr/app.json", "", "The project has no target language fr.", "locales/en/app.json"],
    ["locales/de/other.json", "", "No document of the project has this path in another language.", null],
    ["x/y/Main.strings", "", "Neither its path nor its content indicates a language.", DOCUMENTS[3]!.path],
    ["docs/readme.md", "", "Neither its path nor its content indicates a language.", null],
    ["src/app.ts", "", "Neither its path nor its content indicates a language.", null],
    ["locales/xx-old.json", "", "Neither its path nor its content indicates a language.", null],
    ["de.arb", '{"@@locale": "pt_BR"}', "Its path indicates de, but the file declares pt-BR.", "en_US.arb"],
  ])("a translated file that can't be matched gets a reason: %s", (path, content, reason, likely) => {
    const found = match(path, content);
    expect(found).toMatchObject({ reason });
    expect("likely" in found ? (found.likely?.path ?? null) : undefined).toBe(likely);
  });
});
