import fc from "fast-check";
import { expect, test } from "vitest";
import { formatContract } from "@/e2e/doubles/format-contract";
import { txt } from "./txt";

const utf8 = (text: string) => Buffer.from(text);

formatContract(txt, {
  fixtures: [
    {
      name: "paragraphs, blank lines and indentation",
      bytes: utf8("Good morning.\n\n  1. Wash the cup.\n\t2.\n***\nThe end"),
      texts: ["Good morning.", "1. Wash the cup.", "The end"],
    },
    {
      name: "CRLF and a byte order mark",
      bytes: utf8("\ufeffOne line\r\nAnother line \r\n"),
      texts: ["One line", "Another line"],
    },
    { name: "old Mac line ends", bytes: utf8("One line\rAnother\r"), texts: ["One line", "Another"] },
    {
      name: "UTF-16 with a byte order mark",
      bytes: Buffer.from("\ufeffTea & <b>milk</b>\n", "utf16le"),
      texts: ["Tea & <b>milk</b>"],
    },
    { name: "UTF-16 without a mark", bytes: Buffer.from("Tea and milk\n", "utf16le"), texts: ["Tea and milk"] },
    {
      name: "windows-1252",
      bytes: Buffer.from("Caf\xe9 cr\xe8me \x96 d\xe9j\xe0 vu\n", "latin1"),
      texts: ["Café crème – déjà vu"],
    },
    { name: "nothing at all", bytes: utf8(""), texts: [] },
  ],
  documents: fc
    .string({ unit: "grapheme", maxLength: 200 })
    .filter((text) => !text.includes("\0") && text.isWellFormed()),
});

test("a text file is converted to UTF-8 with a warning if its encoding can't represent the translation", async () => {
  const document = await txt.open(Buffer.from("Gr\xfc\xdfe aus K\xf6ln\n", "latin1"), {});
  const { bytes, warnings } = await document.write([{ text: "Привет из Кёльна" }], "ru");
  expect(Buffer.from(bytes).toString("utf8")).toBe("Привет из Кёльна\n");
  expect(warnings.map(({ code }) => code)).toEqual(["encoding_changed"]);
});

test("a translation can't add lines to a text file", async () => {
  const document = await txt.open(utf8("One\nTwo\n"), {});
  const { bytes } = await document.write([{ text: "Uno\ny medio" }, { text: null }], "es");
  expect(Buffer.from(bytes).toString()).toBe("Uno y medio\nTwo\n");
});

test("binary data is not accepted as a text file", async () => {
  await expect(txt.open(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 1, 2, 0, 0, 0]), {})).rejects.toMatchObject({
    reason: "corrupt",
  });
});

test("a very long line is divided into several texts, each of which ends at the end of a sentence", async () => {
  const book = "The house is big. ".repeat(20_000);
  const document = await txt.open(utf8(book), {});
  expect(document.segments.length).toBeGreaterThan(3);
  for (const { text } of document.segments) expect(text).toMatch(/^The house .* is big\.$/);
  const { bytes } = await document.write(
    document.segments.map(({ text }) => ({ text: text.replaceAll("house", "tree") })),
    "es",
  );
  expect(Buffer.from(bytes).toString()).toBe(book.replaceAll("house", "tree"));
});

test("a text file converted to HTML has a <br> per line, and its text never becomes markup", async () => {
  const document = await txt.open(utf8("The house & <b>garden</b>.\n\nA dog.\n"), {});
  const translated = document.segments.map(({ text }) => ({ text: text.replace("dog", "perro") }));
  const { bytes, mediaType, extension } = await document.write(translated, "es", { format: "html" });
  expect([mediaType, extension]).toEqual(["text/html", "html"]);
  const html = "The house &amp; &lt;b&gt;garden&lt;/b&gt;.<br>\n<br>\nA perro.";
  expect(Buffer.from(bytes).toString()).toBe(html);
  const arabic = await document.write(translated, "ar", { format: "html" });
  expect(Buffer.from(arabic.bytes).toString()).toBe(`<div dir="rtl">${html}</div>`);
});
