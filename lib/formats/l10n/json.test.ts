import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatContract } from "@/e2e/doubles/format-contract";
import { plainText } from "@/lib/text/segment";
import { arb } from "./arb";
import { json } from "./json";

const NESTED = `{
  // the start page
  "start": {
    "title": "Welcome {{name}}, to the shop",
    "link": "Read <0>the terms</0>\\nbefore",
    "icon": "fa-home",
    "url": "https://example.com/a",
    "colour": "#ff00aa",
    "list": ["One thing", "two things", 3, null, 1.0],
  },
  "nested": "See $t(start.title) for more",
  "flat.key": "A \\u00e9t\\u00e9 text",
  "empty": "",
  "n": 12345678901234567890
}
`;

formatContract(json, {
  fixtures: [
    {
      name: "nested with comments and trailing commas",
      bytes: Buffer.from(NESTED),
      texts: [
        "Welcome {{name}}, to the shop",
        "Read the terms\nbefore",
        "One thing",
        "two things",
        "See $t(start.title) for more",
        "A été text",
      ],
    },
    {
      name: "ICU messages",
      bytes: Buffer.from(
        `{"a":"It is {n, plural, one {# file} many {# of files} other {# files}} here","b":"l'été {x} d''ici"}`,
      ),
      texts: ["It is {n} here", "# file", "# of files", "# files", "l'été {x} d'ici"],
    },
    { name: "minified and ASCII", bytes: Buffer.from('{"a":"Caf\\u00e9 au lait","b":["Hello world"]}') },
    {
      name: "i18next plurals",
      bytes: Buffer.from('{"a_one":"{{count}} file","a_many":"{{count}} of files","a_other":"{{count}} files"}'),
    },
    { name: "a language at the top", bytes: Buffer.from('{"en": {"a": "Hello to you"}}'), options: {} },
  ],
  documents: fc
    .letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string({ maxLength: 20 }),
        fc.stringMatching(/^[a-z <>{}%'$]{1,20}$/),
        fc.integer(),
        fc.constant(null),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(fc.stringMatching(/^[a-z.]{4,9}$/), tie("value"), { maxKeys: 4 }),
      ),
    }))
    .value.map((value) => JSON.stringify({ root: value }, null, 2)),
});

const ARB = `{
  "@@locale": "en",
  "@@x-generator": "none of it",
  "greeting": "Hello {name}, it's you",
  "@greeting": { "description": "Said at the door", "placeholders": { "name": { "type": "String" } } },
  "files": "{count, plural, =0{No files} one{One file} many{{count} of files} other{{count} files}}"
}
`;

formatContract(arb, {
  fixtures: [
    {
      name: "an application",
      bytes: Buffer.from(ARB),
      texts: ["Hello {name}, it's you", "No files", "One file", "{count} of files", "{count} files"],
    },
  ],
});

async function translate(
  format: typeof json,
  source: string,
  target: string,
  change: (text: string) => string,
  options = {},
) {
  const document = await format.open(Buffer.from(source), options);
  const written = await document.write(
    document.segments.map(({ text }) => ({ text: change(text) })),
    target,
  );
  return { text: Buffer.from(written.bytes).toString(), segments: document.segments };
}

const shout = (text: string) => text.replace(/(<[^>]*>)|[a-z]/g, (char, code) => code ?? char.toUpperCase());

test("date patterns are not translated, whichever letters they contain", async () => {
  const values = ["MMMM Do", "dddd (MMM Do)", "dddd, MMM Do YYYY", "dd/MM/yyyy", "Do come in", "Mama"];
  const { segments } = await json.open(Buffer.from(JSON.stringify(values)), {});
  expect(segments.map(({ text }) => text)).toEqual(["Do come in", "Mama"]);
});

test("single letters, and lower-case words under keys that end in Id, are not translated", async () => {
  const { segments } = await json.open(
    Buffer.from('{"grade": "A", "productId": "red-chair", "title": "B is a letter", "paid": "red"}'),
    {},
  );
  expect(segments.map(({ text }) => text)).toEqual(["B is a letter", "red"]);
});

describe("JSON message files", () => {
  test("JSON gets the target's plural keys, with the spacing of neighbouring lines", async () => {
    const { text } = await translate(
      json,
      '{\n    "item_one": "{{count}} item",\n    "item_other": "{{count}} items",\n    "z": "end"\n}',
      "pl",
      shout,
    );
    expect(text).toBe(
      '{\n    "item_one": "{{count}} ITEM",\n    "item_other": "{{count}} ITEMS",\n    "item_few": "{{count}} ITEMS",\n    "item_many": "{{count}} ITEMS",\n    "z": "END"\n}',
    );
  });

  test("ordinal keys and plural objects in JSON get the plural forms of the target language", async () => {
    const ordinal = await translate(
      json,
      '{"a_ordinal_one":"{{count}}st try","a_ordinal_other":"{{count}}th try"}',
      "en",
      shout,
    );
    expect(Object.keys(JSON.parse(ordinal.text))).toEqual([
      "a_ordinal_one",
      "a_ordinal_other",
      "a_ordinal_two",
      "a_ordinal_few",
    ]);
    const object = await translate(json, '{"cats":{"one":"%{n} cat","other":"%{n} cats"}}', "ru", shout);
    expect(JSON.parse(object.text)).toEqual({
      cats: { one: "%{n} CAT", other: "%{n} CATS", few: "%{n} CATS", many: "%{n} CATS" },
    });
  });

  test("a JSON file that names its language in its top key or in a locale property names the target language instead", async () => {
    expect((await translate(json, '{"en":{"a":"Yes"}}', "pt-BR", shout)).text).toBe('{"pt-BR":{"a":"YES"}}');
    expect((await translate(json, '{"en_US":{"a":"Yes"}}', "pt-BR", shout)).text).toBe('{"pt_BR":{"a":"YES"}}');
    expect((await translate(json, '{"locale":"en","a":"Yes"}', "de", shout)).text).toBe('{"locale":"de","a":"YES"}');
    expect((await translate(json, '{"lang":"zh_TW","a":"Yes"}', "pt-BR", shout)).text).toBe(
      '{"lang":"pt_BR","a":"YES"}',
    );
    expect((await translate(json, '{"app":{"a":"Yes"}}', "de", shout)).text).toBe('{"app":{"a":"YES"}}');
  });

  test("a JSON file with several languages gets a key for the target language, or new texts if it already has that key", async () => {
    const source = '{\n  "de": {"a": "Ja"},\n  "en": {"a": "Yes"}\n}';
    expect((await translate(json, source, "fr", shout, { source: "en" })).text).toBe(
      '{\n  "de": {"a": "Ja"},\n  "en": {"a": "Yes"},\n  "fr": {"a": "YES"}\n}',
    );
    expect((await translate(json, source, "de", shout, { source: "en" })).text).toBe(
      '{\n  "de": {"a": "YES"},\n  "en": {"a": "Yes"}\n}',
    );
  });

  test("JSON of WebExtensions and FormatJS provides the message as text and the description as note", async () => {
    const source =
      '{"a":{"message":"Hello $USER$","description":"For people","placeholders":{"user":{"content":"$1"}}}}';
    const { text, segments } = await translate(json, source, "de", shout);
    expect(segments).toMatchObject([{ text: "Hello <x1/>", key: "a", note: "For people" }]);
    expect(text).toContain('"description":"For people"');
    const formatjs = await translate(json, '{"a":{"defaultMessage":"Hello","id":"some words"}}', "de", shout);
    expect(formatjs.text).toBe('{"a":{"defaultMessage":"HELLO","id":"some words"}}');
  });

  test("the last value of a repeated JSON key is used, and big numbers, escapes and a __proto__ key are kept", async () => {
    const source = '{"a":"One","a":"Two","__proto__":{"x":"Three"},"b":1.0,"c":"<\\/b> \\u003cb>Four"}';
    const { text } = await translate(json, source, "de", shout);
    expect(text).toContain('{"a":"One","a":"TWO","__proto__":{"x":"Three"},"b":1.0');
    expect(text).toContain("\\u003c");
  });

  test("JSON values are not translated if they are lists of CSS classes and their key says so", async () => {
    const source = '{"class":"btn btn-primary","className":"md:flex -mt-2","a":{"class":"first class well-read Tea"}}';
    const { segments } = await json.open(Buffer.from(source), {});
    expect(segments.map(({ text }) => text)).toEqual(["first class well-read Tea"]);
  });

  test("JSON that is invalid or nested too deep is refused, and the error names the line", async () => {
    await expect(json.open(Buffer.from('{\n"a": oops}'), {})).rejects.toThrow(
      "This is not valid JSON: there is a word without quotation marks in line 2.",
    );
    await expect(json.open(Buffer.from('{"a": "b"'), {})).rejects.toThrow(/a closing brace is missing in line 1/);
    await expect(json.open(Buffer.from("[".repeat(300_000)), {})).rejects.toMatchObject({ reason: "too_complex" });
  });
});

describe("ARB files", () => {
  test("ARB gets the target's locale, its attributes are not translated, and its descriptions become notes", async () => {
    const { text, segments } = await translate(arb, ARB, "de", shout);
    expect(segments[0]).toMatchObject({ key: "greeting", note: "Said at the door" });
    expect(text).toContain('"@@locale": "de"');
    expect(text).toContain('"@@x-generator": "none of it"');
  });

  test("ARB apostrophes are doubled only if the file uses apostrophes for quoting", async () => {
    const bare = await translate(arb, '{"a":"Name {x}"}', "fr", () => "L'<x1/>");
    expect(JSON.parse(bare.text)).toEqual({ a: "L'{x}" });
    const quoted = await translate(arb, `{"a":"Name {x}","b":"It''s"}`, "fr", (text) =>
      text === "It's" ? "C'est" : "L'<x1/>",
    );
    expect(JSON.parse(quoted.text)).toEqual({ a: "L''{x}", b: "C''est" });
    expect(plainText(quoted.segments[1]!.text)).toBe("It's");
  });

  test("ARB reads a placeholder in quotation marks as a placeholder, unless the file uses quotes to escape braces", async () => {
    const open = async (content: string) => (await arb.open(Buffer.from(content), {})).segments[0]!;
    expect(await open(`{"a":"Delete '{name}'?"}`)).toMatchObject({ text: "Delete '<x1/>'?" });
    expect(await open(`{"a":"Delete '{name}'?","b":"Type '{' or ''"}`)).toMatchObject({ text: "Delete <x1/>?" });
  });

  test("ARB gets the target's plural branches", async () => {
    const { text } = await translate(arb, '{"a":"{n, plural, one{# day} other{# days}}"}', "cs", shout);
    expect(JSON.parse(text).a).toBe("{n, plural, one{# DAY} few {# DAYS} many {# DAYS} other{# DAYS}}");
  });
});

test("translations are written to the entries of their messages in a gotext catalogue", async () => {
  const source = `{
    "language": "en",
    "messages": [
        {
            "id": "Hello {Name}!",
            "message": "Hello {Name}!",
            "translation": "",
            "translatorComment": "On the door",
            "placeholders": [{ "id": "Name", "string": "%[1]s", "type": "string", "expr": "p.Name" }]
        },
        { "id": "Tea", "message": "Tea", "translation": "Té" },
        { "id": ["msg", "Two cups"], "message": "Two cups" }
    ]
}
`;
  const document = await json.open(Buffer.from(source), {});
  expect(document.segments).toMatchObject([
    { text: "Hello <x1/>!", key: "Hello {Name}!", note: "On the door" },
    { text: "Two cups" },
  ]);
  expect(document.finished).toBe(1);
  expect((await json.open(Buffer.from(source), { overwrite: true })).segments).toHaveLength(3);
  const { bytes } = await document.write([{ text: "¡Hola, <x1/>!" }, { text: "Dos tazas" }], "es");
  expect(Buffer.from(bytes).toString()).toBe(
    source
      .replace('"translation": ""', '"translation": "¡Hola, {Name}!"')
      .replace('"message": "Two cups"', '"message": "Two cups", "translation": "Dos tazas"')
      .replace('"language": "en"', '"language": "es"'),
  );
});

describe("plural selects in a gotext catalogue", () => {
  const catalogue = (translation: string) => `{
  "language": "en-US",
  "messages": [
    {
      "id": "tag",
      "message": "{N} tags",
      "translation": ${translation},
      "placeholders": [{ "id": "N", "string": "%[1]d" }]
    }
  ]
}`;
  const choice = `{
        "select": {
          "feature": "plural",
          "arg": "N",
          "cases": {
            "=0": { "msg": "No tag" },
            "one": {
              "msg": "{N} tag"
            },
            "other": {
              "msg": "{N} tags"
            }
          }
        }
      }`;

  test("a gotext plural select becomes one text with plural forms in a project", async () => {
    const options = { source: "en", into: "pl", plurals: "forms" } as const;
    const document = await json.open(Buffer.from(catalogue(choice)), options);
    const source = { "=0": "No tag", one: "<x1/> tag", other: "<x1/> tags" };
    expect(document.segments).toMatchObject([{ key: "tag", plural: { rule: "cardinal", forms: source } }]);
    const forms = { "=0": "Brak tagów", one: "<x1/> tag", few: "<x1/> tagi", many: "<x1/> tagów", other: "<x1/> tagu" };
    const { bytes } = await document.write([{ text: forms.other, forms }], "pl");
    const text = Buffer.from(bytes).toString();
    const { messages } = JSON.parse(text);
    expect(messages[0].translation.select.cases).toEqual({
      "=0": { msg: "Brak tagów" },
      one: { msg: "{N} tag" },
      few: { msg: "{N} tagi" },
      many: { msg: "{N} tagów" },
      other: { msg: "{N} tagu" },
    });
    expect(Object.keys(messages[0].translation.select.cases)).toEqual(["=0", "one", "few", "many", "other"]);
    expect(text).toContain(',\n            "few": {\n');
  });

  test("a gotext plural select is translated case by case, including plural cases that only the target has", async () => {
    const { text, segments } = await translate(json, catalogue(choice), "pl", shout, { source: "en", into: "pl" });
    expect(segments.map((segment) => [segment.key, segment.text])).toEqual([
      ["tag [one]", "<x1/> tag"],
      ["tag [other]", "<x1/> tags"],
      ["tag [=0]", "No tag"],
    ]);
    const made = (category: string) => `,
            "${category}": {
              "msg": "{N} TAGS"
            }`;
    expect(text).toBe(
      catalogue(choice)
        .replace("No tag", "NO TAG")
        .replace('"{N} tag"', '"{N} TAG"')
        .replace(/(?<="other": \{\s+"msg": )"\{N\} tags"\s+\}/, (other) =>
          other.replace("tags", "TAGS").concat(made("few"), made("many")),
        )
        .replace("en-US", "pl"),
    );
  });

  test("a gotext plural select is kept if the catalogue is in the target language, and otherwise replaced by its translated message", async () => {
    const same = await json.open(Buffer.from(catalogue(choice)), { source: "de", into: "en" });
    expect(same.segments).toEqual([]);
    const third = await translate(json, catalogue(choice), "fr", shout, { source: "de", into: "fr" });
    expect(third.text).toBe(catalogue('"{N} TAGS"').replace("en-US", "fr"));
  });

  test("variables and nested selects in a gotext plural select are translated", async () => {
    const nested = `{ "msg": "Sent to \${files}", "var": { "files": { "select": { "feature": "gender", "arg": "P", "cases": { "female": "her files", "other": { "select": { "feature": "plural", "arg": "N", "cases": { "other": "some files" } } } } } } } }`;
    const { segments, text } = await translate(json, catalogue(nested), "de", shout, { into: "de" });
    expect(segments.map((segment) => plainText(segment.text))).toEqual(["Sent to ", "her files", "some files"]);
    expect(text).toContain('"feature": "gender", "arg": "P", "cases": { "female": "HER FILES"');
    expect(text).toContain(`"SENT TO \${files}"`);
  });
});
