import type { Segment } from "@/lib/text/segment";
import { type DecodedText, encodeText } from "./encoding";
import type { DocumentSegment, Format, FormatWarning, OpenDocument, TranslatedText } from "./format";
import { applyPatches, type Patch } from "./office/patch";
import { uniqueKeys } from "./unique-keys";

/** A segment and the way to write another encoded text, in the target language, in its place. */
export type Slot = {
  readonly segment: DocumentSegment;
  /** Its translation stands apart from it, so the same word in both languages ("OK") is written too. */
  readonly apart?: boolean;
  readonly rewrite: (text: string, target: string) => readonly Patch[];
  /** Writes it beside its source, in formats that say `bilingual`. */
  readonly beside?: (text: string, target: string) => readonly Patch[];
};

/** A slot that is one range of the source. `encode` turns an encoded segment text into the format's own spelling. */
export function rangeSlot(segment: Segment, start: number, end: number, encode: (text: string) => string): Slot {
  return { segment, rewrite: (text) => [{ start, end, raw: [encode(text)] }] };
}

export type TextDocumentParts = {
  readonly decoded: DecodedText;
  readonly slots: readonly Slot[];
  readonly warnings?: readonly FormatWarning[];
  readonly declaredLanguage?: string | undefined;
  /**
   * Patches beyond single segments, such as the document's language and direction; made only when some text has changed,
   * and not when both languages stand side by side. `texts` is what stands in each slot now.
   */
  readonly marks?: (target: string, texts: readonly string[]) => readonly Patch[];
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
    const texts = slots.map(({ segment }, i) => translated[i]?.text ?? presentText(segment));
    const changed = slots.some(({ segment }, i) => texts[i] !== presentText(segment));
    const patches = slots.flatMap((slot, i) => {
      const text = texts[i]!;
      const isMissing = changed && slot.apart && !slot.segment.target && typeof translated[i]?.text === "string";
      if (text === presentText(slot.segment) && !isMissing) return [];
      return (output.bilingual && slot.beside ? slot.beside : slot.rewrite)(text, target);
    });
    const marks = changed && !output.bilingual ? (parts.marks?.(target, texts) ?? []) : [];
    const { bytes, warnings } = encodeText(
      applyPatches(decoded.text, [...patches, ...marks]),
      decoded.encoding,
      parts.redeclare,
    );
    return { bytes, mediaType: format.mediaTypes[0]!, extension: format.extensions[0]!, warnings };
  };
  return {
    segments: uniqueKeys(slots.map((slot) => slot.segment)),
    warnings: parts.warnings ?? [],
    ...(parts.declaredLanguage === undefined ? {} : { declaredLanguage: parts.declaredLanguage }),
    write,
  };
}

/** What stands where a slot writes: the translation that the document holds, else the source. */
function presentText({ text, target }: DocumentSegment): string {
  return target?.text ?? text;
}
