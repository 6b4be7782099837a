import { type Format, type FormatWarning, UnreadableFile } from "@/lib/formats/format";
import { escapeText, plainSegment, plainText } from "@/lib/text/segment";
import { BLOCK_WRITERS } from "./pdf-output";
import { type Block, blocksOf, type Glyphs } from "./pdf-text";

/** PDF (ISO 32000) is only read: its text is written into a document of another format. */
export const pdf: Format = {
  id: "pdf",
  name: "PDF",
  extensions: ["pdf"],
  mediaTypes: ["application/pdf"],
  translates: "The text, as paragraphs and headings, into a Word document, a web page or plain text.",
  leaves: "The layout, pictures, forms and page numbers are not kept. Scanned pages hold no text.",
  bilingual: ["stacked"],
  outputs: Object.keys(BLOCK_WRITERS),
  writesItself: false,
  matches: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(1024, bytes.byteLength)).includes("%PDF-"),
  async open(bytes) {
    const { pages, title, language } = await readPages(bytes);
    const blocks = blocksOf(pages);
    const translatable = blocks.filter(({ text }) => /\p{L}/u.test(text));
    if (translatable.length === 0) {
      throw new UnreadableFile(
        "no_text_layer",
        "The PDF contains no text, only images of it. Run text recognition (OCR) first.",
      );
    }
    const index = new Map(translatable.map((block, i) => [block, i]));
    return {
      segments: translatable.map(({ text }) => plainSegment(text)),
      warnings: warningsOf(pages),
      ...(language ? { declaredLanguage: language } : {}),
      async write(translated, target, output = {}) {
        const writer = BLOCK_WRITERS[(output.format ?? "docx") as keyof typeof BLOCK_WRITERS];
        if (!writer) throw new RangeError(`PDF cannot be written as ${output.format}.`);
        const written = blocks.flatMap((block): Block[] => {
          const at = index.get(block);
          const text = at === undefined ? null : (translated[at]?.text ?? null);
          if (text === null) return [block];
          const translation = { ...block, text: plainText(text) };
          return output.bilingual ? [block, translation] : [translation];
        });
        // The document's title mostly appears on its first page too and then shares its segment.
        const titled = translatable.findIndex(({ text }) => text === title.trim());
        return {
          bytes: writer.write(written, target, plainText(translated[titled]?.text ?? escapeText(title))),
          mediaType: writer.mediaType,
          extension: writer.extension,
          warnings: [],
        };
      },
    };
  },
};

function warningsOf(pages: readonly (readonly Glyphs[])[]): FormatWarning[] {
  const empty = pages.filter((page) => !page.some(({ text }) => text.trim())).length;
  const scans: FormatWarning[] =
    empty === 0
      ? []
      : [
          {
            code: "part_skipped",
            count: empty,
            message: `${empty} of ${pages.length} pages hold no text; they may be scans.`,
          },
        ];
  return [
    { code: "layout_not_kept", message: "The text of the PDF is translated, its layout and pictures are not kept." },
    ...scans,
  ];
}

type PdfText = { readonly pages: Glyphs[][]; readonly title: string; readonly language?: string | undefined };

/** Loaded on first use: it is large, and most documents are not PDF. */
async function readPages(bytes: Uint8Array): Promise<PdfText> {
  refuseUnclosed(bytes);
  const { getDocumentProxy } = await import("unpdf");
  try {
    // pdf.js takes ownership of its buffer.
    const document = await getDocumentProxy(new Uint8Array(bytes), {
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      verbosity: 0,
    });
    const pages: Glyphs[][] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      pages.push(items.flatMap((item) => ("str" in item ? [glyphsOf(item)] : [])));
      page.cleanup();
    }
    const { info } = await document.getMetadata();
    const { Title: title, Language: language } = info as { Title?: string; Language?: string };
    await document.destroy();
    return { pages, title: title ?? "", language: language ?? undefined };
  } catch (error) {
    throw unreadable(error);
  }
}

/** Objects that may be unterminated: damaged files have some, malicious ones thousands. */
const MAX_UNCLOSED = 500;

/** pdf.js reads each unterminated object up to the end of the file. Linear. Throws {@link UnreadableFile}. */
function refuseUnclosed(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [begun, ended] = [count(file, " obj"), count(file, "endobj")];
  if (begun - ended <= MAX_UNCLOSED) return;
  throw new UnreadableFile("corrupt", "The PDF is damaged: most of its objects have no end.");
}

function count(file: Buffer, word: string): number {
  let found = 0;
  for (let at = file.indexOf(word); at >= 0; at = file.indexOf(word, at + word.length)) found++;
  return found;
}

function glyphsOf(item: { str: string; transform: number[]; width: number; height: number }): Glyphs {
  const [a = 0, b = 0, , , x = 0, y = 0] = item.transform;
  return { text: item.str, x, y, width: item.width, size: Math.hypot(a, b) || item.height || 1 };
}

/** pdf.js throws errors of many kinds for damaged files. */
function unreadable(error: unknown): UnreadableFile {
  if (error instanceof Error && error.name === "PasswordException") {
    return new UnreadableFile(
      "encrypted",
      "The PDF is protected by a password. Save it without one and send it again.",
    );
  }
  return new UnreadableFile("corrupt", "The PDF is damaged and cannot be read.", { cause: error });
}
