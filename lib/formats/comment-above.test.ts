import { expect, test } from "vitest";
import { labelsInNote } from "@/lib/text/labels-in-note";
import { js } from "./code/js";
import { php } from "./code/php";
import { commentAbove } from "./comment-above";
import type { Format } from "./format";
import { android } from "./l10n/android";
import { yaml } from "./l10n/yaml";
import { toml } from "./settings/toml";

const FILES: Readonly<Record<string, { format: Format; file: string }>> = {
  Android: {
    format: android,
    file: `<resources>
    <!-- labels: door, sign -->
    <string name="a">The house is big.</string>
    <string name="b">The tree is green.</string>
    <!-- On the tree.
         tags: tree -->
    <plurals name="c">
        <item quantity="one">%d leaf</item>
        <item quantity="other">%d leaves</item>
    </plurals>
</resources>
`,
  },
  YAML: {
    format: yaml,
    file: `en:
  # labels: door, sign
  a: The house is big.
  b: The tree is green.
  # On the tree.
  # tags: tree
  c:
    one: "%{count} leaf"
    other: "%{count} leaves"
`,
  },
  TOML: {
    format: toml,
    file: `# labels: door, sign
a = "The house is big."
b = "The tree is green."

# On the tree.
# tags: tree
[c]
one = "{{.Count}} leaf"
other = "{{.Count}} leaves"
`,
  },
  PHP: {
    format: php,
    file: `<?php
return [
    // labels: door, sign
    'a' => 'The house is big.',
    'b' => 'The tree is green.',
    'group' => [
        /**
         * On the tree.
         * tags: tree
         */
        'c' => '{1} One leaf|[2,*] Many leaves',
    ],
];
`,
  },
  JavaScript: {
    format: js,
    file: `export default {
  /* labels: door, sign */
  a: "The house is big.",
  b: "The tree is green.", // labels: none
  // On the tree.
  // tags: tree
  c: "{n, plural, one {# leaf} other {# leaves}}",
};
`,
  },
};

test.each(Object.entries(FILES))(
  "the comment above a string becomes the string's note and can set the string's labels, in a file of kind %s",
  async (_, one) => {
    const { segments } = await one.format.open(Buffer.from(one.file), {
      source: "en",
      plurals: "nested",
      values: "all",
    });
    const notes = segments.map(({ note }) => note);
    expect(notes.slice(0, 2)).toEqual(["labels: door, sign", undefined]);
    expect(notes[2]!.split("\n").map((line) => line.trim())).toEqual(["On the tree.", "tags: tree"]);
    expect(notes.map((note) => labelsInNote(note)).slice(0, 3)).toEqual([["door", "sign"], [], ["tree"]]);
  },
);

test("a comment becomes the note of a string only if it is directly above the string, without an empty line or code in between", () => {
  const above = (source: string) => commentAbove(source, source.indexOf("x"), "program");
  expect(above("// one\n\n// two\r\n  x")).toBe("two");
  expect(above("a, /* one\n two */\nx")).toBeUndefined();
  expect(above("#[Attribute]\nx")).toBeUndefined();
  expect(above("// one\na, x")).toBeUndefined();
});
