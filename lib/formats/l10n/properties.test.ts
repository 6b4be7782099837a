import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatContract } from "@/e2e/doubles/format-contract";
import { properties } from "./properties";

const SAMPLE = `# Licence

# The greeting of the start page
greeting = Hello world\\
   and everybody
colon:It works
spaced  Nice to meet you
arguments=You have {0} messages, {1}
apostrophe=It''s {0}''s turn to quote '{braces}'
path=/usr/share/icons/a.png
empty=
umlaut=caf\\u00e9 and tea
plural={n, plural, one {# file} many {# of files} other {# files}}
`;

/**
 * Turns a random document into one of messages by adding more of them than other values. A file is classified by its
 * values, and in a file of settings single words are not translated, so that a translation could be read otherwise than
 * its source. For files that people bring, every value is read.
 */
const MESSAGES = `# ${Array.from({ length: 121 }, () => '"Some plain words"').join(", ")}\n`;

formatContract(properties, {
  fixtures: [
    {
      name: "a file of ASCII with continuation lines, escapes and arguments",
      bytes: Buffer.from(SAMPLE),
      texts: [
        "Hello worldand everybody",
        "It works",
        "Nice to meet you",
        "You have {0} messages, {1}",
        "It's {0}'s turn to quote {braces}",
        "café and tea",
        "# file",
        "# of files",
        "# files",
      ],
    },
    {
      name: "captions with the letter of a key, and values for machines",
      bytes: Buffer.from(
        "menu.file=&File\nmenu.exit=E&xit\nmenu.view=_View\nshow.tips=true\nwidth=120px\nlimit=0x1F\n",
      ),
      texts: ["File", "Exit", "View"],
    },
    { name: "UTF-8 with CRLF", bytes: Buffer.from("a=Größe der Datei\r\nb=Ende der Welt\r\n") },
    { name: "ISO-8859-1", bytes: Buffer.from("a=Gr\xf6\xdfe der Datei\nb=Ende der Welt", "latin1") },
  ],
  documents: fc
    .array(
      fc.tuple(
        fc.stringMatching(/^[a-z.]{1,8}$/),
        fc.constantFrom("=", " : ", " "),
        // Without accelerator marks; accented letters are tested separately.
        fc.stringMatching(/^[\x20-\x25\x27-\x5e\x60-\x7d]{0,30}$/),
      ),
    )
    .map(
      (pairs) => MESSAGES + pairs.map(([key, sep, value]) => `${key}${sep}${value.replace(/\\/g, "\\n")}\n`).join(""),
    ),
});

async function translate(source: string | Buffer, target: string, texts: readonly string[]) {
  const document = await properties.open(Buffer.from(source), {});
  const written = await document.write(
    texts.map((text) => ({ text })),
    target,
  );
  return Buffer.from(written.bytes);
}

describe("Java properties", () => {
  test("a properties file keeps its encoding (ASCII, Latin-1 or UTF-8), and characters outside it are written as \\uXXXX", async () => {
    expect((await translate("a=Hello\n", "es", ["Adiós ñ 日"])).toString()).toBe("a=Adi\\u00F3s \\u00F1 \\u65E5\n");
    const latin1 = await translate(Buffer.from("a=Gr\xf6\xdfe\n", "latin1"), "es", ["Tamaño 日"]);
    expect(latin1.toString("latin1")).toBe("a=Tama\xf1o \\u65E5\n");
    expect((await translate("a=Größe\n", "es", ["Tamaño"])).toString()).toBe("a=Tamaño\n");
  });

  test("apostrophes are doubled only in properties values that Java reads with MessageFormat", async () => {
    expect((await translate("a=The name {0}\nb=The name\n", "fr", ["L'été <x1/>", "L'été"])).toString()).toBe(
      "a=L''\\u00E9t\\u00E9 {0}\nb=L'\\u00E9t\\u00E9\n",
    );
    expect((await translate("a=The name {0}\nb=Don't {0}\n", "fr", ["L'ami <x1/>", "Non <x1/>"])).toString()).toBe(
      "a=L'ami {0}\nb=Non {0}\n",
    );
  });

  test("the comment above a properties value becomes its note", async () => {
    const { segments } = await properties.open(Buffer.from(SAMPLE), {});
    expect(segments[0]).toMatchObject({ key: "greeting", note: "The greeting of the start page" });
  });

  test("the branches of a choice in a properties message are translated, and a message with unbalanced braces is plain text", async () => {
    const source =
      "a=There {0,choice,0#are no files|1#is one file|1<are {0,number} files} in {1}.\nb={0,choice,0#no files|1#one file\nc=C:\\\\Program Files\\\\x\n";
    const { segments } = await properties.open(Buffer.from(source), {});
    expect(segments.map(({ text }) => text)).toEqual([
      "There <x1/> in <x2/>.",
      "are no files",
      "is one file",
      "are <x1/> files",
    ]);
    expect(
      (
        await translate(source, "es", ["En <x2/> <x1/>.", "no hay archivos", "hay un archivo", "hay <x1/> archivos"])
      ).toString(),
    ).toBe(source.replace(/a=.*/, "a=En {1} {0,choice,0#no hay archivos|1#hay un archivo|1<hay {0,number} archivos}."));
  });

  test("properties get the target's plural branches", async () => {
    expect(
      (
        await translate("a={n, plural, one {# file} other {# files}}\n", "pl", ["<x1/> plik", "<x1/> plików"])
      ).toString(),
    ).toBe("a={n, plural, one {# plik} few {# plik\\u00F3w} many {# plik\\u00F3w} other {# plik\\u00F3w}}\n");
  });
});
