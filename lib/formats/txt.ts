import { splitParagraphs } from "@/lib/text/lines";
import { plainSegment, plainText } from "@/lib/text/segment";
import { decodeText, looksLikeText } from "./encoding";
import type { Format, Written } from "./format";
import { BLOCK_WRITERS } from "./office/pdf-output";
import { rangeSlot, type Slot, textDocument } from "./text-document";

/** Plain text: each line or wrapped paragraph is a segment, as in `POST /translate`. */
export const txt: Format = {
  id: "txt",
  name: "Plain text",
  extensions: ["txt", "text"],
  mediaTypes: ["text/plain"],
  translates: "Every line with words; a hard-wrapped paragraph as a whole.",
  leaves: "Line ends, blank lines, indentation, the encoding and its byte order mark; as a web page, the text alone.",
  outputs: ["html"],
  matches: (bytes, extension) => txt.extensions.includes(extension) && looksLikeText(bytes),
  open: async (bytes) => {
    const decoded = decodeText(bytes);
    const document = textDocument(txt, { decoded, slots: [...textSlots(decoded.text)] });
    return {
      ...document,
      async write(translated, target, output = {}) {
        const written = await document.write(translated, target, output);
        return output.format === "html" ? asWebPage(written, target) : written;
      },
    };
  },
};

/** Longest title of a web page, in UTF-16 units. */
const MAX_TITLE = 100;

/** Every line or wrapped paragraph becomes a paragraph; the first one is also the title. */
function asWebPage({ bytes }: Written, language: string): Written {
  const blocks = splitParagraphs(decodeText(bytes).text).flatMap(({ text }) =>
    text.trim() === "" ? [] : [{ text, level: 0 } as const],
  );
  const { write, mediaType, extension } = BLOCK_WRITERS.html;
  const title = blocks[0]?.text.slice(0, MAX_TITLE) ?? "";
  // A page declares its own encoding, so nothing is lost.
  return { bytes: write(blocks, language, title), mediaType, extension, warnings: [] };
}

function* textSlots(plain: string): Generator<Slot> {
  let start = 0;
  for (const { before, source, after, text, layOut } of splitParagraphs(plain)) {
    start += before.length;
    if (text.length > MAX_PIECE_LENGTH) yield* pieceSlots(text, start);
    else if (/\p{L}/u.test(text)) {
      yield rangeSlot(plainSegment(text), start, start + source.length, (encoded) =>
        layOut(oneLine(plainText(encoded))),
      );
    }
    start += source.length + after.length;
  }
}

function* pieceSlots(line: string, start: number): Generator<Slot> {
  for (let from = 0; from < line.length; ) {
    const piece = line.slice(from, pieceEnd(line, from));
    const content = piece.trim();
    if (/\p{L}/u.test(content)) {
      const at = start + from + piece.indexOf(content);
      yield rangeSlot(plainSegment(content), at, at + content.length, (encoded) => oneLine(plainText(encoded)));
    }
    from += piece.length;
  }
}

/** A very long line is split into pieces, each up to the end of a sentence, or of a word. UTF-16 units. */
const MAX_PIECE_LENGTH = 20_000;

function pieceEnd(line: string, from: number): number {
  if (line.length - from <= MAX_PIECE_LENGTH) return line.length;
  const window = line.slice(from, from + MAX_PIECE_LENGTH);
  const sentence = Math.max(...[". ", "! ", "? ", "。", "！", "？", "। "].map((end) => window.lastIndexOf(end)));
  const blank = window.lastIndexOf(" ");
  const at = sentence > MAX_PIECE_LENGTH / 2 ? sentence : blank;
  if (at > MAX_PIECE_LENGTH / 2) return from + at + 1;
  const isHalf = /[\udc00-\udfff]/.test(line[from + MAX_PIECE_LENGTH]!);
  return from + MAX_PIECE_LENGTH - (isHalf ? 1 : 0);
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, " ");
}
