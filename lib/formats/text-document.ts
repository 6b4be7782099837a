import { type DecodedText, encodeText } from "@/lib/formats/encoding";
import type { Format, FormatWarning, OpenDocument, TranslatedText } from "@/lib/formats/format";
import { type Edit, splice } from "@/lib/formats/splice";
import type { Segment } from "@/lib/text/segment";

/** A segment and the way to write another encoded text, in the target language, in its place. */
export type Slot = {
  readonly segment: Segment;
  readonly rewrite: (text: string, target: string) => readonly Edit[];
};

/** A slot that is one range of the source. `encode` turns an encoded segment text into the format's own spelling. */
export function rangeSlot(segment: Segment, start: number, end: number, encode: (text: string) => string): Slot {
  return { segment, rewrite: (text) => [{ start, end, text: encode(text) }] };
}

export type TextDocumentParts = {
  readonly decoded: DecodedText;
  readonly slots: readonly Slot[];
  readonly warnings?: readonly FormatWarning[];
  readonly declaredLanguage?: string | undefined;
  /** Edits that mark the document's language and direction; made only when some text has changed. */
  readonly marks?: (target: string) => readonly Edit[];
  /** Source and target side by side, for formats that say `bilingual`. */
  readonly bilingual?: (slot: Slot, text: string, target: string) => readonly Edit[];
  /** Changes the encoding that the text names, when it had to become UTF-8. */
  readonly redeclare?: (text: string) => string;
};

/** An open document of any format that is one text: slots are rewritten, everything else stays. */
export function textDocument(format: Format, parts: TextDocumentParts): OpenDocument {
  const { decoded, slots } = parts;
  const write = async (
    translated: readonly TranslatedText[],
    target: string,
    output: { bilingual?: boolean | undefined } = {},
  ) => {
    const edits = slots.flatMap((slot, i) => {
      const text = translated[i]?.text ?? null;
      if (text === null || text === slot.segment.text) return [];
      return output.bilingual && parts.bilingual ? parts.bilingual(slot, text, target) : slot.rewrite(text, target);
    });
    const marks = edits.length > 0 ? (parts.marks?.(target) ?? []) : [];
    const { bytes, warnings } = encodeText(
      splice(decoded.text, [...edits, ...marks]),
      decoded.encoding,
      parts.redeclare,
    );
    return { bytes, mediaType: format.mediaTypes[0]!, extension: format.extensions[0]!, warnings };
  };
  return {
    segments: slots.map((slot) => slot.segment),
    warnings: parts.warnings ?? [],
    ...(parts.declaredLanguage === undefined ? {} : { declaredLanguage: parts.declaredLanguage }),
    write,
  };
}
