import { expect, test } from "vitest";
import { arb } from "@/lib/formats/l10n/arb";
import { json } from "@/lib/formats/l10n/json";
import { po } from "@/lib/formats/l10n/po";
import { stringsdict } from "@/lib/formats/l10n/stringsdict";
import { yaml } from "@/lib/formats/l10n/yaml";
import { askedTexts } from "./plural-texts";

const FILE = '{\n  "file_one": "{{count}} file",\n  "file_other": "{{count}} files",\n  "title": "Title"\n}\n';

test("a translated file has each plural form of the target language, translated with a number that selects it", async () => {
  const document = await json.open(Buffer.from(FILE), { source: "en", into: "pl", plurals: "forms" });
  const asked = askedTexts(document.segments, "en", "pl");
  expect(asked.texts.map(({ text }) => text)).toEqual(["1 file", "2 files", "5 files", "1.5 files", "Title"]);
  expect(asked.owners).toEqual([0, 0, 0, 0, 1]);
  // If an engine writes a number as a word, the text is translated again with the placeholder.
  const again: string[] = [];
  const translated = await asked.assemble(["1 plik", "dwa pliki", "5 plików", "1,5 pliku", "Tytuł"], async (texts) => {
    again.push(...texts.map(({ text }) => text));
    return ["<x1/> pliki"];
  });
  expect(again).toEqual(["<x1/> files"]);
  const { bytes } = await document.write(translated, "pl");
  expect(JSON.parse(Buffer.from(bytes).toString())).toEqual({
    file_one: "{{count}} plik",
    file_few: "{{count}} pliki",
    file_many: "{{count}} plików",
    file_other: "{{count}} pliku",
    title: "Tytuł",
  });
});

const STRINGSDICT = (zero: string, one: string, other: string) =>
  `<plist version="1.0"><dict><key>n</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@f@</string><key>f</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string><key>NSStringFormatValueTypeKey</key><string>d</string><key>zero</key><string>${zero}</string><key>one</key><string>${one}</string><key>other</key><string>${other}</string></dict></dict></dict></plist>\n`;

test.each([
  ["i18next", json, '{"n_zero":"Nothing","n_one":"{{count}} house","n_other":"{{count}} houses"}'],
  ["Rails", yaml, 'en:\n  n:\n    zero: Nothing\n    one: "%{count} house"\n    other: "%{count} houses"\n'],
  ["ARB", arb, '{"@@locale":"en","n":"{count, plural, zero{Nothing} one{{count} house} other{{count} houses}}"}'],
  ["stringsdict", stringsdict, STRINGSDICT("Nothing", "%d house", "%d houses")],
])("a text for zero is translated even if the target language has no zero form: %s", async (_, format, file) => {
  const document = await format.open(Buffer.from(file), { source: "en", into: "es", plurals: "forms" });
  const asked = askedTexts(document.segments, "en", "es");
  expect(asked.texts.map(({ text }) => text)).toEqual(["Nothing", "1 house", "2 houses"]);
  const translated = await asked.assemble(["Nada", "1 casa", "2 casas"], async () => []);
  const { bytes } = await document.write(translated, "es");
  const spanish = file.replace("Nothing", "Nada").replaceAll("house", "casa");
  expect(Buffer.from(bytes).toString()).toBe(spanish.replace(/^en:|"en"/, (tag) => tag.replace("en", "es")));
});

test("a plural message gets one form if the target language has no plural forms", async () => {
  const document = await json.open(Buffer.from(FILE), { source: "en", into: "ja", plurals: "forms" });
  const asked = askedTexts(document.segments, "en", "ja");
  const translated = await asked.assemble(
    asked.texts.map(({ text }) => `${text}。`),
    async () => [],
  );
  const { bytes } = await document.write(translated, "ja");
  expect(Object.keys(JSON.parse(Buffer.from(bytes).toString()))).toEqual(["file_other", "title"]);
});

test("a translated PO file has the plural forms of its own header, even if gettext has fewer for the language", async () => {
  const file = `msgid ""
msgstr ""
"Language: es\\n"
"Plural-Forms: nplurals=3; plural=n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2;\\n"

msgid "%d page"
msgid_plural "%d pages"
msgstr[0] ""
msgstr[1] ""
msgstr[2] ""
`;
  const document = await po.open(Buffer.from(file), { source: "en", into: "es", plurals: "forms" });
  const asked = askedTexts(document.segments, "en", "es");
  const translated = await asked.assemble(
    asked.texts.map(({ text }) => text.replace("page", "página")),
    async () => [],
  );
  const { bytes } = await document.write(translated, "es");
  expect(Buffer.from(bytes).toString()).toContain(
    'msgstr[0] "%d página"\nmsgstr[1] "%d páginas"\nmsgstr[2] "%d páginas"\n',
  );
});
