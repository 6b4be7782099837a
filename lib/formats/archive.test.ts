import { describe, expect, test } from "vitest";
import { formatContract } from "@/e2e/doubles/format-contract";
import { docxOf, p, partOf, zipOf } from "@/e2e/doubles/office-files";
import { chooseFormat, formatById } from "./registry";
import { makeZip } from "./zip";

const zip = formatById("zip")!;
const LETTER = docxOf(p("The letter here"));
const PO = 'msgid ""\nmsgstr "Language: es\\n"\n\nmsgid "Some words"\nmsgstr ""\n\nmsgid "Done"\nmsgstr "Hecho"\n';

const files = (contents: Readonly<Record<string, string | Uint8Array>>) =>
  makeZip(Object.entries(contents).map(([name, content]) => [name, Buffer.from(content)] as const));

const ARCHIVE = files({
  "docs/readme.md": "# The title\n",
  "docs/en.json": '{"a": "Some words"}\n',
  "letter.docx": LETTER,
  "picture.png": Buffer.from([0x89, 0x50, 0, 1]),
  "shop.po": PO,
  "__MACOSX/._letter.docx": "left",
});

formatContract(zip, {
  fixtures: [
    {
      name: "documents of several formats",
      bytes: Buffer.from(files({ "a/b.md": "# The title\n", "a/b.txt": "Some words\n", "c.docx": LETTER })),
      texts: ["The title", "Some words", "The letter here"],
    },
  ],
});

describe("a ZIP of documents", () => {
  test("each document in a ZIP is translated in its own format and keeps its path in the ZIP", async () => {
    const document = await zip.open(ARCHIVE, { source: "en", into: "es" });
    expect(document.segments.map(({ key, text }) => [key, text])).toEqual([
      ["docs/readme.md", "The title"],
      ["docs/en.json: a", "Some words"],
      ["letter.docx", "The letter here"],
      ["shop.po: Some words", "Some words"],
    ]);
    expect(document.finished).toBe(1);
    expect(document.warnings).toMatchObject([
      { code: "part_skipped", count: 1, message: "One file is left as it is: picture.png." },
    ]);
    const { bytes } = await document.write(
      document.segments.map(({ text }) => ({ text: `${text} x` })),
      "es",
    );
    expect(partOf(bytes, "docs/readme.md")).toBe("# The title x\n");
    expect(partOf(bytes, "docs/en.json")).toBe('{"a": "Some words x"}\n');
    expect(partOf(bytes, "shop.po")).toContain('msgstr "Some words x"\n\nmsgid "Done"\nmsgstr "Hecho"');
    expect(partOf(bytes, "picture.png")).toBe(partOf(ARCHIVE, "picture.png"));
  });

  test("a ZIP of documents is distinguished from a document that is itself a ZIP package, such as docx", () => {
    expect(chooseFormat(LETTER, "letter.zip").id).toBe("docx");
    expect(chooseFormat(ARCHIVE, "all.zip").id).toBe("zip");
  });

  test("a ZIP is refused if it contains no documents, or if the packages in it, such as docx, unpack to too much data in total", async () => {
    await expect(zip.open(files({ "a.png": Buffer.from([0x89, 0]) }), {})).rejects.toMatchObject({ reason: "corrupt" });
    const media = "0123456789abcdef".repeat(1 << 16);
    const heavy = zipOf({
      "[Content_Types].xml": "",
      ...Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`word/${i}`, media])),
    });
    const many = makeZip(Array.from({ length: 20 }, (_, i) => [`${i}.docx`, heavy] as const));
    await expect(zip.open(many, {})).rejects.toMatchObject({ reason: "hostile" });
  });

  test("a ZIP inside a ZIP of documents is left untranslated and causes a warning", async () => {
    const { segments, warnings } = await zip.open(
      files({ "a.txt": "Some words", "b.zip": zipOf({ "c.txt": "x" }) }),
      {},
    );
    expect(segments).toHaveLength(1);
    expect(warnings).toMatchObject([{ code: "part_skipped" }]);
  });
});
