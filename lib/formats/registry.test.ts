import { describe, expect, test } from "vitest";
import { chooseFormat, extensionOf, FORMATS } from "./registry";

const utf8 = (text: string) => Buffer.from(text);
const compoundFile = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(600)]);
const SRT = "1\n00:00:01,000 --> 00:00:02,000\nTea\n";

describe("choosing a file's format", () => {
  test.each([
    ["Tea.TXT", "Tea", "txt"],
    ["tea.Markdown", "# Tea", "md"],
    ["tea.htm", "just words", "html"],
    ["page.xhtml", "<html>", "xhtml"],
    ["README", "Words without an extension", "txt"],
    ["page", "<!DOCTYPE html><p>Tea", "html"],
    ["film.subtitles", SRT, "srt"],
    ["film.vtt", "WEBVTT\n\n", "vtt"],
    ["film.txt.old", "WEBVTT\n\n", "vtt"],
    ["film.vtt", SRT, "srt"],
    ["C:\\my.files\\notes.txt", "Tea", "txt"],
  ])("the file %s with the content %j is read as %s", (name, content, id) => {
    expect(chooseFormat(utf8(content), name).id).toBe(id);
  });

  test("a format set by the caller overrides the file name", () => {
    expect(chooseFormat(utf8("# Tea"), "tea.txt", "MD").id).toBe("md");
  });

  test.each([
    ["program.exe", "MZ\x00\x01", undefined],
    ["script.py", "print('tea')", undefined],
    ["tea.txt", "Tea", "klingon"],
  ])("an unsupported file is refused, and the error lists the supported formats: %s", (name, content, explicit) => {
    expect(() => chooseFormat(utf8(content), name, explicit)).toThrow(
      expect.objectContaining({
        name: "UnsupportedFormat",
        supported: expect.arrayContaining(["txt", "md", "html", "docx"]),
      }),
    );
  });

  test.each([
    ["tea.txt", Buffer.from([0x4d, 0x5a, 0, 1, 2]), "corrupt"],
    ["tea.vtt", utf8("not subtitles at all"), "corrupt"],
    ["tea.xlam", utf8("anything"), "macros"],
    ["tea.docx", Buffer.concat([compoundFile, Buffer.from("EncryptedPackage", "utf16le")]), "encrypted"],
  ])("a file with wrong content, macros or encryption is reported as unreadable: %s", (name, bytes, reason) => {
    expect(() => chooseFormat(bytes, name)).toThrow(expect.objectContaining({ name: "UnreadableFile", reason }));
  });

  test("the error for a file extension that several formats share names all of these formats", () => {
    expect(() => chooseFormat(utf8("let tea = 1;\n"), "tea.ts")).toThrow(
      /its name: Qt Linguist or JavaScript messages\.$/,
    );
  });

  test("a Word, Excel or PowerPoint file from before 2007 is unsupported, whatever its name", () => {
    for (const name of ["tea.doc", "tea.docx", "tea"]) {
      expect(() => chooseFormat(compoundFile, name)).toThrow(expect.objectContaining({ name: "UnsupportedFormat" }));
    }
  });
});

test("formats have distinct ids, and their descriptions say which parts are translated and which are not", () => {
  expect(new Set(FORMATS.map(({ id }) => id)).size).toBe(FORMATS.length);
  for (const format of FORMATS) {
    expect(format.translates).toMatch(/^[A-Z].*\.$/s);
    expect(format.leaves).toMatch(/^[A-Z].*\.$/s);
    for (const extension of format.extensions) expect(extension).toBe(extension.toLowerCase());
  }
});

test("every format rejects files without meaningful content, and detecting a format never throws on arbitrary bytes", () => {
  const samples = [
    new Uint8Array(0),
    Buffer.from([0]),
    Buffer.from("PK\x03\x04 cut"),
    Buffer.from([0xff, 0xfe]),
    Buffer.alloc(5000, 0xff),
  ];
  for (const format of FORMATS) {
    for (const bytes of samples) expect(format.matches(bytes, "")).toBe(false);
    for (const bytes of samples) expect(() => format.matches(bytes, format.extensions[0]!)).not.toThrow();
  }
});

test.each([
  ["a.b.TXT", "txt"],
  ["folder.x/name", ""],
  [".hidden", ""],
  ["", ""],
])("the file extension of %j is %j", (name, extension) => {
  expect(extensionOf(name)).toBe(extension);
});
