import { type DecodedText, encodeText } from "@/lib/formats/encoding";
import type {
  DocumentSegment,
  Format,
  FormatWarning,
  OpenDocument,
  TargetState,
  TranslatedText,
} from "@/lib/formats/format";
import { type Edit, splice } from "@/lib/formats/splice";
import { uniqueKeys } from "@/lib/formats/unique-keys";
import type { InlineString } from "./inline-string";

/** One string of a file of strings: several segments when it has plural forms or branches. */
export type Entry = {
  readonly segments: readonly DocumentSegment[];
  /**
   * What changes for these translations, one per segment; null keeps what stands there. `state` is the least finished
   * of theirs.
   */
  rewrite(texts: readonly (string | null)[], target: string, state: TargetState | undefined): readonly Edit[];
};

export type StringsParts = {
  readonly decoded: DecodedText;
  readonly entries: readonly Entry[];
  readonly declaredLanguage?: string | undefined;
  readonly warnings?: readonly FormatWarning[];
  /** Edits beyond the strings, such as the language that the file names. */
  readonly marks?: (target: string) => readonly Edit[];
  /** Where the entries' edits go instead, for files that keep the source beside the target. */
  readonly relocate?: (edits: readonly Edit[], target: string) => readonly Edit[];
  readonly warningsFor?: (target: string) => readonly FormatWarning[];
  /** Changes the encoding that the text names, when the file had to become UTF-8. */
  readonly redeclare?: (text: string) => string;
};

/**
 * An open file of strings. Every entry is rewritten as soon as one translation is new, since the same word in both
 * languages ("OK") is a translation too; when none is, the very same bytes come back. What the file holds already stays.
 */
export function stringsDocument(format: Format, parts: StringsParts): OpenDocument {
  const { decoded } = parts;
  const segments = uniqueKeys(parts.entries.flatMap((entry) => entry.segments));
  return {
    segments,
    warnings: parts.warnings ?? [],
    ...(parts.declaredLanguage ? { declaredLanguage: parts.declaredLanguage } : {}),
    async write(translated, target) {
      const changed = segments.some((segment, index) => !isPresent(segment, translated[index]));
      const edits = changed ? entryEdits(parts.entries, translated, target) : [];
      const all = changed ? [...(parts.relocate?.(edits, target) ?? edits), ...(parts.marks?.(target) ?? [])] : edits;
      const { bytes, warnings } = encodeText(splice(decoded.text, all), decoded.encoding, parts.redeclare);
      const more = changed ? (parts.warningsFor?.(target) ?? []) : [];
      return {
        bytes,
        mediaType: format.mediaTypes[0]!,
        extension: format.extensions[0]!,
        warnings: [...warnings, ...more],
      };
    },
  };
}

function entryEdits(entries: readonly Entry[], translated: readonly TranslatedText[], target: string): Edit[] {
  let from = 0;
  return entries.flatMap(({ segments, rewrite }) => {
    const own = translated.slice(from, from + segments.length);
    from += segments.length;
    const isKept = segments.every((segment, index) => segment.target && isPresent(segment, own[index]));
    if (isKept) return [];
    const texts = segments.map((_, index) => own[index]?.text ?? null);
    return rewrite(texts, target, leastFinished(own));
  });
}

/** Whether a text stands in the file already: as the translation that it holds, else as the source. */
function isPresent({ text, target }: DocumentSegment, given: TranslatedText | undefined): boolean {
  if (given?.text === null || given?.text === undefined) return true;
  if (!target) return given.text === text;
  return given.text === target.text && (given.state === undefined || given.state === target.state);
}

function leastFinished(translated: readonly TranslatedText[]): TargetState | undefined {
  return (["draft", "translated", "reviewed"] as const).find((state) => translated.some((one) => one.state === state));
}

/** Where a string stands in the file, and what is known of it. */
export type Place = {
  readonly start: number;
  readonly end: number;
  readonly key?: string | undefined;
  readonly note?: string | undefined;
  readonly maxLength?: number | undefined;
  readonly target?: DocumentSegment["target"];
};

/** A segment with what the file says of it; empty keys and notes are left out. */
export function segmentAt(inline: InlineString, place: Omit<Place, "start" | "end">): DocumentSegment {
  return {
    ...inline.segment,
    ...(place.key ? { key: place.key } : {}),
    ...(place.note ? { note: place.note } : {}),
    ...(place.maxLength ? { maxLength: place.maxLength } : {}),
    ...(place.target ? { target: place.target } : {}),
  };
}

/** A string of one segment whose value is replaced where it stands. `encode` spells a value as the file does. */
export function valueEntry(inline: InlineString, place: Place, encode: (value: string) => string): Entry {
  const segment = segmentAt(inline, place);
  return {
    segments: [segment],
    rewrite: ([text]) =>
      text === null || text === undefined || text === segment.text
        ? []
        : [{ start: place.start, end: place.end, text: encode(inline.restore(text)) }],
  };
}
