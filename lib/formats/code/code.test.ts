// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders of other languages are the matter here
import { describe, expect, test } from "vitest";
import { withinCpuMs } from "@/e2e/cpu-time";
import { formatContract } from "@/e2e/doubles/format-contract";
import type { Format } from "@/lib/formats/format";
import { chooseFormat } from "@/lib/formats/registry";
import { js } from "./js";
import { php } from "./php";

async function translate(format: Format, source: string, change: (text: string) => string): Promise<string> {
  const document = await format.open(Buffer.from(source), {});
  const written = await document.write(
    document.segments.map(({ text }) => ({ text: change(text) })),
    "es",
  );
  return Buffer.from(written.bytes).toString();
}

async function read(format: Format, source: string): Promise<(string | undefined)[][]> {
  const { segments } = await format.open(Buffer.from(source), {});
  return segments.map(({ key, text }) => [key, text]);
}

const LARAVEL = `<?php

// Messages of the shop.
return [
    'title' => 'Welcome to the shop',
    "greeting" => "Hello! It's \\"fine\\"",
    'nested' => array(
        'deep' => ['Don\\'t worry', 'Be happy now'],
    ),
    'rules' => 'required|max:255',
    'url' => 'https://example.com/a',
    'joined' => 'Part one ' . 'part two',
    'called' => __('Not this one'),
];
`;

const MODULE = `import { x } from "./not/this one";
// A comment: "not this"
export default {
  title: "Welcome to the shop",
  'greeting': 'It\\'s {name}, hello',
  nested: { deep: ["Some words here", \`Hello \${user.name + "}"}, dear\`] },
  fn: () => { return "not this one"; },
  called: t("not this one"),
  joined: "one part " + "another part",
  either: x ? "not this one" : "nor this one",
  regex: /"not this/g,
} as const;
`;

formatContract(php, {
  fixtures: [
    {
      name: "an array of Laravel",
      bytes: Buffer.from(LARAVEL),
      texts: ["Welcome to the shop", 'Hello! It\'s "fine"', "Don't worry", "Be happy now"],
    },
    {
      name: "windows line ends",
      bytes: Buffer.from("<?php\r\nreturn ['a' => 'Some words'];\r\n"),
      texts: ["Some words"],
    },
    {
      name: "what PHP fills in",
      bytes: Buffer.from('<?php $lang["hi"] = "Hello $name, you owe {$sum[\'x\']} dollars";\n'),
      texts: ["Hello $name, you owe {$sum['x']} dollars"],
    },
  ],
});

formatContract(js, {
  fixtures: [
    {
      name: "a module",
      bytes: Buffer.from(MODULE),
      texts: ["Welcome to the shop", "It's {name}, hello", "Some words here", 'Hello ${user.name + "}"}, dear'],
    },
    {
      name: "JSON5",
      bytes: Buffer.from("// five\n{ plain: 'Some words', \"quoted\": \"More words\", list: ['And more',], }\n"),
      texts: ["Some words", "More words", "And more"],
    },
  ],
  reopen: {},
});

describe("PHP message files", () => {
  test("the key of a PHP message is the path of its array keys", async () => {
    expect(await read(php, LARAVEL)).toEqual([
      ["title", "Welcome to the shop"],
      ["greeting", 'Hello! It\'s "fine"'],
      ["nested.deep.0", "Don't worry"],
      ["nested.deep.1", "Be happy now"],
    ]);
  });

  test("PHP messages are translated even if their key is language or domain", async () => {
    expect(
      await read(php, "<?php\nreturn ['language' => 'Language', 'domain' => 'Domain', 'a' => 'Words'];\n"),
    ).toEqual([
      ["language", "Language"],
      ["domain", "Domain"],
      ["a", "Words"],
    ]);
  });

  test("PHP messages are read from assignments to array elements and from WordPress's message arrays", async () => {
    expect(await read(php, "<?php\n$lang['save']['all'] = 'Save all of it';\n$x = 'Not this one';\n")).toEqual([
      ["save.all", "Save all of it"],
    ]);
    const wordpress = "<?php\nreturn ['domain'=>'x','messages'=>['Hello there'=>'Hello there you','A'=>'Big words']];";
    expect(await read(php, wordpress)).toEqual([
      ["messages.Hello there", "Hello there you"],
      ["messages.A", "Big words"],
    ]);
  });

  test("a PHP translation is escaped so that PHP reads exactly the translated text", async () => {
    const source = `<?php return ['a' => 'Some words', "b" => "More words"];`;
    expect(await translate(php, source, () => 'C:\\ d\'or "$5" {$x}')).toBe(
      String.raw`<?php return ['a' => 'C:\ d\'or "$5" {$x}', "b" => "C:\\ d'or \"$5\" {\$x}"];`,
    );
  });
});

describe("JavaScript message files", () => {
  test("the branches of an ICU plural in JavaScript are separate messages", async () => {
    expect(await read(js, 'export default { count: "{n, plural, one {# file} other {# files}}" }')).toEqual([
      ["count [n one]", "<x1/> file"],
      ["count [n other]", "<x1/> files"],
    ]);
  });

  test("a JavaScript translation is written in the same quotation marks as the source string", async () => {
    expect(await translate(js, "export default { a: 'Some words', b: `More words` }", () => "l'eau `x` ${y}")).toBe(
      "export default { a: 'l\\'eau `x` ${y}', b: `l'eau \\`x\\` \\${y}` }",
    );
  });

  test("string literals in TypeScript types are not translated", async () => {
    expect(await read(js, 'export type Size = { a: "very small" | "large"; b: "Some words" };\n')).toEqual([]);
  });

  test("Qt's .ts files are distinguished from TypeScript by their content", () => {
    const qt = '<?xml version="1.0"?><!DOCTYPE TS><TS version="2.1"></TS>';
    expect(chooseFormat(Buffer.from(qt), "app_es.ts").id).toBe("qt");
    expect(chooseFormat(Buffer.from(MODULE), "en.ts").id).toBe("js");
  });
});

test.each([
  ["php", php, `<?php return [${"[".repeat(100_000)}`],
  ["php", php, `<?php return ["${"{$".repeat(20_000)}`],
  ["js", js, `export default ${"{a:".repeat(100_000)}`],
  ["js", js, `export default "${"\\\\".repeat(100_001)}`],
])("hostile code is read or refused in linear time: %s", async (_, format, source) => {
  await withinCpuMs(2_000, () =>
    format.open(Buffer.from(source), {}).catch((error) => expect(error.name).toBe("UnreadableFile")),
  );
});

describe("strings joined or chosen by code", () => {
  const warningsOf = async (format: Format, source: string) => (await format.open(Buffer.from(source), {})).warnings;

  test("a warning counts the messages that code joins from several strings, each message once, and ignores other code", async () => {
    const inArray = `<?php return ['a' => 'Hello ' . $name . '!', 'b' => "The " . f('Yes no') . " is here",
      'c' => ['One ' . 'two words'], 'd' => 'Hello there', 'e' => __DIR__ . '/x/y', 'f' => f('Hello ' . $name)];`;
    expect(await warningsOf(php, inArray)).toMatchObject([{ code: "part_skipped", count: 3 }]);
    const assigned = "<?php\n$a['x'] = 'Hello ' . $name . ', dear';\n$a['y'] = 'Hello';\n$b['z'] = ROOT . '/a/b.php';";
    expect(await warningsOf(php, assigned)).toMatchObject([{ code: "part_skipped", count: 1 }]);
    const module = `const url = "Hello there " + x;
      export default { a: "Hello " + name, b: name + " is here", c: ["One " + "two words", "Hello"], d: "Hello there",
        e: base + "/path/x", f: t("Hello " + name), "g": "It costs " + (5 + y) + " euros", h: 1 + 2 };`;
    expect(await warningsOf(js, module)).toMatchObject([{ code: "part_skipped", count: 4 }]);
  });

  test.each([
    [js, `export default { a: "Hello", b: x ? "Yes, please" : "No, thanks", c: { "d": y ?? "Not yet" } };`, 2],
    [js, `export default { a: "Hello", b: { c: "Yes" }, d: ["One two", x ? y : z] };`, 0],
    [php, "<?php return ['a' => $x ? 'Yes, please' : 'No, thanks', 'b' => $y ?: 'Not yet', 'c' => 'Hello'];", 2],
    [php, "<?php\n$a['x'] = $y ? 'Yes, please' : 'No, thanks';\n$a['z'] = 'Hello';", 1],
  ])(
    "a warning counts the messages whose text depends on a condition in the code: %#",
    async (format, source, count) => {
      expect(await warningsOf(format, source)).toMatchObject(count > 0 ? [{ code: "part_skipped", count }] : []);
    },
  );
});
