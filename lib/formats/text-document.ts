import { type Forms, sameForms } from "@/lib/text/plurals/plural-forms";
import type { Segment } from "@/lib/text/segment";
import { type DecodedText, encodeText } from "./encoding";
import type {
  BilingualLayout,
  DocumentSegment,
  Format,
  FormatWarning,
  OpenDocument,
  OutputOptions,
  TranslatedText,
} from "./format";
import { applyPatches, type Patch } from "./splice";
import { uniqueKeys } from "./unique-keys";

/** A segment, and how to replace it by an encoded text in the target language. */
export type Slot = {
  readonly segment: DocumentSegment;
  /** True if its translation is stored separately. A word equal in both languages ("OK") is then written too. */
  readonly apart?: boolean;
  readonly rewrite: (text: string, target: string) => readonly Patch[];
  /** For a plural message: writes all its forms, which are stored apart from the source. */
  readonly rewriteForms?: (forms: Forms, target: string) => readonly Patch[];
  /** Writes the translation next to its source, in formats with `bilingual`. */
  readonly beside?: (text: string, target: string, layout: BilingualLayout) => readonly Patch[];
};

/** A slot that is a single source range. `encode` converts an encoded segment text to the syntax of the format. */
export function rangeSlot(segment: Segment, start: number, end: number, encode: (text: string) => string): Slot {
  return { segment, rewrite: (text) => [{ start, end, raw: [encode(text)] }] };
}

export type TextDocumentParts = {
  readonly decoded: DecodedText;
  readonly slots: readonly Slot[];
  readonly warnings?: readonly FormatWarning[];
  readonly finished?: number | undefined;
  readonly declaredLanguage?: string | undefined;
  /**
   * Patches besides segments, such as language and direction of the document. Applied only if some text has changed,
   * and not in bilingual output. `texts` is the current content of each slot.
   */
  readonly marks?: (target: string, texts: readonly string[]) => readonly Patch[];
  /** Patches for several slots together, also in bilingual output. */
  readonly redraws?: (target: string, texts: readonly string[]) => readonly Patch[];
  /** Changes the declared encoding if UTF-8 became necessary. */
  readonly redeclare?: (text: string) => string;
};

/** An opened document of a format that is a single text. Slots are rewritten; everything else stays unchanged. */
export function textDocument(format: Format, parts: TextDocumentParts): OpenDocument {
  const { decoded, slots } = parts;
  const write = async (translated: readonly TranslatedText[], target: string, output: OutputOptions = {}) => {
    const layout = output.bilingual === true ? format.bilingual?.[0] : output.bilingual || undefined;
    const texts = slots.map(({ segment }, i) => translated[i]?.text ?? presentText(segment));
    const forms = slots.map((slot, i) => changedForms(slot, translated[i]));
    const changed = slots.some(({ segment }, i) => forms[i] || texts[i] !== presentText(segment));
    const patches = slots.flatMap((slot, i) => {
      if (slot.rewriteForms) return forms[i] ? slot.rewriteForms(forms[i], target) : [];
      const text = texts[i]!;
      const isMissing = changed && slot.apart && !slot.segment.target && typeof translated[i]?.text === "string";
      if (text === presentText(slot.segment) && !isMissing) return [];
      return layout && slot.beside ? slot.beside(text, target, layout) : slot.rewrite(text, target);
    });
    const marks = changed && !layout ? (parts.marks?.(target, texts) ?? []) : [];
    const redraws = changed ? (parts.redraws?.(target, texts) ?? []) : [];
    const { bytes, warnings } = encodeText(
      applyPatches(decoded.text, [...patches, ...redraws, ...marks]),
      decoded.encoding,
      parts.redeclare,
    );
    return { bytes, mediaType: format.mediaTypes[0]!, extension: format.extensions[0]!, warnings };
  };
  return {
    segments: uniqueKeys(slots.map((slot) => slot.segment)),
    warnings: parts.warnings ?? [],
    ...(parts.finished ? { finished: parts.finished } : {}),
    ...(parts.declaredLanguage === undefined ? {} : { declaredLanguage: parts.declaredLanguage }),
    write,
  };
}

/** The forms to write for a plural message; null to keep the existing ones. */
function changedForms({ segment, rewriteForms }: Slot, given: TranslatedText | undefined): Forms | null {
  if (!rewriteForms || given?.text === null || given?.text === undefined) return null;
  const forms = given.forms ?? (given.text === "" ? {} : segment.plural?.forms);
  return !forms || sameForms(forms, segment.target?.forms ?? null) ? null : forms;
}

/** The current content of a slot: the existing translation, otherwise the source. */
function presentText({ text, target }: DocumentSegment): string {
  return target?.text ?? text;
}
