import { describe, expect, test } from "vitest";
import type { Format, TranslatedText } from "@/lib/formats/format";
import { android } from "./android";
import { arb } from "./arb";
import { json } from "./json";
import { po } from "./po";
import { properties } from "./properties";
import { qt } from "./qt";
import { stringsOf } from "./strings-document";
import { stringsdict } from "./stringsdict";
import { pairStrings } from "./translated-strings";
import { xcstrings } from "./xcstrings";
import { yaml } from "./yaml";

type Texts = Readonly<Record<string, string>>;

/** Forms of one message; `#` stands for the number. */
const FILES: Readonly<Record<string, Texts>> = {
  en: { one: "# file", other: "# files" },
  pl: { one: "# plik", few: "# pliki", many: "# plików", other: "# pliku" },
  ru: { one: "# файл", few: "# файла", many: "# файлов", other: "# файла" },
  cs: { one: "# soubor", few: "# soubory", many: "# souboru", other: "# souborů" },
  ar: { zero: "لا ملفات", one: "ملف", two: "ملفان", few: "# ملفات", many: "# ملفًا", other: "# ملف" },
  fr: { one: "# fichier", many: "# de fichiers", other: "# fichiers" },
  ja: { other: "#個のファイル" },
};
const GETTEXT: Readonly<Record<string, readonly [header: string, forms: readonly string[]]>> = {
  pl: [
    "nplurals=4; plural=(n==1 ? 0 : (n%10>=2 && n%10<=4) && (n%100<12 || n%100>14) ? 1 : n!=1 && (n%10>=0 && n%10<=1) || (n%10>=5 && n%10<=9) || (n%100>=12 && n%100<=14) ? 2 : 3);",
    ["%d plik", "%d pliki", "%d plików", "%d pliku"],
  ],
  ru: [
    "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
    ["%d файл", "%d файла", "%d файлов"],
  ],
  ar: [
    "nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);",
    ["لا ملفات", "ملف", "ملفان", "%d ملفات", "%d ملفًا", "%d ملف"],
  ],
  cs: ["nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;", ["%d soubor", "%d soubory", "%d souborů"]],
  fr: ["nplurals=2; plural=(n > 1);", ["%d fichier", "%d fichiers"]],
  ja: ["nplurals=1; plural=0;", ["%d個のファイル"]],
};

type Kind = {
  readonly name: string;
  readonly format: Format;
  readonly placeholder: string;
  file(forms: Texts, language: string): string;
};

const lines = (forms: Texts, line: (form: string, text: string) => string, joint = "\n") =>
  Object.entries(forms)
    .map(([form, text]) => line(form, text))
    .join(joint);

const KINDS: readonly Kind[] = [
  {
    name: "i18next JSON",
    format: json,
    placeholder: "{{count}}",
    file: (forms) => `{
  "title": "Title",
  "list": {
${lines(forms, (form, text) => `    "file_${form}": ${JSON.stringify(text)}`, ",\n")},
    "place_ordinal_one": "#{{count}}st",
    "place_ordinal_other": "#{{count}}th"
  }
}
`,
  },
  {
    name: "Rails YAML",
    format: yaml,
    placeholder: "%{count}",
    file: (forms, language) => `${language}:
  # Files
  files:
${lines(forms, (form, text) => `    ${form}: "${text}"`)}
  title: Title
`,
  },
  {
    name: "Android",
    format: android,
    placeholder: "%d",
    file: (forms) => `<?xml version="1.0" encoding="utf-8"?>
<resources>
    <string name="title">Title</string>
    <plurals name="files">
${lines(forms, (form, text) => `        <item quantity="${form}">${text}</item>`)}
    </plurals>
</resources>
`,
  },
  {
    name: "stringsdict",
    format: stringsdict,
    placeholder: "%d",
    file: (forms) => `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<dict>
  <key>files</key>
  <dict>
    <key>NSStringLocalizedFormatKey</key>
    <string>%#@files@</string>
    <key>files</key>
    <dict>
      <key>NSStringFormatSpecTypeKey</key>
      <string>NSStringPluralRuleType</string>
      <key>NSStringFormatValueTypeKey</key>
      <string>d</string>
${lines(forms, (form, text) => `      <key>${form}</key>\n      <string>${text}</string>`)}
    </dict>
  </dict>
</dict>
</plist>
`,
  },
  {
    name: "Java properties",
    format: properties,
    placeholder: "#",
    file: (forms) =>
      `# Files ✓\ntitle=Title\nfiles={n, plural, ${lines(forms, (form, text) => `${form} {${text}}`, " ")}}\n`,
  },
  {
    name: "ARB",
    format: arb,
    placeholder: "#",
    file: (forms, language) => `{
  "@@locale": "${language}",
  "title": "Title",
  "files": "{n, plural, ${lines(forms, (form, text) => `${form} {${text}}`, " ")}}"
}
`,
  },
];

const option = (source: string) => ({ plurals: "forms", values: "all", source }) as const;
const spelled = (forms: Texts, placeholder: string): Texts =>
  Object.fromEntries(Object.entries(forms).map(([form, text]) => [form, text.replace("#", placeholder)]));
const encoded = (forms: Texts): Texts =>
  Object.fromEntries(Object.entries(forms).map(([form, text]) => [form, text.replace("#", "<x1/>")]));

async function pair({ format, file, placeholder }: Kind, language: string, target?: string) {
  const source = await format.open(Buffer.from(file(spelled(FILES.en!, placeholder), "en")), option("en"));
  const text = target ?? file(spelled(FILES[language]!, placeholder), language);
  const translated = await format.open(Buffer.from(text), option(language));
  const strings = pairStrings(format, stringsOf(source), stringsOf(translated), false)!;
  const at = source.segments.findIndex(({ plural }) => plural?.rule === "cardinal");
  return { source, text, strings, at };
}

describe.each(KINDS)("plural messages in $name", (kind) => {
  test("a plural message becomes one segment with plural forms", async () => {
    const { source, at } = await pair(kind, "pl");
    expect(source.segments[at]!.plural).toEqual({ rule: "cardinal", forms: encoded(FILES.en!) });
    expect(source.segments[at]!.text).toBe("<x1/> files");
    expect(source.segments[at]!.codes).toMatchObject([{ id: 1, equiv: kind.placeholder }]);
  });

  test.each(["pl", "ru", "cs", "ar", "fr", "ja"])(
    "all plural forms of %s are read, and unchanged forms are written byte for byte",
    async (language) => {
      const { text, strings, at } = await pair(kind, language);
      expect(strings.adopted[at]!.forms).toEqual(encoded(FILES[language]!));
      const same = strings.adopted.map((one): TranslatedText => one ?? { text: null });
      expect(Buffer.from(strings.write(same, language, { removed: [] }).bytes).toString()).toBe(text);
    },
  );

  test.each(["pl", "ar", "ja"])("changing a plural form of %s changes only the line of that form", async (language) => {
    const { text, strings, at } = await pair(kind, language);
    const { other } = encoded(FILES[language]!);
    const given = strings.adopted.map((one, i): TranslatedText => {
      return i === at ? { text: "x", forms: { ...one!.forms, other: `${other}!` } } : (one ?? { text: null });
    });
    const written = Buffer.from(strings.write(given, language, { removed: [] }).bytes).toString();
    const own = FILES[language]!.other!.replace("#", kind.placeholder);
    expect(written).toBe(text.replace(new RegExp(`${literal(own)}(?=["<}])`), `${own}!`));
  });

  test("a missing plural form is inserted at its usual position, and a form whose text was cleared is removed", async () => {
    const { placeholder, file } = kind;
    const all = spelled(FILES.pl!, placeholder);
    const { few: _, ...three } = all;
    const before = file(three, "pl");
    const { strings, at } = await pair(kind, "pl", before);
    const forms = encoded(FILES.pl!);
    const given = strings.adopted.map((one, i): TranslatedText => {
      return i === at ? { text: forms.other!, forms } : (one ?? { text: null });
    });
    expect(Buffer.from(strings.write(given, "pl", { removed: [] }).bytes).toString()).toBe(file(all, "pl"));
    const { many: __, ...others } = forms;
    const cleared = given.map((one, i) => (i === at ? { text: forms.other!, forms: others } : one));
    const { many: ___, ...left } = all;
    expect(Buffer.from(strings.write(cleared, "pl", { removed: [] }).bytes).toString()).toBe(file(left, "pl"));
  });

  test.each(["pl", "ja"])(
    "a document translated into %s has exactly that language's plural forms",
    async (language) => {
      const { source, at } = await pair(kind, "pl");
      const forms = encoded(FILES[language]!);
      const given = source.segments.map(({ text }, i) => (i === at ? { text: forms.other!, forms } : { text }));
      const { bytes } = await source.write(given, language);
      expect(Buffer.from(bytes).toString()).toBe(kind.file(spelled(FILES[language]!, kind.placeholder), language));
      const { few: _, ...some } = forms;
      const partly = await source.write(
        given.map((one, i) => (i === at ? { text: forms.other!, forms: some } : one)),
        language,
      );
      expect(Buffer.from(partly.bytes).toString()).not.toContain("pliki");
    },
  );
});

describe("plural forms in gettext", () => {
  const file = (header: string, forms: readonly string[], language: string) => `msgid ""
msgstr ""
"Language: ${language}\\n"
"Plural-Forms: ${header}\\n"

#, c-format
msgid "%d file"
msgid_plural "%d files"
${forms.map((text, i) => `msgstr[${i}] "${text}"`).join("\n")}
`;
  const POT = file("nplurals=INTEGER; plural=EXPRESSION;", ["", ""], "");

  test.each(Object.keys(GETTEXT))(
    "the plural forms of %s are those of the Plural-Forms header in the gettext file",
    async (language) => {
      const [header, forms] = GETTEXT[language]!;
      const text = file(header, forms, language);
      const source = await po.open(Buffer.from(POT), { ...option("en"), target: language });
      const own = await po.open(Buffer.from(text), { ...option("en"), target: language });
      const strings = pairStrings(po, stringsOf(source), stringsOf(own), true)!;
      const expected = Object.fromEntries(forms.map((one, i) => [String(i), one.replace("%d", "<x1/>")]));
      expect(source.segments.map(({ plural }) => plural)).toEqual([
        { rule: "gettext", forms: { "0": "<x1/> file", "1": "<x1/> files" } },
      ]);
      expect(strings.adopted).toMatchObject([{ forms: expected, state: "translated" }]);
      const written = (forms: Texts) =>
        Buffer.from(
          strings.write([{ text: "x", forms, state: "translated" }], language, { removed: [] }).bytes,
        ).toString();
      expect(written(expected)).toBe(text);
      const last = String(forms.length - 1);
      expect(written({ ...expected, [last]: `${expected[last]}!` })).toBe(text.replace(/(.)"\n$/, '$1!"\n'));
    },
  );

  test("a gettext template becomes a catalogue with the language's plural forms, and missing forms are empty", async () => {
    const document = await po.open(Buffer.from(POT), { ...option("en"), target: "pl" });
    const { bytes } = await document.write([{ text: "x", forms: { "0": "<x1/> plik", "2": "<x1/> plików" } }], "pl");
    expect(Buffer.from(bytes).toString()).toContain('msgstr[0] "%d plik"\nmsgstr[1] ""\nmsgstr[2] "%d plików"\n');
  });
});

describe("plural forms in ICU messages", () => {
  const open = (message: string, source = "en") =>
    arb.open(Buffer.from(JSON.stringify({ m: message })), option(source));
  const rewrite = async (message: string, forms: Texts, target: string) => {
    const document = await open(message);
    const { bytes } = await document.write(
      document.segments.map(({ text, plural }) => (plural ? { text, forms } : { text: null })),
      target,
    );
    return JSON.parse(Buffer.from(bytes).toString()).m as string;
  };

  test("exact numbers in an ICU message become plural forms, and no category is added that covers only such a number", async () => {
    const message = "{n, plural, =0 {No files} =1 {One file} other {# files}}";
    const { segments } = await open(message);
    expect(segments[0]!.plural?.forms).toEqual({ "=0": "No files", "=1": "One file", other: "<x1/> files" });
    const forms = { "=0": "Brak", "=1": "Jeden plik", few: "<x1/> pliki", many: "<x1/> plików", other: "<x1/> pliku" };
    expect(await rewrite(message, forms, "pl")).toBe(
      "{n, plural, =0 {Brak} =1 {Jeden plik} few {# pliki} many {# plików} other {# pliku}}",
    );
  });

  test("ICU ordinals are plural forms of one segment, and a message with several plural arguments is one segment", async () => {
    const ordinal = await open("{n, selectordinal, one {#st try} two {#nd try} few {#rd try} other {#th try}}");
    expect(ordinal.segments[0]!.plural?.rule).toBe("ordinal");
    const several =
      "{user} has {n, plural, one {# file in {m, number} folders} other {# files in {m, number} folders}} now";
    const { segments } = await open(several);
    expect(segments.map(({ key, text, plural }) => [key, text, plural !== undefined])).toEqual([
      ["m", "<x1/> has <x2/> now", false],
      ["m [n]", "<x1/> files in <x2/> folders", true],
    ]);
    expect(await rewrite(several, { other: "<x2/>個に<x1/>個" }, "ja")).toBe(
      "{user} has {n, plural, other {{m, number}個に#個}} now",
    );
  });

  test("a select within a plural form becomes a code, and a nested plural is split into segments unless nested forms are requested", async () => {
    const nested =
      "{n, plural, one {{g, select, male {his file} other {their file}}} other {{g, select, male {his # files} other {their # files}}}}";
    const { segments } = await open(nested);
    expect(segments).toHaveLength(1);
    const { forms } = segments[0]!.plural!;
    const changed = { ...forms, one: forms.one!.replace("his file", "jego plik") };
    expect(await rewrite(nested, changed, "en")).toBe(nested.replace("his file", "jego plik"));
    const { segments: inner } = await open(
      "{a, plural, one {# of {b, plural, one {# file} other {# files}}} other {# of {b, plural, one {# file} other {# files}}}}",
    );
    expect(inner.filter(({ plural }) => plural)).toHaveLength(2);
    expect(inner.map(({ key }) => key)).toEqual(["m [a one]", "m [a one b]", "m [a other]", "m [a other b]"]);
  });

  describe("a plural within a plural", () => {
    const one = (b: string) => `{b, plural, ${b}}`;
    const EN = `{a, plural, one {# folder with ${one("one {# file} other {# files}")}} other {# folders with ${one("one {# file} other {# files}")}}}`;
    const inner = one("one {# plik} few {# pliki} many {# plików} other {# pliku}");
    const PL = `{a, plural, one {# folder i ${inner}} few {# foldery i ${inner}} many {# folderów i ${inner}} other {# folderu i ${inner}}}`;
    const nested = { ...option("en"), plurals: "nested" } as const;
    const paired = async (source: string, target: string) => {
      const file = (message: string) => Buffer.from(JSON.stringify({ m: message }));
      const [own, theirs] = [
        await json.open(file(source), nested),
        await json.open(file(target), { ...nested, source: "pl" }),
      ];
      return { own, strings: pairStrings(json, stringsOf(own), stringsOf(theirs), false)! };
    };

    test("a nested plural is one text with plural forms if nested forms are requested, and is written back byte for byte", async () => {
      const { own, strings } = await paired(EN, PL);
      expect(own.segments).toMatchObject([
        {
          key: "m",
          plural: {
            forms: {
              one: `<x1/> folder with ${one("one {# file} other {# files}")}`,
              other: `<x1/> folders with ${one("one {# file} other {# files}")}`,
            },
          },
        },
      ]);
      const forms = strings.adopted[0]!.forms!;
      expect(forms).toMatchObject({ few: `<x1/> foldery i ${inner}`, many: `<x1/> folderów i ${inner}` });
      const write = (changed: Texts) =>
        JSON.parse(
          Buffer.from(
            strings.write([{ text: "x", forms: changed, state: "translated" }], "pl", { removed: [] }).bytes,
          ).toString(),
        ).m;
      expect(write(forms)).toBe(PL);
      expect(write({ ...forms, few: forms.few!.replace("plików", "pliczków") })).toBe(
        PL.replace(/(few \{# foldery.*?)plików/, "$1pliczków"),
      );
      expect(write({ ...forms, many: "<x1/> } few {x" })).toBe(
        PL.replace(/many \{# folderów.*?\}\}\}/, "many {# '}' few '{'x}"),
      );
    });

    test("a nested plural with a select between the levels is written back byte for byte", async () => {
      const select = (inside: string) => `{g, select, male {his ${inside}} other {their ${inside}}}`;
      const source = `{a, plural, one {# of ${select("'{'{x}'}' {b, plural, one {# file} other {# files}}")}} other {# of ${select("{b, plural, one {# file} other {# files}}")}}}`;
      const target = `{a, plural, few {# z ${select(inner)}} other {# z ${select(inner)}}}`;
      const { own, strings } = await paired(source, target);
      expect(own.segments.map(({ key }) => key)).toEqual(["m"]);
      expect(Object.keys(strings.adopted[0]!.forms!).sort()).toEqual(["few", "other"]);
      const { bytes } = strings.write([{ text: "x", forms: strings.adopted[0]!.forms! }], "pl", { removed: [] });
      expect(JSON.parse(Buffer.from(bytes).toString()).m).toBe(target);
      const given = { ...own.segments[0]!.plural!.forms, few: own.segments[0]!.plural!.forms.other! };
      const written = await own.write([{ text: "x", forms: given }], "pl");
      expect(JSON.parse(Buffer.from(written.bytes).toString()).m).toContain(
        `few {# of ${select("{b, plural, one {# file} other {# files}}")}}`,
      );
    });

    test("a translation may omit a nested plural of the source", async () => {
      const { strings } = await paired(EN, "{a, plural, other {#個のフォルダーに{b}個}}");
      const forms = strings.adopted[0]!.forms!;
      const { bytes } = strings.write([{ text: "x", forms: { other: `${forms.other} ${inner}` } }], "ja", {
        removed: [],
      });
      expect(JSON.parse(Buffer.from(bytes).toString()).m).toBe(`{a, plural, other {#個のフォルダーに{b}個 ${inner}}}`);
    });
  });

  test("apostrophes and braces in a plural form are quoted in the same style as in the rest of the message", async () => {
    const message = "{n, plural, one {It''s # file} other {It''s # files}}";
    expect(await rewrite(message, { one: "C'est <x1/> {x}", other: "C'est <x1/>" }, "fr")).toBe(
      "{n, plural, one {C''est # '{x}'} other {C''est #}}",
    );
  });
});

test("plural forms without `other` are imported", async () => {
  const source = await json.open(
    Buffer.from('{"file_one": "{{count}} file", "file_other": "{{count}} files"}'),
    option("en"),
  );
  const text = '{"file_one": "{{count}} plik", "file_few": "{{count}} pliki", "file_many": "{{count}} plików"}';
  const own = await json.open(Buffer.from(text), option("pl"));
  const strings = pairStrings(json, stringsOf(source), stringsOf(own), false)!;
  expect(strings.adopted[0]?.forms).toEqual({ one: "<x1/> plik", few: "<x1/> pliki", many: "<x1/> plików" });
});

test("a String Catalog keeps separate plural forms for each language", async () => {
  const unit = (value: string, state = "translated") =>
    `{
              "stringUnit" : {
                "state" : "${state}",
                "value" : "${value}"
              }
            }`;
  const localization = (language: string, forms: Texts) => `        "${language}" : {
          "variations" : {
            "plural" : {
${lines(forms, (form, text) => `              "${form}" : ${unit(text).replaceAll("\n", "\n  ")}`, ",\n")}
            }
          }
        }`;
  const file = (pl: Texts) => `{
  "sourceLanguage" : "en",
  "strings" : {
    "%lld files" : {
      "localizations" : {
${localization("en", { one: "%lld file", other: "%lld files" })},
${localization("pl", pl)}
      }
    }
  },
  "version" : "1.0"
}
`;
  const pl = { few: "%lld pliki", many: "%lld plików", one: "%lld plik", other: "%lld pliku" };
  const document = await xcstrings.open(Buffer.from(file(pl)), { ...option("en"), target: "pl" });
  const [segment] = document.segments;
  expect(segment?.plural?.forms).toEqual({ one: "<x1/> file", other: "<x1/> files" });
  const forms = { one: "<x1/> plik", few: "<x1/> pliki", many: "<x1/> plików", other: "<x1/> pliku" };
  expect(segment?.target).toMatchObject({ forms, state: "translated" });
  const write = async (forms: Texts) =>
    Buffer.from((await document.write([{ text: "x", forms, state: "translated" }], "pl")).bytes).toString();
  expect(await write(forms)).toBe(file(pl));
  expect(await write({ ...forms, few: "<x1/> pliczki" })).toBe(file({ ...pl, few: "%lld pliczki" }));
});

test("Qt's plural forms are imported and exported", async () => {
  const file = (forms: readonly string[]) => `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="pl_PL">
<context>
    <name>Main</name>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            ${forms.map((text) => `<numerusform>${text}</numerusform>`).join("\n            ")}
        </translation>
    </message>
</context>
</TS>
`;
  const text = file(["%n plik", "%n pliki", "%n plików"]);
  const document = await qt.open(Buffer.from(text), { ...option("en"), target: "pl" });
  const forms = { "0": "<x1/> plik", "1": "<x1/> pliki", "2": "<x1/> plików" };
  expect(document.segments[0]?.target).toMatchObject({ forms, state: "translated" });
  const write = async (forms: Texts) =>
    Buffer.from((await document.write([{ text: "x", forms, state: "translated" }], "pl")).bytes).toString();
  expect(await write(forms)).toBe(text);
  expect(await write({ ...forms, "1": "<x1/> pliczki" })).toBe(file(["%n plik", "%n pliczki", "%n plików"]));
});

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
