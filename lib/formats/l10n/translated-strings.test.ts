// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders of other languages are the matter here
import { describe, expect, test } from "vitest";
import { js } from "@/lib/formats/code/js";
import { php } from "@/lib/formats/code/php";
import type { Format, FormatOptions, TranslatedText } from "@/lib/formats/format";
import { ini } from "@/lib/formats/settings/ini";
import { toml } from "@/lib/formats/settings/toml";
import { android } from "./android";
import { arb } from "./arb";
import { ftl } from "./fluent";
import { json } from "./json";
import { po } from "./po";
import { properties } from "./properties";
import { qt } from "./qt";
import { resx } from "./resx";
import { strings } from "./strings";
import { stringsOf } from "./strings-document";
import { pairStrings } from "./translated-strings";
import { xliff1 } from "./xliff";
import { yaml } from "./yaml";

type Fixture = {
  readonly format: Format;
  readonly source: string;
  /** A file that the maintainer has translated. */
  readonly target: string;
  /** The source with an added, a changed and a removed key. */
  readonly next: string;
  /** The target after the change: the added and the changed key are translated. */
  readonly after: string;
  readonly gone: string;
};

const FIXTURES: Readonly<Record<string, Fixture>> = {
  json: {
    format: json,
    source:
      '{\n  "a": "Open \\"it\\"",\n  "date": "%Y-%m-%d",\n  "n": { "one": "File", "url": "https://e.com/en/" },\n  "z": "Last"\n}\n',
    target:
      '{\n    "z" : "Letzte\\u0021",\n    "n": {"url": "https://e.com/de/", "one":"Datei"},\n    "date": "%d.%m.%Y", "own": "Nur hier",\n    "a": " Auf "\n}',
    next: '{\n  "a": "Open \\"it\\"",\n  "new": "Fresh",\n  "date": "%Y-%m-%d",\n  "n": { "one": "Files", "url": "https://e.com/en/" }\n}\n',
    after:
      '{\n    "n": {"url": "https://e.com/de/", "one":"[Files]"},\n    "date": "%d.%m.%Y", "own": "Nur hier",\n    "a": " Auf ",\n    "new": "[Fresh]"\n}',
    gone: "z",
  },
  yaml: {
    format: yaml,
    source:
      'en:\n  support:\n    array:\n      last: ", and "\n      two: " and "\n    unit: "$"\n  say: Hello %{name}\n  old: Going\n',
    target:
      "# Übersetzt von Hand\nde:\n  say: 'Hallo'\n  support:\n    unit: €\n    array:\n      last: \" und \"\n      two: ' und '   # kurz\n    many: zu viele\n  old: Geht\n",
    next: 'en:\n  support:\n    array:\n      last: ", and "\n      more: "and more"\n      two: " and "\n    unit: "$"\n  say: Hallo %{name}\n',
    after:
      "# Übersetzt von Hand\nde:\n  say: '[Hallo %{name}]'\n  support:\n    unit: €\n    array:\n      last: \" und \"\n      more: \"[and more]\"\n      two: ' und '   # kurz\n    many: zu viele\n",
    gone: "old",
  },
  properties: {
    format: properties,
    source: "# Texts\nnew=New \nsize=12px\nwelcome=Welcome, {0}!\nold=Old\n",
    target: "! Kopf\nwelcome\\: = x\nwelcome : Willkommen\\!\nnew=Neu\nsize=14px\nold=Alt\n",
    next: "# Texts\nnew=New \nextra=Extra text\nsize=12px\nwelcome=Hello, {0}!\n",
    after: "! Kopf\nwelcome\\: = x\nwelcome : [Hello, {0}!]\nnew=Neu\nextra=[Extra text]\nsize=14px\n",
    gone: "old",
  },
  strings: {
    format: strings,
    source: '/* A */\n"a" = "Open %@";\n\n"n" = "2";\n\n/* O */\n"old" = "Old";\n',
    target: '/* Kopf */\n\n"n"="zwei";\n/* A */\n"a" = "Auf";\n\n/* O */\n"old" = "Alt";\n',
    next: '/* A */\n"a" = "Close %@";\n\n/* B */\n"b" = "Brand new";\n\n"n" = "2";\n',
    after: '/* Kopf */\n\n"n"="zwei";\n/* A */\n"a" = "[Close %@]";\n\n/* B */\n"b" = "[Brand new]";\n',
    gone: "old",
  },
  arb: {
    format: arb,
    source:
      '{\n  "@@locale": "en",\n  "a": "Two {n}",\n  "@a": {"description": "A"},\n  "d": "{h} {m}",\n  "old": "Old"\n}\n',
    target: '{\n  "d": "{h} e {m}",\n  "a": "2",\n  "old": "Velho",\n  "@@locale": "pt_BR"\n}\n',
    next: '{\n  "@@locale": "en",\n  "a": "Three {n}",\n  "@a": {"description": "A"},\n  "new": "Fresh",\n  "@new": {"description": "N"},\n  "d": "{h} {m}"\n}\n',
    after: '{\n  "d": "{h} e {m}",\n  "a": "[Three {n}]",\n  "new": "[Fresh]",\n  "@@locale": "pt_BR"\n}\n',
    gone: "old",
  },
  android: {
    format: android,
    source:
      '<resources>\n    <string name="a">Open <b>it</b></string>\n    <string name="n">%1$s/%2$s</string>\n    <string name="key" translatable="false">X</string>\n    <plurals name="f">\n        <item quantity="one">%d file</item>\n        <item quantity="other">%d files</item>\n    </plurals>\n    <string name="old">Old</string>\n</resources>\n',
    target:
      '<?xml version="1.0"?>\n<!-- GlotPress -->\n<resources>\n  <plurals name="f">\n    <item quantity="one">%d plik</item>\n    <item quantity="few">%d pliki</item>\n    <item quantity="other">%d pliku</item>\n  </plurals>\n  <string name="old">Stary</string>\n  <string name="n">%2$s—%1$s</string>\n  <string name="a">Otw\\u00f3rz &#8230;</string>\n</resources>\n',
    next: '<resources>\n    <string name="a">Close <b>it</b></string>\n    <string name="n">%1$s/%2$s</string>\n    <string name="new">Fresh</string>\n    <plurals name="f">\n        <item quantity="one">%d file</item>\n        <item quantity="other">%d files</item>\n    </plurals>\n</resources>\n',
    after:
      '<?xml version="1.0"?>\n<!-- GlotPress -->\n<resources>\n  <plurals name="f">\n    <item quantity="one">%d plik</item>\n    <item quantity="few">%d pliki</item>\n    <item quantity="other">%d pliku</item>\n  </plurals>\n  <string name="n">%2$s—%1$s</string>\n    <string name="new">[Fresh]</string>\n  <string name="a">[Close <b>it</b>]</string>\n</resources>\n',
    gone: "old",
  },
  resx: {
    format: resx,
    source:
      '<root>\n  <data name="a"><value>&amp;Open</value></data>\n  <data name="n"><value>12</value></data>\n  <data name="old"><value>Old</value></data>\n</root>\n',
    target:
      '<root>\n  <data name="old"><value>Alt</value></data>\n  <data name="n"><value>zwölf</value></data>\n  <data name="a"><value>&amp;Auf</value><comment>c</comment></data>\n</root>\n',
    next: '<root>\n  <data name="a"><value>&amp;Close</value></data>\n  <data name="b"><value>Both of them</value></data>\n  <data name="n"><value>12</value></data>\n</root>\n',
    after:
      '<root>\n  <data name="n"><value>zwölf</value></data>\n  <data name="a"><value>[&amp;Close]</value><comment>c</comment></data>\n  <data name="b"><value>[Both of them]</value></data>\n</root>\n',
    gone: "old",
  },
  po: {
    format: po,
    source:
      'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n#: a.c\nmsgid "Open %s"\nmsgstr ""\n\nmsgid "%d %b"\nmsgstr ""\n\nmsgid "Old"\nmsgstr ""\n',
    target:
      'msgid ""\nmsgstr ""\n"PO-Revision-Date: 2020-01-01 00:00+0000\\n"\n"Last-Translator: Ada <a@example.org>\\n"\n"Language: de\\n"\n\nmsgid "Old"\nmsgstr "Alt"\n\n#, fuzzy\nmsgid "%d %b"\nmsgstr "%d. %b"\n\n#: a.c\nmsgid "Open %s"\nmsgstr ""\n"Auf"\n',
    next: 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n#: a.c\nmsgid "Open %s"\nmsgstr ""\n\n#: b.c\nmsgid "New one"\nmsgstr ""\n\nmsgid "%d %b"\nmsgstr ""\n',
    after:
      'msgid ""\nmsgstr ""\n"PO-Revision-Date: 2026-02-03 04:05+0000\\n"\n"Last-Translator: Ada <a@example.org>\\n"\n"Language: de\\n"\n\n#, fuzzy\nmsgid "%d %b"\nmsgstr "%d. %b"\n\n#: a.c\nmsgid "Open %s"\nmsgstr ""\n"Auf"\n\n#: b.c\nmsgid "New one"\nmsgstr "[New one]"\n',
    gone: "Old",
  },
  xliff1: {
    format: xliff1,
    source:
      '<xliff version="1.2"><file source-language="en" original="f" datatype="plaintext"><body>\n<trans-unit id="1" resname="a"><source>Open it</source></trans-unit>\n<trans-unit id="2"><source>12</source></trans-unit>\n<trans-unit id="3"><source>Old text</source></trans-unit>\n</body></file></xliff>\n',
    target:
      '<xliff version="1.2"><file source-language="en" target-language="de" original="f" datatype="plaintext"><body>\n<trans-unit id="3"><source>Old text</source><target>Alt</target></trans-unit>\n<trans-unit id="7"><source>Open it</source><target state="needs-review-translation">Auf damit</target><note>n</note></trans-unit>\n</body></file></xliff>\n',
    next: '<xliff version="1.2"><file source-language="en" original="f" datatype="plaintext"><body>\n<trans-unit id="1" resname="a"><source>Open it</source></trans-unit>\n<trans-unit id="4"><source>New text</source></trans-unit>\n<trans-unit id="2"><source>12</source></trans-unit>\n</body></file></xliff>\n',
    after:
      '<xliff version="1.2"><file source-language="en" target-language="de" original="f" datatype="plaintext"><body>\n<trans-unit id="4"><source>New text</source><target>[New text]</target></trans-unit>\n<trans-unit id="7"><source>Open it</source><target state="needs-review-translation">Auf damit</target><note>n</note></trans-unit>\n</body></file></xliff>\n',
    gone: "3",
  },
  php: {
    format: php,
    source:
      "<?php\n\nreturn [\n    'a' => 'Open it',\n    'n' => [\n        'one' => 'One file', // first\n        'date' => 'Y-m-d',\n    ],\n    'hi' => \"Hi $name\",\n    'old' => 'Old words',\n];\n",
    target:
      "<?php\n/* Übersetzt */\nreturn array(\n  'hi' => \"Servus {$name}\",\n\n  // Zahlen\n  'n' => array('date' => 'd.m.Y',\n    'one' => 'Eine Datei'),\n  'old' => 'Alt', # weg\n  'own' => x('Hier'),\n  'a' => \"Auf\\u{21}\"\n);\n",
    next: "<?php\n\nreturn [\n    'a' => 'Open it',\n    'new' => 'Fresh words',\n    'n' => [\n        'one' => 'A file', // first\n        'more' => 'More files',\n        'date' => 'Y-m-d',\n    ],\n    'hi' => \"Hi $name\",\n];\n",
    after:
      "<?php\n/* Übersetzt */\nreturn array(\n  'hi' => \"Servus {$name}\",\n\n  // Zahlen\n  'n' => array('date' => 'd.m.Y',\n    'one' => '[A file]',\n    'more' => '[More files]'),\n  'own' => x('Hier'),\n  'a' => \"Auf\\u{21}\",\n  'new' => '[Fresh words]'\n);\n",
    gone: "old",
  },
  "assignments in PHP": {
    format: php,
    source: "<?php\n$string['a'] = 'Open it';\n$string['b'] = '12';\n$string['old'] = 'Old words';\n",
    target: "<?php\n// Kopf\n$string['old'] = 'Alt';\n$string['b'] = \"zwölf\";\n$string['a']='Auf';\n",
    next: "<?php\n$string['a'] = 'Close it';\n$string['b'] = '12';\n$string['c'] = 'More words';\n",
    after: "<?php\n// Kopf\n$string['b'] = \"zwölf\";\n$string['c'] = '[More words]';\n$string['a']='[Close it]';\n",
    gone: "old",
  },
  js: {
    format: js,
    source:
      'export default {\n  title: "Open it",\n  menu: {\n    hi: `Hi ${name}`,\n    size: "12px", // wide\n  },\n  match: /x/,\n  old: "Old words",\n} as const;\n',
    target:
      "import x from './x';\n\nexport const de = {\n\told: 'Alt', // weg\n\tmatch: /y/,\n\tmenu: { size: '14px', hi: `Servus ${name}` },\n\ttitle: 'Auf\\u0021'\n};\n",
    next: 'export default {\n  title: "Open it",\n  menu: {\n    hi: `Hello ${name}`,\n    size: "12px", // wide\n    more: "More words",\n  },\n  match: /x/,\n  added: "Fresh words",\n} as const;\n',
    after:
      "import x from './x';\n\nexport const de = {\n\tmatch: /y/,\n\tadded: \"[Fresh words]\",\n\tmenu: { size: '14px', more: \"[More words]\", hi: `[Hello ${name}]` },\n\ttitle: 'Auf\\u0021'\n};\n",
    gone: "old",
  },
  toml: {
    format: toml,
    source:
      'title = "Open it"\n\n# Cats\n[cat]\nhash = "1"\none = "{{.N}} cat"\nother = "{{.N}} cats"\n\n[size]\nother = "12"\n\n[old]\nhash = "2"\nother = "Old words"\n',
    target:
      "# Von Hand\ntitle = '''Auf'''\n\n[old]\nhash = \"2\"\nother = 'Stary'\n\n[cat]\none = \"{{.N}} kot\"\nfew = '{{.N}} koty'\nmany = \"{{.N}} kotów\"\n\n[size]\nother = \"dwanaście\"",
    next: 'title = "Close it"\n\n# Cats\n[cat]\nhash = "1"\none = "{{.N}} cat"\nother = "{{.N}} cats"\n\n# Dogs\n[dog]\nother = "Dogs here"\n\n[size]\nother = "12"\n\n[more]\nother = "More words"\n',
    after:
      '# Von Hand\ntitle = \'\'\'[Close it]\'\'\'\n\n[cat]\none = "{{.N}} kot"\nfew = \'{{.N}} koty\'\nmany = "{{.N}} kotów"\n\n# Dogs\n[dog]\nother = "[Dogs here]"\n\n[size]\nother = "dwanaście"\n\n[more]\nother = "[More words]"',
    gone: "old.other",
  },
  ini: {
    format: ini,
    source: '; Texts\nCOM_A="Open it"\nCOM_N="12"\n\n[menu]\nCOM_OLD="Old words"\nCOM_M="Menu here"\n',
    target:
      '; Kopf\nCOM_N="zwölf"\n; Öffnen\nCOM_A = "Auf"\nOWN="Hier"\n\n[menu]\nCOM_M="Menü"\n; Alt\nCOM_OLD="Alt"\n',
    next: '; Texts\nCOM_A="Close it"\nCOM_B="Both words"\nCOM_N="12"\n\n[menu]\nCOM_M="Menu here"\n\n[help]\nCOM_H="Help here"\n',
    after:
      '; Kopf\nCOM_N="zwölf"\n; Öffnen\nCOM_A = "[Close it]"\nCOM_B="[Both words]"\nOWN="Hier"\n\n[menu]\nCOM_M="Menü"\n\n[help]\nCOM_H="[Help here]"\n',
    gone: "menu.COM_OLD",
  },
  ftl: {
    format: ftl,
    source:
      "# License\n\n-brand = Shop\nopen = Open it\n    .title = Opens { $name }\n    .old = Old words\nmails = { $n ->\n    [one] One mail\n   *[other] { $n } mails\n }\n\n# Gone\nold = Old words\n",
    target:
      "# Lizenz\n\nold = Stary\nmails =\n    { $n ->\n        [one] List\n        [few] { $n } listy\n       *[many] { $n } listów\n    }\nopen =\n    Otwórz\n    to\n-brand = { $case ->\n   *[a] Sklep\n    [b] Sklepu\n }",
    next: "# License\n\n-brand = Shop\nopen = Close it\n    .title = Opening { $name }\n# Fresh\nnew = Fresh words\n    .more = And more\nmails = { $n ->\n    [one] One mail\n   *[other] { $n } mails\n }\n",
    after:
      '# Lizenz\n\nmails =\n    { $n ->\n        [one] List\n        [few] { $n } listy\n       *[many] { $n } listów\n    }\nopen =\n    { "[" }Close it]\n    .title = { "[" }Opening { $name }]\n# Fresh\nnew = { "[" }Fresh words]\n    .more = { "[" }And more]\n-brand = { $case ->\n   *[a] Sklep\n    [b] Sklepu\n }',
    gone: "old",
  },
};

const LANGUAGES: Readonly<Record<string, string>> = { arb: "pt-BR", android: "pl", toml: "pl", ftl: "pl" };
const REVISED = { at: "2026-02-03T04:05:06.000Z" };

describe.each(Object.entries(FIXTURES))("writing a translated file of %s", (id, fixture) => {
  const { format } = fixture;
  const language = LANGUAGES[id] ?? "de";

  async function pair(source: string) {
    const options: FormatOptions = { source: "en", target: language, values: "all", plurals: "forms" };
    const document = await format.open(Buffer.from(source), options);
    const beside = format.holdsTargets === true;
    const own = beside ? options : ({ source: language, values: "all", plurals: "forms" } as const);
    const file = await format.open(Buffer.from(fixture.target), own);
    const pairs = pairStrings(format, stringsOf(document), stringsOf(file), beside);
    if (!pairs) throw new Error("no pairs");
    return { document, pairs };
  }

  test("a translated file without changes is written byte for byte", async () => {
    const { pairs } = await pair(fixture.source);
    const same = pairs.adopted.map((one): TranslatedText => one ?? { text: null, skip: true });
    const written = pairs.write(same, language, { removed: [], revised: REVISED });
    expect(Buffer.from(written.bytes).toString()).toBe(fixture.target);
  });

  test("only new, changed and removed strings of a translated file change", async () => {
    const before = new Map((await pair(fixture.source)).document.segments.map(({ key, text }) => [key, text]));
    const { document, pairs } = await pair(fixture.next);
    const translated = document.segments.map((segment, i): TranslatedText => {
      const isSame = before.get(segment.key) === segment.text;
      const own = pairs.adopted[i];
      if (!isSame) return { text: `[${segment.text}]` };
      return own ?? { text: null, skip: true };
    });
    const written = pairs.write(translated, language, { removed: [fixture.gone], revised: REVISED });
    expect(Buffer.from(written.bytes).toString()).toBe(fixture.after);
  });
});

test("the plural syntax of a translation is shown as text if its source has no plural", async () => {
  const source = '{"a":"Files: {n}","b":"{n, plural, one {#} other {#}} x"}';
  const own = '{"a":"{n, plural, one {Ein \\u0023 {n}} other {# Dateien}}"}';
  const options: FormatOptions = { source: "en", target: "de", values: "all", plurals: "forms" };
  const [document, file] = await Promise.all([source, own].map((text) => json.open(Buffer.from(text), options)));
  const pairs = pairStrings(json, stringsOf(document!), stringsOf(file!), false)!;
  const [{ text }] = pairs.adopted as [{ text: string }];
  expect(text).toBe("{n, plural, one {Ein # {n}} other {# Dateien}}");
  const write = (first: string) => {
    const rest = document!.segments.slice(1).map((): TranslatedText => ({ text: null, skip: true }));
    return Buffer.from(pairs.write([{ text: first }, ...rest], "de", { removed: [] }).bytes).toString();
  };
  expect(write(text)).toBe(own);
  expect(write(text.replace("Dateien", "Akten"))).toBe('{"a":"{n, plural, one {Ein # {n}} other {# Akten}}"}');
});

test("two plurals in one message are read and written separately", async () => {
  const choice = (name: string, words: string) =>
    `{ $n ->\n    [one] ${name} ${words}\n   *[other] { $n } ${words}\n  }`;
  const message = (a: string, b: string) => `m = ${choice("A", a)}${choice("B", b)}\n`;
  const options: FormatOptions = { source: "en", target: "de", values: "all", plurals: "forms" };
  const texts = [message("apples", "pears"), message("Äpfel", "Birnen").replaceAll("{ $n }", "{$n}")];
  const [document, file] = await Promise.all(texts.map((text) => ftl.open(Buffer.from(text), options)));
  const { adopted, write } = pairStrings(ftl, stringsOf(document!), stringsOf(file!), false)!;
  expect(adopted.map((one) => one?.forms?.other)).toEqual(["<x1/> Äpfel", "<x1/> Birnen"]);
  const given = adopted.map((one) => ({ text: one!.text, forms: one!.forms! }));
  expect(Buffer.from(write(given, "de", { removed: [] }).bytes).toString()).toBe(texts[1]);
});

test("a string that can't be read as a translation is left unchanged", async () => {
  const source = '{"a":"{n, plural, one {# file} other {# files}}","b":"Text"}';
  const own = '{"a":"{n, select, x {Datei} other {Dateien}} {m, select, y {ja} other {nein}}","b":"Wort"}';
  const options: FormatOptions = { source: "en", target: "de", values: "all", plurals: "forms" };
  const [document, file] = await Promise.all([source, own].map((text) => json.open(Buffer.from(text), options)));
  const pairs = pairStrings(json, stringsOf(document!), stringsOf(file!), false)!;
  const same = pairs.adopted.map((one): TranslatedText => one ?? { text: null, skip: true });
  expect(Buffer.from(pairs.write(same, "de", { removed: [] }).bytes).toString()).toBe(own);
});

describe("reading a translated file", () => {
  const ts = (language: string, texts: readonly string[]) =>
    `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="${language}">\n<context>\n    <name>Main</name>\n${["%1, %2", " &gt; ", "Open"].map((source, i) => `    <message>\n        <source>${source}</source>\n        <translation${texts[i] ? `>${texts[i]}` : ' type="unfinished">'}</translation>\n    </message>\n`).join("")}</context>\n</TS>\n`;

  async function read(format: Format, source: string, own: string) {
    const beside = format.holdsTargets === true;
    const options: FormatOptions = { source: "en", target: "et", values: "all", plurals: "forms" };
    const theirs: FormatOptions = beside ? options : { source: "et", values: "all", plurals: "forms" };
    const [document, file] = [
      await format.open(Buffer.from(source), options),
      await format.open(Buffer.from(own), theirs),
    ];
    const pairs = pairStrings(format, stringsOf(document), stringsOf(file), beside)!;
    const write = (texts: readonly TranslatedText[]) =>
      Buffer.from(pairs.write(texts, "et", { removed: [] }).bytes).toString();
    return { pairs, write };
  }

  test.each([
    [
      "in lists on one line, with letters that YAML 1.1 calls booleans",
      yaml,
      'en:\n  days: [Mon, Tue, "Wed"]\n  months: [~, Jan, Feb]\n  top: Top\n',
      "et:\n  days: [E, T, N]\n  months: [~, jaan, veebr]\n  top: Üles\n",
    ],
    ["in messages of placeholders and signs", qt, ts("en", []), ts("et", ["%1; %2", " » ", "Ava"])],
  ] as const)("every text of a translated file is read: %s", async (_, format, source, own) => {
    const { pairs, write } = await read(format, source, own);
    expect(pairs.values.flatMap(({ key, left }) => (left ? [key] : []))).toEqual([]);
    expect(pairs.adopted).not.toContain(undefined);
    expect(write(pairs.adopted.map((one) => one!))).toBe(own);
  });

  test("a YAML list on one line is added to a translation that lacks it, and rewritten in a translation that has it", async () => {
    const source = "en:\n  days: [Mon, Tue]\n  none: [~, !!binary aGk=]\n  top: Top\n";
    const { write } = await read(yaml, source, "et:\n  top: Üles\n");
    expect(write([{ text: "E" }, { text: "T, teisipäev" }, { text: null }])).toBe(
      'et:\n  days: [E, "T, teisipäev"]\n  top: Üles\n',
    );
    const present = await read(yaml, source, "et:\n  days: [E, T]\n  top: Üles\n");
    expect(present.write([{ text: "E" }, { text: "Te" }, { text: null }])).toBe("et:\n  days: [E, Te]\n  top: Üles\n");
  });
});
