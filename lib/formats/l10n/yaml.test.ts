import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { formatContract } from "@/e2e/doubles/format-contract";
import { yaml } from "./yaml";

const RAILS = `# All texts
en:
  # The title
  title: Welcome to the shop # at the top
  quoted: "A \\"quoted\\" text\\nin two lines"
  single: 'It''s a text'
  anchored: &base The base text
  alias: *base
  count: 12
  flag: yes
  sym: :short
  binary: !!binary aGVsbG8gdGhlcmU=
  date: "%d %B %Y"
  list: ["One thing", "two, things", :a]
  block: |
      First line of it
        indented line

      third line

  folded: >-
    A long text that goes
    over lines.

    And a paragraph.
  items:
    one: "%{count} item"
    many: "%{count} of items"
    other: "%{count} items"
  seq:
    - An entry here
    - {a: 'Inside the flow', b: true}
`;

formatContract(yaml, {
  fixtures: [
    {
      name: "commands and secrets among texts",
      bytes: Buffer.from(
        "name: Build of the app\nrun: |\n  mkdir -p tea\n  make all\nscript: npm ci --silent\npath: $HOME/.m2\nsecure: Ab3+dEfGhIjKlMnOpQrStUvWxYz0123456789abcd=\n",
      ),
      texts: ["Build of the app"],
    },
    {
      name: "a long comment before the first key",
      bytes: Buffer.from(`${"# A line of the licence\n".repeat(200)}title: The shop\n`),
      texts: ["The shop"],
    },
    { name: "nothing but comments", bytes: Buffer.from("# No defaults yet.\n"), texts: [] },
    {
      name: "a locale of Rails",
      bytes: Buffer.from(RAILS),
      texts: [
        "Welcome to the shop",
        'A "quoted" text\nin two lines',
        "It's a text",
        "The base text",
        "One thing",
        "two, things",
        "First line of it\n  indented line\n\nthird line",
        "A long text that goes over lines.\nAnd a paragraph.",
        "%{count} item",
        "%{count} of items",
        "%{count} items",
        "An entry here",
        "Inside the flow",
      ],
      options: {},
    },
    { name: "CRLF", bytes: Buffer.from("a: Hello world\r\nb: |\r\n  Some text\r\n  more of it\r\nc: 'it is'\r\n") },
  ],
  check: (bytes) => void parse(Buffer.from(bytes).toString(), { logLevel: "error" }),
  documents: fc
    .dictionary(
      fc.stringMatching(/^[a-z]{4,8}$/),
      fc.tuple(
        fc.constantFrom("plain", "'", '"', "|", ">", "|-", ">+"),
        fc.stringMatching(/^[a-zA-Z][a-z,.!]{0,6}( [a-z,.!]{1,6}){0,4}$/),
      ),
      { maxKeys: 6 },
    )
    .map((pairs) =>
      Object.entries(pairs)
        .map(([key, [style, text]]) => {
          if (style === "plain") return `${key}: ${text}\n`;
          if (style === "'" || style === '"') return `${key}: ${style}${text}${style}\n`;
          return `${key}: ${style}\n   ${text}\n   ${text}\n\n   ${text}\n`;
        })
        .join("# a comment\n"),
    ),
});

async function translate(
  source: string,
  target: string,
  texts: readonly string[] | ((text: string) => string),
  options = {},
) {
  const document = await yaml.open(Buffer.from(source), options);
  const change = typeof texts === "function" ? texts : null;
  const written = await document.write(
    document.segments.map(({ text }, index) => ({ text: change ? change(text) : (texts as string[])[index]! })),
    target,
  );
  return Buffer.from(written.bytes).toString();
}

const shout = (text: string) => text.replace(/(<[^>]*>)|[a-z]/g, (char, code) => code ?? char.toUpperCase());

describe("YAML message files", () => {
  test("Rails YAML gets the target's language as its top key, quoted for Norwegian since YAML 1.1 reads no as false", async () => {
    expect(await translate("en:\n  a: Yes please\n", "pt-BR", shout)).toBe("pt-BR:\n  a: YES PLEASE\n");
    expect(await translate("en:\n  a: Yes please\n", "no", shout)).toBe('"no":\n  a: YES PLEASE\n');
  });

  test("YAML gets the target's plural keys at the same depth, before the next key", async () => {
    const source = 'en:\n    a:\n        one: "%{count} day" # c\n        other: "%{count} days" # d\n    b: text\n';
    expect(await translate(source, "pl", shout)).toBe(
      'pl:\n    a:\n        one: "%{count} DAY" # c\n        other: "%{count} DAYS" # d\n        few: "%{count} DAYS"\n        many: "%{count} DAYS"\n    b: TEXT\n',
    );
    expect(parse(await translate("a: {one: x day, other: x days}\n", "pl", shout))).toEqual({
      a: { one: "X DAY", other: "X DAYS", few: "X DAYS", many: "X DAYS" },
    });
  });

  test("a plain YAML scalar is quoted only if YAML would not read the unquoted translation as the same text", async () => {
    const values = [
      "no",
      "12:30",
      "- a",
      "a: b",
      "a #b",
      "null",
      "@b",
      "{a",
      "2024-01-02",
      "étoile",
      "yes!",
      "*a",
      "a:",
    ];
    for (const value of values) {
      const written = await translate("a: Some text\n", "fr", [value]);
      expect(parse(written, { version: "1.1" })).toEqual({ a: value });
      expect(parse(written, { version: "1.2" })).toEqual({ a: value });
    }
    expect(await translate("a: Some text\n", "fr", ["étoile filante, c'est"])).toBe("a: étoile filante, c'est\n");
  });

  test("YAML block scalars keep their indentation, headers and blank lines", async () => {
    const source =
      "a: |+\n      One line\n      two lines\n\n\nb: >\n  Folded text\n  goes on\n\n  and on\nc: end of it\n";
    expect(await translate(source, "fr", ["Une\ndeux", "Plié\net", "fin"])).toBe(
      "a: |+\n      Une\n      deux\n\n\nb: >\n  Plié\n\n  et\nc: fin\n",
    );
  });

  test("a YAML file with several languages gets a key for the target language, or new texts if it already has that key", async () => {
    const source = "de:\n  a: Ja doch\n# English\nen:\n  a: Yes please\n";
    expect(await translate(source, "fr", shout, { source: "en" })).toBe(`${source}fr:\n  a: YES PLEASE\n`);
    expect(await translate(source, "de", shout, { source: "en" })).toBe(
      "de:\n  a: YES PLEASE\n# English\nen:\n  a: Yes please\n",
    );
  });

  test.each([
    ["an unclosed quotation mark", 'a: One\nb: "Two words\nc: Three\n', 4],
    ["an unclosed bracket", "a: One\nb: [Two, words\n", 3],
    ["an unknown escape", 'a: "Two \\q words"\n', 1],
    ["a value that is followed by a deeper level", "a: Some words\n  b: More words\n", 1],
    ["text after a quoted value", 'a: One\nb: "Two" words\n', 2],
    ["inconsistent indentation", "a:\n    b: Some words\n   c: More words\n", 3],
  ])("YAML with %s is refused, and the error names the line", async (_, source, line) => {
    await expect(yaml.open(Buffer.from(source), {})).rejects.toMatchObject({
      reason: "corrupt",
      message: expect.stringContaining(`line ${line}.`),
    });
  });

  test("YAML with harmless errors, such as a repeated key or an unquoted value, is read", async () => {
    const source = "a: Some words\na: %{name} waits\nb: `code` in words\nTo: For:\n";
    expect(await translate(source, "es", (text) => text)).toBe(source);
    expect(await translate(source, "es", shout)).toBe(
      'a: Some words\na: "%{name} WAITS"\nb: "`CODE` IN WORDS"\nTo: For:\n',
    );
  });

  test("YAML that is nested too deep is refused", async () => {
    await expect(yaml.open(Buffer.from("- ".repeat(20_000)), {})).rejects.toMatchObject({ reason: "too_complex" });
    await expect(yaml.open(Buffer.from(`a: ${"[".repeat(20_000)}`), {})).rejects.toMatchObject({
      reason: expect.stringMatching(/too_complex|corrupt/),
    });
  });
});

test.each([
  ["bcl", "bik"],
  ["cnr", "sr-ME"],
  ["no", "nb"],
])("a Rails file with the outdated language code %s is read as %s", async (old, language) => {
  const { segments } = await yaml.open(Buffer.from(`${old}:\n  save: Gem det\n`), { source: language });
  expect(segments).toMatchObject([{ key: "save", text: "Gem det" }]);
});
