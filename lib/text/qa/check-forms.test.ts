import { expect, test } from "vitest";
import type { InlineCode } from "@/lib/text/segment";
import { checkForms, type QaPlural } from "./check-forms";

const codes: readonly InlineCode[] = [{ id: 1, kind: "placeholder", equiv: "#" }];
const files: QaPlural = { rule: "cardinal", forms: { one: "<x1/> file", other: "<x1/> files" }, codes };
const found = (plural: QaPlural, target: Record<string, string>, language = "pl") =>
  checkForms(plural, target, { source: "en", target: language, severities: { "language.mismatch": "off" } })
    .filter(({ severity }) => severity === "error")
    .map(({ check, params }) => [check, params.form]);

test("each missing plural form that the language requires is a separate issue", () => {
  expect(found(files, { one: "<x1/> plik", other: "<x1/> pliku" })).toEqual([
    ["plural.categories", "few"],
    ["plural.categories", "many"],
  ]);
  const all = { one: "<x1/> plik", few: "<x1/> pliki", many: "<x1/> plików", other: "<x1/> pliku" };
  expect(found(files, all)).toEqual([]);
  expect(found(files, { one: "<x1/> archivo", other: "<x1/> archivos" }, "es")).toEqual([]);
});

test("a plural form for a single number may omit the number, and a form for several numbers may not", () => {
  const all = { one: "plik", few: "pliki", many: "<x1/> plików", other: "<x1/> pliku" };
  expect(found(files, all)).toEqual([["placeholder.missing", "few"]]);
  const russian = { one: "файл", few: "<x1/> файла", many: "<x1/> файлов", other: "<x1/> файла" };
  expect(found(files, russian, "ru")).toEqual([["placeholder.missing", "one"]]);
});

test("a plural form is compared with the source form for the same numbers", () => {
  const source = { one: "One file", other: "<x1/> files" };
  const german = { one: "Eine Datei", other: "<x1/> Dateien" };
  expect(found({ ...files, forms: source }, german, "de")).toEqual([]);
  // The source's form has no number, so neither form needs one; a form for many numbers is compared with `other`.
  expect(found({ ...files, forms: source }, { other: "ファイル" }, "ja")).toEqual([["placeholder.missing", "other"]]);
});

test("a translation needs the source's exact-number forms besides its plural categories", () => {
  const source = { "=0": "No files", "=1": "One file", other: "<x1/> files" };
  expect(found({ ...files, forms: source }, { "=0": "Keine Dateien", other: "<x1/> Dateien" }, "de")).toEqual([
    ["plural.categories", "=1"],
  ]);
});

test("plural forms of a gettext file are checked by the file's own plural rule", () => {
  const source = { "0": "<x1/> file", "1": "<x1/> files" };
  const plural: QaPlural = { ...files, rule: "gettext", forms: source };
  expect(found(plural, { "0": "<x1/> plik", "1": "<x1/> pliki" })).toEqual([["plural.categories", "2"]]);
  const header = "nplurals=2; plural=(n != 1);";
  expect(found({ ...plural, header }, { "0": "<x1/> plik", "1": "<x1/> pliki" })).toEqual([]);
});

test("issues of plural forms have fingerprints that are stable and differ between forms", () => {
  const issues = checkForms(files, { other: "<x1/> pliku" }, { source: "en", target: "pl" });
  const again = checkForms(files, { other: "<x1/> pliku" }, { source: "en", target: "pl" });
  expect(again.map(({ fingerprint }) => fingerprint)).toEqual(issues.map(({ fingerprint }) => fingerprint));
  expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(issues.length);
});

test("a plural form for several numbers is compared with the source form that covers most of those numbers", () => {
  const source = { one: "less than a minute", other: "less than <x1/> minutes" };
  const russian = { one: "меньше <x1/> минуты", few: "<x1/>", many: "<x1/>", other: "<x1/>" };
  expect(found({ ...files, forms: source }, russian, "ru")).toEqual([]);
  const french = { one: "moins d’une minute", many: "<x1/>", other: "moins de <x1/> minutes" };
  expect(found({ ...files, forms: source }, french, "fr")).toEqual([]);
  const hebrew = { one: "קובץ אחד", two: "שני קבצים", other: "<x1/> קבצים" };
  expect(found(files, hebrew, "he")).toEqual([]);
});

test("a plural form is not required if the file format never selects that form", () => {
  const russian = { one: "<x1/> файл", few: "<x1/> файла", many: "<x1/> файлов" };
  expect(found(files, russian, "ru")).toEqual([["plural.categories", "other"]]);
  const android = checkForms(files, russian, { source: "en", target: "ru", format: "android" });
  expect(android.filter(({ check }) => check === "plural.categories")).toEqual([]);
  // Keys that only look like plural forms.
  const ends = { one: "Crow's foot (one)", many: "Crow's foot (many)" };
  expect(found({ ...files, forms: ends }, { one: "Noga (ena)", many: "Noga (več)" }, "sl")).toEqual([]);
});

test("a plural form of the translation that the source lacks is compared with the first form of the source", () => {
  const lacking: QaPlural = { ...files, forms: { one: "<x1/> file of %s" } };
  expect(found(lacking, { one: "<x1/> archivo de %s", other: "<x1/> archivos de %s" }, "es")).toEqual([]);
});

test("a missing plural form is reported only if its text would differ from the form that is used instead", () => {
  const missing = (language: string, target: Record<string, string>, forms = files.forms, format = "json") =>
    checkForms({ ...files, forms }, target, { source: "en", target: language, format }).flatMap(({ check, params }) =>
      check === "plural.categories" ? [params.missing] : [],
    );
  expect(missing("hu", { other: "<x1/> fájl" })).toEqual([]);
  expect(missing("he", { one: "<x1/> קובץ", other: "<x1/> קבצים" })).toEqual([]);
  const russian = { one: "<x1/> файл", few: "<x1/> файла", many: "<x1/> файлов" };
  expect(missing("ru", russian, files.forms, "ftl")).toEqual([]);
  expect(missing("cs", { one: "<x1/> soubor", other: "<x1/> souborů" })).toEqual(["few"]);
  const links = { one: "Open this link:", other: "Open one of these links:" };
  expect(missing("pl", { one: "plik", other: "pliku" }, { one: "file", other: "files" })).toEqual(["few", "many"]);
  expect(missing("be", { one: "Адкрыйце спасылку:", other: "Адкрыйце адну з гэтых спасылак:" }, links)).toEqual([]);
});

test("plural forms aren't required if a message has one form for all numbers or has no translation", () => {
  const context = { source: "en", target: "uk", format: "ftl", severities: { same_as_source: "off" } } as const;
  const check = (forms: Record<string, string>, target: Record<string, string>, language = "uk") =>
    checkForms({ ...files, forms }, target, { ...context, target: language }).map(({ check: id }) => id);
  expect(check({ "=0": "Cited items", other: "Cited items (<x1/>)" }, { other: "Цитовано (<x1/>)" })).toEqual([]);
  const items = { one: "Add tag", other: "Add tag to <x1/> items" };
  expect(check(items, items)).toEqual([]);
  expect(check(files.forms, { other: "<x1/> سال" }, "skr")).toEqual([]);
  expect(check({ "=1": "One week", other: "<x1/> weeks" }, { other: "<x1/> ອາທິດ" }, "lo")).toEqual([]);
  const arabic = { "=1": "a", "=2": "b", few: "<x1/>", many: "<x1/>", other: "<x1/>" };
  expect(check({ "=1": "A file", other: "<x1/> files" }, arabic, "ar")).not.toContain("plural.categories");
  const hours = { one: "hour", other: "hours" };
  expect(check(hours, { other: "{ $number } ساعت" }, "fa")).toEqual([]);
});

test("a form that applies only to 1 among numbers up to 100 may omit the number, and missing forms of a bare noun are warnings", () => {
  const hours = { one: "Every hour", other: "Every <x1/> hours" };
  const slovenian = { one: "Vsako uro", two: "<x1/> uri", few: "<x1/> ure", other: "<x1/> ur" };
  expect(found({ ...files, forms: hours }, slovenian, "sl")).toEqual([]);
  const zones: QaPlural = { ...files, forms: { one: "Zone", other: "Zones" } };
  const context = { source: "en", target: "pl", format: "yaml" };
  expect(checkForms(zones, { one: "Strefa", other: "Strefy" }, context)).toMatchObject([
    { check: "plural.categories", severity: "warning" },
    { check: "plural.categories", severity: "warning" },
  ]);
});

test("a missing Russian `many` form is not reported if `few` and `other` exist, since `other` is used instead", () => {
  expect(found(files, { one: "<x1/> файл", few: "<x1/> файла", other: "<x1/> файлов" }, "ru")).toEqual([]);
});

test("Qt files have two plural forms in some languages for which gettext has only one, such as Georgian", () => {
  const years: QaPlural = { rule: "gettext", forms: { "1": "<x1/> year(s) ago" }, codes };
  const context = { source: "en", target: "ka", format: "qt" };
  expect(checkForms(years, { "0": "წინა წელს", "1": "<x1/> წლის წინ" }, context)).toEqual([]);
});

test("a plural category may replace an exact-number form, and in some languages Qt requires a form for the number 1", () => {
  const hours = { ...files, forms: { "=1": "1 hour", other: "<x1/> hours" } };
  expect(found(hours, { one: "1 година", few: "<x1/> години", many: "<x1/> годин" }, "uk")).not.toContainEqual([
    "plural.categories",
    "=1",
  ]);
  const rows: QaPlural = { rule: "gettext", forms: { "1": "<x1/> row(s)" }, codes };
  const qt = { source: "en", target: "tr", format: "qt" };
  expect(checkForms(rows, { "0": "<x1/> satır" }, qt).map(({ check }) => check)).toEqual([]);
});
