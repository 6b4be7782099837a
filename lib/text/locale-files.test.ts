import { describe, expect, test } from "vitest";
import { findLocaleFiles, languageNamesOf, localePath } from "./locale-files";

const CATALOG = `{\n  "sourceLanguage" : "en",\n  "strings" : {\n    "Open" : {\n      "localizations" : {\n        "de" : {\n        "pt-BR" : {\n`;
const CONTENTS: Readonly<Record<string, string>> = {
  "app/Localizable.xcstrings": CATALOG,
  "app/src/main/res/values/strings.xml": '<resources><string name="a">A</string></resources>',
  "i18n/src/moko-resources/base/strings.xml": '<resources><string name="a">A</string></resources>',
  "app/src/main/res/values/colors.xml": '<resources><color name="a">#fff</color></resources>',
  "share/app_en.ts": '<?xml version="1.0"?><!DOCTYPE TS><TS version="2.1">',
  "share/app_de.ts": '<?xml version="1.0"?><!DOCTYPE TS><TS version="2.1">',
  "src/locales/en.ts": "export default { a: 'A' }",
  "src/locales/de.ts": "export default { a: 'B' }",
  "src/locales/index.ts": "import en from './en';",
  "locale/en_US/LC_MESSAGES/django.po": 'msgid ""\nmsgstr ""\n"Language: en_US\\n"\n\nmsgid "Open"\nmsgstr ""\n',
  "a/values/strings_no_x.xml": '<resources><string name="a">A</string></resources>',
  "a/values-de/strings_no_x.xml": '<resources><string name="a">A</string></resources>',
};
const find = (paths: readonly string[]) =>
  findLocaleFiles(paths, { source: "en", read: (path) => CONTENTS[path] ?? "export default {}" });

describe("finding translation files in a repository", () => {
  test.each([
    [
      "Android",
      "app/src/main/res/values/strings.xml",
      [
        "app/src/main/res/values-zh-rCN/strings.xml",
        "app/src/main/res/values-b+sr+Latn/strings.xml",
        "app/src/main/res/values-de/strings.xml",
      ],
      "{android}",
    ],
    ["Apple strings", "ios/en.lproj/Localizable.strings", ["ios/pt-BR.lproj/Localizable.strings"], "{language}"],
    [
      "Apple plurals in Base",
      "ios/Base.lproj/Localizable.stringsdict",
      ["ios/de.lproj/Localizable.stringsdict"],
      "{language}",
    ],
    [
      "Moko resources",
      "i18n/src/moko-resources/base/strings.xml",
      ["i18n/src/moko-resources/de/strings.xml", "i18n/src/moko-resources/pt-rBR/strings.xml"],
      "{android}",
    ],
    [
      "a file called source",
      "Localization/LocSource.xaml",
      ["Localization/en_US.xaml", "Localization/de_DE.xaml"],
      "{underscore}",
    ],
    ["Flutter", "lib/l10n/app_en.arb", ["lib/l10n/app_pt_BR.arb", "lib/l10n/app_de.arb"], "{underscore}"],
    ["Rails", "config/locales/devise.en.yml", ["config/locales/devise.zh-CN.yml"], "{language}"],
    ["Laravel", "lang/en/auth.php", ["lang/pt_BR/auth.php"], "{underscore}"],
    ["Symfony", "translations/messages.en.xlf", ["translations/messages.zh_Hans.xlf"], "{underscore}"],
    [
      "Java",
      "src/main/resources/messages.properties",
      ["src/main/resources/messages_pt_BR.properties"],
      "{underscore}",
    ],
    [".NET", "Properties/Resources.resx", ["Properties/Resources.zh-Hans.resx"], "{language}"],
    ["WinUI", "Strings/en-US/Resources.resw", ["Strings/de-DE/Resources.resw"], "{language}"],
    ["gettext", "po/app.pot", ["po/zh_CN.po", "po/de.po"], "{underscore}"],
    ["Django", "app/locale/django.pot", ["app/locale/pt_BR/LC_MESSAGES/django.po"], "{underscore}"],
    ["WordPress", "languages/plugin.pot", ["languages/plugin-de_DE.po"], "{underscore}"],
    ["Angular", "src/locale/messages.xlf", ["src/locale/messages.de.xlf"], "{language}"],
    [
      "Angular with a folder",
      "src/messages.xlf",
      ["src/a/messages.en_US.xlf", "src/a/messages.de_DE.xlf"],
      "{underscore}",
    ],
    ["VS Code", "package.nls.json", ["package.nls.zh-cn.json"], "{language}"],
    ["Chrome", "_locales/en/messages.json", ["_locales/pt_BR/messages.json"], "{underscore}"],
    ["Fluent", "locales/en-US/app.ftl", ["locales/de/app.ftl", "locales/zh-CN/app.ftl"], "{language}"],
    [
      "Minecraft",
      "src/main/resources/assets/mod/lang/en_us.json",
      ["src/main/resources/assets/mod/lang/pt_br.json"],
      "{underscore}",
    ],
    ["a theme of Keycloak", "theme/i18n/en.yaml", ["theme/i18n/de.yaml"], "{language}"],
    ["Hugo", "i18n/en.toml", ["i18n/de.toml"], "{language}"],
    ["go-i18n", "locales/active.en.toml", ["locales/active.de.toml"], "{language}"],
    ["Qt", "share/app_en.ts", ["share/app_de.ts"], "{language}"],
    ["Vue in TypeScript", "src/locales/en.ts", ["src/locales/de.ts"], "{language}"],
    ["Joomla", "language/en-GB/en-GB.com_app.ini", ["language/de-DE/de-DE.com_app.ini"], "{language}"],
    ["templates", "core/templates/a.ftl", ["core/de/a.ftl", "core/en-GB/a.ftl"], "{language}"],
    [
      "files named after languages",
      "Translation/English.Plugins.xlf",
      ["Translation/German.Plugins.xlf", "Translation/Portuguese (Brazil).Plugins.xlf", "Translation/ar.Plugins.xlf"],
      "{language}",
    ],
    ["a template above its catalogues", "app.pot", ["po/de.po", "po/sr@latin.po", "po/be@tarask.po"], "{language}"],
    ["a template with a language in its name", "po/io.app.files.pot", ["po/de.po", "po/fr.po"], "{language}"],
    [
      "a source in another folder",
      "viewer/translations/Resources_en.properties",
      ["editor/translations/Resources_de.properties", "editor/translations/Resources_zh_CN.properties"],
      "{underscore}",
    ],
    ["an untranslated catalogue", "locale/en_US/LC_MESSAGES/django.po", ["locale/de_DE/LC_MESSAGES/django.po"], "{un"],
    ["Android with a language in the name", "a/values/strings_no_x.xml", ["a/values-de/strings_no_x.xml"], "{android}"],
    ["documentation", "docs/en/guide/start.md", ["docs/de/guide/start.md"], "{language}"],
    ["a first language", "src/i18n/en.json", [], "{language}"],
  ] as const)(
    "the source file and the translation paths of a repository of %s are recognised",
    (_, source, translations, style) => {
      const { sources, unread } = find([source, ...translations, "src/locales/index.ts", "package.json", "README.md"]);
      expect([sources.map(({ path }) => path), unread]).toEqual([[source], []]);
      const [found] = sources;
      expect(found!.target).toContain(style);
      expect(found!.translations.map(({ path }) => path).sort()).toEqual([...translations].sort());
      for (const { path, language } of found!.translations)
        expect(localePath(found!.target, found!.names[language] ?? language)).toBe(path);
    },
  );

  test("a repository with a String Catalog has one file for all languages", () => {
    expect(find(["app/Localizable.xcstrings"]).sources).toMatchObject([
      { target: "app/Localizable.xcstrings", translations: [{ language: "de" }, { language: "pt-BR" }] },
    ]);
  });

  test("a repository's language codes are spelled as in most of its paths, and files with another spelling store their own", () => {
    const { sources } = find([
      ...["locales/en.json", "locales/zh-CN.json", "locales/pt_BR.json", "web/i18n/en.json", "web/i18n/zh-CN.json"],
      ...["ios/en.lproj/A.strings", "ios/zh-Hans.lproj/A.strings", "ios/pt-BR.lproj/A.strings"],
    ]);
    expect(languageNamesOf(sources)).toEqual({ "zh-Hans": "zh-CN" });
    expect(sources.map(({ names }) => names)).toEqual([
      {},
      { "pt-BR": "pt_BR", "zh-Hans": "zh-CN" },
      { "zh-Hans": "zh-CN" },
    ]);
  });

  test("a repository's spelling of a language code, such as pt_BR, is kept and gives the path of each translation", () => {
    const { sources } = find(["lang/en/a.php", "lang/pt_BR/a.php", "locales/en.json", "locales/pt_BR.json"]);
    const names = languageNamesOf(sources);
    expect(names).toEqual({ "pt-BR": "pt_BR" });
    for (const { target, translations } of sources)
      expect(localePath(target, names["pt-BR"]!)).toBe(translations[0]!.path);
    expect(localePath("values-{android}/strings.xml", "pt_BR")).toBe("values-pt-rBR/strings.xml");
  });

  test.each([
    ["i18n/en.json", "i18n/mo.json", "i18n/ro.json", "ro"],
    ["config/locales/en.yml", "config/locales/sh.yml", "config/locales/sr-Latn.yml", "sr-Latn"],
  ])(
    "a repository with the source %s uses the file with the current language tag and gives a reason for skipping %s",
    (source, old, present, language) => {
      const { sources, unread } = find([source, old, present]);
      expect(sources).toMatchObject([{ path: source, translations: [{ path: present, language }] }]);
      expect(unread).toEqual([{ path: old, reason: `${present} is in ${language}, too.` }]);
    },
  );

  test("the source file of a repository is that of the language without a region, and regional variants are translations", () => {
    const { sources } = find(["l/en-GB.yml", "l/en.yml", "l/en-US.yml"].map((path) => `config/locales/${path}`));
    expect(sources).toMatchObject([
      { path: "config/locales/l/en.yml", translations: [{ language: "en-GB" }, { language: "en-US" }] },
    ]);
  });
});

describe("reasons for skipping files", () => {
  test.each([
    ["i18n/lang/de-swiss.json", "“de-swiss” is no language tag."],
    ["i18n/lang/en-US.json", null],
    ["po/de.po", "The repository has no template (.pot) or file in en as its source."],
    ["po/en_GB.po", "The repository has no template (.pot) or file in en as its source."],
    ["locales/fr/old.json", "The repository has no file in en as its source."],
  ])("a skipped file is listed with the expected reason: %s", (path, reason) => {
    const { unread } = find(["i18n/lang/en.json", "i18n/lang/de.json", "i18n/lang/fr.json", path]);
    expect(unread).toEqual(reason === null ? [] : [{ path, reason }]);
  });

  test("files of one language whose names differ after a dot, such as English.xlf and English.Plugins.xlf, are two documents", () => {
    const { sources, unread } = find([
      "t/English.xlf",
      "t/English.Plugins.xlf",
      "t/German.xlf",
      "t/German.Plugins.xlf",
    ]);
    expect(sources.map(({ path, translations }) => [path, translations.map((one) => one.path)])).toEqual([
      ["t/English.Plugins.xlf", ["t/German.Plugins.xlf"]],
      ["t/English.xlf", ["t/German.xlf"]],
    ]);
    expect(unread).toEqual([]);
  });

  test("a file without interface text, such as a fixture, template or data file, is skipped without a reason", () => {
    const paths = [
      ...["lib/generators/templates/en.yml", "test/fixtures/locales/en.json", "examples/i18n/en.json", "en.md"],
      ...["src/it/run.json", "app/src/main/res/values/colors.xml", "app/src/main/res/values-car/dimens.xml"],
      ...["src/main/java/de/app/settings.properties", "src/Doctrine/ORM/Shop/Locale/Extension.php"],
      ...["data/en/cities.json", "log4j.properties", "src/locales/index.ts"],
    ];
    expect(find(paths)).toEqual({ sources: [], unread: [] });
  });
});
