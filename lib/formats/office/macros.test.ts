import { describe, expect, test } from "vitest";
import { ap, docxOf, p, partOf, pptxOf, xlsxOf } from "@/e2e/doubles/office-files";
import type { Format } from "@/lib/formats/format";
import { chooseFormat } from "@/lib/formats/registry";
import { makeZip, ZipArchive } from "@/lib/formats/zip";
import { docx } from "./docx";
import { pptx } from "./pptx";
import { xlsx } from "./xlsx";

const VBA = "vbaProject \u0001\u0002 bytes";

/** The same document as Office saves it with macros. */
function withMacros(bytes: Uint8Array, from: RegExp, to: string, folder: string): Uint8Array {
  const archive = ZipArchive.open(bytes);
  const entries = archive.entries.map((entry): [string, Buffer] => {
    const content = archive.read(entry);
    if (entry.name !== "[Content_Types].xml") return [entry.name, content];
    return [entry.name, Buffer.from(content.toString().replace(from, to))];
  });
  return makeZip([...entries, [`${folder}/vbaProject.bin`, Buffer.from(VBA)]], []);
}

const WORD = /application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.document\.main\+xml/;
const EXCEL = /application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet\.main\+xml/;
const POWERPOINT = /application\/vnd\.openxmlformats-officedocument\.presentationml\.presentation\.main\+xml/;

const documents: readonly [string, Format, string, Uint8Array, string][] = [
  [
    "docm",
    docx,
    "word",
    withMacros(docxOf(p("Some words")), WORD, "application/vnd.ms-word.document.macroEnabled.main+xml", "word"),
    "application/vnd.ms-word.document.macroEnabled.12",
  ],
  [
    "dotm",
    docx,
    "word",
    withMacros(docxOf(p("Some words")), WORD, "application/vnd.ms-word.template.macroEnabledTemplate.main+xml", "word"),
    "application/vnd.ms-word.template.macroEnabled.12",
  ],
  [
    "xlsm",
    xlsx,
    "xl",
    withMacros(
      xlsxOf(["<t>Some words</t>"], { One: { cells: { A1: "s0" } } }),
      EXCEL,
      "application/vnd.ms-excel.sheet.macroEnabled.main+xml",
      "xl",
    ),
    "application/vnd.ms-excel.sheet.macroEnabled.12",
  ],
  [
    "pptm",
    pptx,
    "ppt",
    withMacros(
      pptxOf([ap("Some words")]),
      POWERPOINT,
      "application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml",
      "ppt",
    ),
    "application/vnd.ms-powerpoint.presentation.macroEnabled.12",
  ],
];

describe.each(documents)("a document with macros: %s", (extension, format, folder, bytes, mediaType) => {
  test("a document with macros keeps its file type and its macros byte for byte when it is translated", async () => {
    expect(chooseFormat(bytes, `a.${extension}`)).toBe(format);
    const document = await format.open(bytes, {});
    expect(document.segments.map(({ text }) => text)).toEqual(["Some words"]);
    const written = await document.write([{ text: "Unas palabras" }], "es");
    expect([written.extension, written.mediaType]).toEqual([extension, mediaType]);
    expect(partOf(written.bytes, `${folder}/vbaProject.bin`)).toBe(VBA);
    expect(partOf(written.bytes, "[Content_Types].xml")).toBe(partOf(bytes, "[Content_Types].xml"));
    const again = await format.open(written.bytes, {});
    expect(again.segments.map(({ text }) => text)).toEqual(["Unas palabras"]);
  });

  test("a document with macros is written byte for byte if no text changes", async () => {
    const document = await format.open(bytes, {});
    const written = await document.write([{ text: null }], "es");
    expect(Buffer.from(written.bytes).equals(bytes)).toBe(true);
  });
});
