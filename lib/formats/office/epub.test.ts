import { describe, expect, it } from "vitest";
import { formatContract } from "@/e2e/doubles/format-contract";
import { checkParts, epubOf, page, partOf } from "@/e2e/doubles/office-files";
import type { FormatOptions } from "@/lib/formats/format";
import { ZipArchive } from "@/lib/formats/zip";
import { epub } from "./epub";

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

describe("EPUB books", () => {
  it("EPUB text is read from metadata, pages in spine order, the navigation document and the NCX", async () => {
    expect(await texts(book)).toEqual([
      "The book",
      ...["One", "Chapter one", "A red box", "Some <g1>soft</g1> words — and"],
      ...["Two", "Last\u00a0page<x1/>here"],
      ...["Contents", "Chapter one"],
      ...["The book", "Chapter one"],
    ]);
  });

  it("authors, chapter numbers and page numbers in EPUB are not translated, in pages and in both tables of contents", async () => {
    const numbered = epubOf({
      "a.xhtml": page(
        '<h1>IV</h1><h2>Mix</h2><span epub:type="pagebreak" title="xii"></span><p>I</p><p>Said I.</p><nav epub:type="page-list"><ol><li><a href="#p">vi</a></li></ol></nav>',
        "IV.",
      ),
    });
    const archive = ZipArchive.open(numbered);
    const index = partOf(numbered, "OEBPS/toc.ncx")
      .replace("<navMap>", "<docAuthor><text>Jane Doe</text></docAuthor><navMap>")
      .replace("Chapter one", "XIV");
    const bytes = archive.with(new Map([["OEBPS/toc.ncx", Buffer.from(index)]]));
    expect(await texts(bytes)).toEqual(["The book", "Mix", "Said I.", "Contents", "Chapter one", "The book"]);
  });

  it("EPUB descriptions are read as HTML, and the accessibility summary is translated", async () => {
    const archive = ZipArchive.open(book);
    const description = "&lt;p&gt;A &lt;i&gt;small&lt;/i&gt; book.&lt;br/&gt;It is 3 &lt; 4.&lt;/p&gt;";
    const metadata = partOf(book, "OEBPS/book.opf").replace(
      "</metadata>",
      `<dc:description>${description}</dc:description><meta property="schema:accessibilitySummary">Described pictures.</meta></metadata>`,
    );
    const bytes = archive.with(new Map([["OEBPS/book.opf", Buffer.from(metadata)]]));
    expect((await texts(bytes)).slice(0, 3)).toEqual([
      "The book",
      "A <x1/>small<x2/> book.<x3/>It is 3 &lt; 4.",
      "Described pictures.",
    ]);
    const written = partOf(await translate(bytes, (text) => text.replace("small", "corto")), "OEBPS/book.opf");
    expect(written).toContain(description.replace("small", "corto"));
  });

  it("EPUB declares the target language everywhere, and its identifier, authors and uncompressed mimetype entry are kept", async () => {
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

  it("EPUB books with obfuscated fonts are read, and books with rights management are refused", async () => {
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
