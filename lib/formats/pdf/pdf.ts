import {
  type Format,
  type FormatWarning,
  type TranslatedText,
  UnreadableFile,
  type Written,
} from "@/lib/formats/format";
import { plainText } from "@/lib/text/segment";
import { piecesOf, segmentOf } from "./block-text";
import { BLOCK_WRITERS } from "./block-writers";
import { type Block, blocksOf, type PageText } from "./blocks";
import { type PdfContent, readPdf } from "./read";

const MEDIA_TYPE = "application/pdf";

/** PDF (ISO 32000). New text replaces the old text, or is written to a document of another format. */
export const pdf: Format = {
  id: "pdf",
  name: "PDF",
  extensions: ["pdf"],
  mediaTypes: [MEDIA_TYPE],
  translates:
    "The text, as paragraphs, headings and table cells. With `output=pdf` the translation replaces the text, on the same pages with the same pictures.",
  leaves:
    "Page numbers, forms, comments and bookmarks. Output as a Word document, web page or plain text has neither layout nor pictures.",
  bilingual: ["stacked"],
  outputs: [...Object.keys(BLOCK_WRITERS), "pdf"],
  writesItself: false,
  matches: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(1024, bytes.byteLength)).includes("%PDF-"),
  async open(bytes) {
    const content = await readPdf(bytes);
    const { pages, language } = content;
    const blocks = blocksOf(pages);
    const translatable = blocks.filter(({ text }) => /\p{L}/u.test(text));
    if (translatable.length === 0) {
      throw new UnreadableFile(
        "no_text_layer",
        "The PDF contains no text, only images of it. Run text recognition (OCR) first.",
      );
    }
    const segments = translatable.map(segmentOf);
    return {
      segments,
      warnings: emptyPages(pages),
      ...(language ? { declaredLanguage: language } : {}),
      async write(translated, target, output = {}) {
        const opened = { bytes, content, blocks, translatable };
        if (output.format === "pdf" && !output.bilingual) return writePages(opened, translated, target);
        return writeBlocks(opened, translated, target, output);
      },
    };
  },
};

type Opened = {
  readonly bytes: Uint8Array;
  readonly content: PdfContent;
  readonly blocks: readonly Block[];
  /** Paragraphs with a segment, in order. */
  readonly translatable: readonly Block[];
};

/** The PDF with its text replaced; the same bytes if nothing has changed. Loads its libraries on first use. */
async function writePages(opened: Opened, translated: readonly TranslatedText[], target: string): Promise<Written> {
  const { bytes, content, blocks, translatable } = opened;
  const changes = translatable.flatMap((block, i) => {
    const text = translated[i]?.text ?? null;
    return text === null || text === segmentOf(block).text ? [] : [{ block, pieces: piecesOf(block, text) }];
  });
  const file = { mediaType: MEDIA_TYPE, extension: "pdf" };
  if (changes.length === 0) return { bytes, warnings: [], ...file };
  const { rewritePdf } = await import("./rewrite");
  const title = translatedTitle(opened, translated);
  return { ...(await rewritePdf(bytes, content.pages, blocks, changes, { target, title })), ...file };
}

async function writeBlocks(
  opened: Opened,
  translated: readonly TranslatedText[],
  target: string,
  { format = "docx", bilingual }: { readonly format?: string; readonly bilingual?: unknown },
): Promise<Written> {
  const { blocks, translatable, content } = opened;
  const writer = BLOCK_WRITERS[format as keyof typeof BLOCK_WRITERS];
  if (!writer) throw new RangeError(`A PDF cannot be written as ${format}.`);
  const index = new Map(translatable.map((block, i) => [block, i]));
  const written = blocks.flatMap((block): Block[] => {
    const at = index.get(block);
    const text = at === undefined ? null : (translated[at]?.text ?? null);
    if (text === null) return [withNumber(block)];
    const translation = withNumber({ ...block, text: plainText(text), pieces: piecesOf(block, text) });
    return bilingual ? [withNumber(block), translation] : [translation];
  });
  return {
    bytes: writer.write(written, target, translatedTitle(opened, translated) ?? content.title),
    mediaType: writer.mediaType,
    extension: writer.extension,
    warnings: [
      { code: "layout_not_kept", message: "The text of the PDF is translated, its layout and pictures are not kept." },
    ],
  };
}

/** An entry of a table of contents with its page number. */
function withNumber(block: Block): Block {
  const number = block.lines.at(-1)!.leader?.number;
  if (!number) return block;
  const end = ` … ${number}`;
  return { ...block, text: block.text + end, pieces: [...block.pieces, { ...block.pieces.at(-1)!, text: end }] };
}

/** The document's title usually appears on its first page too, and then shares its segment. */
function translatedTitle({ content, translatable }: Opened, translated: readonly TranslatedText[]): string | null {
  const titled = translatable.findIndex(({ text }) => text === content.title.trim());
  const text = translated[titled]?.text ?? null;
  return text === null ? null : plainText(text);
}

function emptyPages(pages: readonly PageText[]): FormatWarning[] {
  const empty = pages.filter(({ items }) => !items.some(({ text }) => text.trim())).length;
  if (empty === 0) return [];
  return [
    {
      code: "part_skipped",
      count: empty,
      message: `${empty} of ${pages.length} pages contain no text; they may be scans.`,
    },
  ];
}
