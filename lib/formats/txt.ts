import { decodeText, looksLikeText } from "@/lib/formats/encoding";
import type { Format } from "@/lib/formats/format";
import { rangeSlot, type Slot, textDocument } from "@/lib/formats/text-document";
import { plainSegment, plainText } from "@/lib/text/segment";

/** Plain text: each line is a segment, as in `POST /translate`. */
export const txt: Format = {
  id: "txt",
  name: "Plain text",
  extensions: ["txt", "text"],
  mediaTypes: ["text/plain"],
  translates: "Every line that holds words.",
  leaves: "Line ends, blank lines, indentation, the encoding and its byte order mark.",
  matches: (bytes, extension) => txt.extensions.includes(extension) && looksLikeText(bytes),
  open: async (bytes) => {
    const decoded = decodeText(bytes);
    return textDocument(txt, { decoded, slots: [...lineSlots(decoded.text)] });
  },
};

function* lineSlots(text: string): Generator<Slot> {
  for (const { index: start, 0: line } of text.matchAll(/[^\r\n]+/g)) {
    const content = line.trim();
    if (!/\p{L}/u.test(content)) continue;
    const from = start + line.indexOf(content);
    yield rangeSlot(plainSegment(content), from, from + content.length, (encoded) => oneLine(plainText(encoded)));
  }
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, " ");
}
