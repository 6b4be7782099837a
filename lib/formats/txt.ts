import { languageDirection } from "@/lib/text/languages";
import { splitParagraphs } from "@/lib/text/lines";
import { plainSegment, plainText } from "@/lib/text/segment";
import { decodeText, looksLikeText } from "./encoding";
import type { Format, Written } from "./format";
import { rangeSlot, type Slot, textDocument } from "./text-document";
import { escapeXmlText } from "./xml";

/** Plain text: each line or wrapped paragraph is a segment, as in `POST /translate`. */
export const txt: Format = {
  id: "txt",
  name: "Plain text",
  extensions: ["txt", "text"],
  mediaTypes: ["text/plain"],
  translates: "Every line with words; a paragraph that is wrapped by hand is translated as a whole.",
  leaves:
    "Line ends, blank lines, indentation, the encoding and its byte order mark. HTML output contains only the lines, without a page around them.",
  outputs: ["html"],
  matches: (bytes, extension) => txt.extensions.includes(extension) && looksLikeText(bytes),
  open: async (bytes) => {
    const decoded = decodeText(bytes);
    const document = textDocument(txt, { decoded, slots: [...textSlots(decoded.text)] });
    return {
      ...document,
      async write(translated, target, output = {}) {
        const written = await document.write(translated, target, output);
        return output.format === "html" ? asHtml(written, target) : written;
      },
    };
  },
};

/** The text as HTML for a page: escaped, with a `<br>` for every line end except the last. */
function asHtml({ bytes }: Written, language: string): Written {
  const lines = escapeXmlText(decodeText(bytes).text.trimEnd()).replace(/\r\n|\r|\n/g, "<br>$&");
  const isRightToLeft = languageDirection(language) === "rtl";
  return {
    bytes: Buffer.from(isRightToLeft ? `<div dir="rtl">${lines}</div>` : lines),
    mediaType: "text/html",
    extension: "html",
    warnings: [],
  };
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

/** A longer line is split into pieces that end at a sentence or at a word. UTF-16 units. */
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
