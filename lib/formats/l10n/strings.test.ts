import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatContract } from "@/e2e/doubles/format-contract";
import { strings } from "./strings";

const SAMPLE = `/* Title of the start page */
"start.title" = "Welcome to the shop";

// a line comment
"count" = "%1$@ has %2$d apples";
NSCameraUsageDescription = "Takes pictures of \\"things\\"\\nand people";
/* No comment provided by engineer. */
"multi" = "First line
second line";
"unit" = "%@";
`;

formatContract(strings, {
  fixtures: [
    {
      name: "strings in single quotes",
      bytes: Buffer.from("'tea' = 'It\\'s \"good\" tea';\n'pot' = 'A pot';\n"),
      texts: ['It\'s "good" tea', "A pot"],
    },
    {
      name: "UTF-8",
      bytes: Buffer.from(SAMPLE),
      texts: [
        "Welcome to the shop",
        "%1$@ has %2$d apples",
        'Takes pictures of "things"\nand people',
        "First line\nsecond line",
      ],
    },
    {
      name: "UTF-16 with a byte order mark",
      bytes: Buffer.from(`\ufeff${SAMPLE.replaceAll("\n", "\r\n")}`, "utf16le"),
    },
  ],
  documents: fc
    .array(fc.tuple(fc.stringMatching(/^[a-z.]{1,8}$/), fc.string({ maxLength: 30 })))
    .map((pairs) =>
      pairs
        .map(([key, value]) => `"${key}" = "${value.replace(/[\\"\0]/g, "\\$&").replaceAll("\\\0", "")}";\n`)
        .join(""),
    ),
});

describe("Apple .strings files", () => {
  test(".strings comments become notes if they carry information", async () => {
    const { segments } = await strings.open(Buffer.from(SAMPLE), {});
    expect(segments.map((segment) => segment.note)).toEqual([
      "Title of the start page",
      "a line comment",
      undefined,
      undefined,
    ]);
  });

  test(".strings arguments are numbered if the translation reorders them", async () => {
    const document = await strings.open(Buffer.from('"a" = "%@ of %@ files";'), {});
    const { bytes } = await document.write([{ text: "<x2/> fichiers, <x1/>" }], "fr");
    expect(Buffer.from(bytes).toString()).toBe('"a" = "%2$@ fichiers, %1$@";');
  });

  test(".strings with a missing semicolon or an unclosed string is refused, and the error names the line", async () => {
    await expect(strings.open(Buffer.from('"a" = "b"\n"c" = "d";'), {})).rejects.toThrow(/line 2/);
    await expect(strings.open(Buffer.from('"a" = "b";\n"c" = "d;'), {})).rejects.toThrow(/line 2/);
  });
});
