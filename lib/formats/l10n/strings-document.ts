import { type DecodedText, encodeText } from "@/lib/formats/encoding";
import type { Format, FormatWarning, OpenDocument, OutputOptions } from "@/lib/formats/format";
import type { InlineString } from "@/lib/formats/l10n/inline-string";
import { type Edit, splice } from "@/lib/formats/splice";
import type { Segment } from "@/lib/text/segment";

/** One string of a file of strings: several segments when it has plural forms or branches. */
export type Entry = {
  readonly segments: readonly Segment[];
  /** What changes for these translations, one per segment; null keeps what stands there. */
  rewrite(texts: readonly (string | null)[], target: string, output: OutputOptions): readonly Edit[];
};

export type StringsParts = {
  readonly decoded: DecodedText;
  readonly entries: readonly Entry[];
  readonly declaredLanguage?: string | undefined;
  readonly warnings?: readonly FormatWarning[];
  /** Edits beyond the strings, such as the language that the file names. */
  readonly marks?: (target: string, output: OutputOptions) => readonly Edit[];
  /** Where the entries' edits go instead, for files that keep the source beside the target. */
  readonly relocate?: (edits: readonly Edit[], target: string) => readonly Edit[];
  readonly warningsFor?: (target: string) => readonly FormatWarning[];
  /** Changes the encoding that the text names, when the file had to become UTF-8. */
  readonly redeclare?: (text: string) => string;
};

/**
 * An open file of strings. Every entry is rewritten as soon as one translation differs from its source, since the same
 * word in both languages ("OK") is a translation too; when none does, the very same bytes come back.
 */
export function stringsDocument(format: Format, parts: StringsParts): OpenDocument {
  const { decoded, entries } = parts;
  const segments = entries.flatMap((entry) => entry.segments);
  return {
    segments,
    warnings: parts.warnings ?? [],
    ...(parts.declaredLanguage ? { declaredLanguage: parts.declaredLanguage } : {}),
    async write(translated, target, output = {}) {
      const texts = segments.map((_, index) => translated[index]?.text ?? null);
      const changed = texts.some((text, index) => text !== null && text !== segments[index]!.text);
      let edits: Edit[] = [];
      let from = 0;
      for (const entry of changed ? entries : []) {
        const to = from + entry.segments.length;
        for (const edit of entry.rewrite(texts.slice(from, to), target, output)) edits.push(edit);
        from = to;
      }
      if (changed && parts.relocate) edits = [...parts.relocate(edits, target)];
      if (changed) edits.push(...(parts.marks?.(target, output) ?? []));
      const { bytes, warnings } = encodeText(splice(decoded.text, edits), decoded.encoding, parts.redeclare);
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

/** Where a string stands in the file, and what is known of it. */
export type Place = {
  readonly start: number;
  readonly end: number;
  readonly key?: string | undefined;
  readonly note?: string | undefined;
  readonly maxLength?: number | undefined;
};

/** A segment with what the file says of it; empty keys and notes are left out. */
export function segmentAt(inline: InlineString, place: Omit<Place, "start" | "end">): Segment {
  return {
    ...inline.segment,
    ...(place.key ? { key: place.key } : {}),
    ...(place.note ? { note: place.note } : {}),
    ...(place.maxLength ? { maxLength: place.maxLength } : {}),
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
