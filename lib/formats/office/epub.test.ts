import { describe, expect, it } from "vitest";
import { formatContract } from "@/lib/formats/contract";
import type { FormatOptions } from "@/lib/formats/format";
import { epub } from "@/lib/formats/office/epub";
import { checkParts, epubOf, page, partOf } from "@/lib/formats/office/fixtures";
import { ZipArchive } from "@/lib/formats/zip";

const book = epubOf({
  "b two.xhtml": page('<p>Last&#160;page<br/>here</p><p translate="no">Left</p>', "Two"),
  "a.xhtml": page(
    '<h1>Chapter one</h1><p>Some <em>soft</em> words &mdash; and <img src="x.png" alt="A red box"/></p>',
    "One",
  ),
});
const texts = async (bytes: Uint8Array, options: FormatOptions = {}) =>
  (await epub.open(bytes, options)).segments.map(({ text }) => text);
const translate = async (bytes: Uint8Array, change: (text: string) => string, target = "es") => {
  const document = await epub.open(bytes, {});
  return (
    await document.write(
      document.segments.map(({ text }) => ({ text: change(text) })),
      target,
    )
  ).bytes;
};

describe("epub", () => {
  it("reads metadata, the pages in the order of the spine, the navigation and the NCX", async () => {
    expect(await texts(book)).toEqual([
      "The book",
      ...["One", "Chapter one", "A red box", "Some <g1>soft</g1> words — and"],
      ...["Two", "Last\u00a0page<x1/>here"],
      ...["Contents", "Chapter one"],
      ...["The book", "Chapter one"],
    ]);
  });

  it("names the language everywhere and keeps identifier, authors and the stored mimetype", async () => {
    const written = await translate(book, (text) => text.replace(/one|book/, "uno"));
    expect(partOf(written, "OEBPS/book.opf")).toContain(
      "<dc:title>The uno</dc:title><dc:language>es</dc:language><dc:creator>Jane Doe</dc:creator>",
    );
    expect(partOf(written, "OEBPS/book.opf")).toContain('unique-identifier="id" xml:lang="es"');
    expect(partOf(written, "OEBPS/a.xhtml")).toContain('lang="es" xml:lang="es"');
    expect(partOf(written, "OEBPS/toc.ncx")).toContain('xml:lang="es"');
    expect(partOf(written, "OEBPS/toc.ncx")).toContain("<navLabel><text>Chapter uno</text>");
    const [first] = ZipArchive.open(written).entries;
    expect([first!.name, first!.method, first!.headerStart]).toEqual(["mimetype", 0, 0]);
    const hebrew = await translate(book, () => "מילה", "he");
    expect(partOf(hebrew, "OEBPS/a.xhtml")).toContain('dir="rtl"');
    expect(partOf(hebrew, "OEBPS/book.opf")).toContain('<spine page-progression-direction="rtl" toc="ncx">');
  });

  it("opens books with obfuscated fonts and refuses those with rights management", async () => {
    const encryption = (algorithm: string) => ({
      "META-INF/encryption.xml": `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptedData><e:EncryptionMethod Algorithm="${algorithm}"/></e:EncryptedData></encryption>`,
    });
    const pages = { "a.xhtml": page("<p>Text</p>") };
    expect(
      await texts(epubOf(pages, encryption("http://www.idpf.org/2008/embedding")), { exclude: ["metadata"] }),
    ).toContain("Text");
    await expect(texts(epubOf(pages, encryption("http://www.w3.org/2001/04/xmlenc#aes128-cbc")))).rejects.toMatchObject(
      { reason: "encrypted" },
    );
  });
});

formatContract(epub, { fixtures: [{ name: "a book", bytes: book }], check: checkParts });
