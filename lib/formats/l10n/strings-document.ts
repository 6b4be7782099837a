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
import type { Message } from "./message";

/** One string of a file of strings: several segments when it has plural forms or branches. */
export type Entry = {
  readonly segments: readonly DocumentSegment[];
  /**
   * What changes for these translations, one per segment; null keeps what stands there. `state` is the least finished
   * of theirs.
   */
  rewrite(texts: readonly (string | null)[], target: string, state: TargetState | undefined): readonly Edit[];
  /** Names the string in every file of its kind: by it the string of a translated file is found. */
  readonly id?: string;
  /** The values that stand in the file for it, with their segments in order: one, or one for each plural form. */
  readonly values?: readonly EntryValue[];
};

/** A value in its place. `form` tells those of one string apart. */
export type EntryValue = {
  readonly form: string;
  readonly message: Message;
  readonly start: number;
  readonly end: number;
  encode(value: string): string;
};

/** How strings come into a file of this kind and go out of it. */
export type Layout = {
  /** Takes strings out. */
  remove(ids: ReadonlySet<string>): readonly Edit[];
  /**
   * Puts strings of another file of the kind where that has them: behind those that stand before them there. `edits` give
   * them their texts.
   */
  add(from: Layout, ids: ReadonlySet<string>, edits: readonly Edit[]): readonly Edit[];
};

/** An open file of strings as its format read it. */
export type StringsFile = Omit<StringsParts, "entries"> & {
  readonly entries: readonly Entry[];
  /** Of all entries, in order, each with a key of its own. */
  readonly segments: readonly DocumentSegment[];
};

export type StringsParts = {
  /** Edits that keep a translated file's own record of its last change. */
  readonly revise?:
    | ((revised: { readonly at: string; readonly by?: string | undefined }) => readonly Edit[])
    | undefined;
  /** Left out where strings cannot be added and removed. */
  readonly layout?: Layout | undefined;
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
  const entries = lastOfEach(parts.entries);
  const segments = uniqueKeys(entries.flatMap((entry) => entry.segments));
  const doubled = parts.entries.length - entries.length;
  return {
    segments,
    strings: { ...parts, entries, segments },
    warnings: [...(parts.warnings ?? []), ...(doubled > 0 ? [doubledWarning(doubled)] : [])],
    ...(parts.declaredLanguage ? { declaredLanguage: parts.declaredLanguage } : {}),
    async write(translated, target) {
      const skipped = parts.layout ? skippedIds(entries, translated) : NONE;
      const changed = skipped.size > 0 || segments.some((segment, index) => !isPresent(segment, translated[index]));
      const edits: Edit[] = changed ? entryEdits(entries, translated, target) : [];
      if (parts.layout && skipped.size > 0) edits.push(...parts.layout.remove(skipped));
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

/** Readers of such files take the last of several strings with one name: it is the one that counts. */
function lastOfEach(entries: readonly Entry[]): readonly Entry[] {
  const last = new Map(entries.map((entry) => [entry.id, entry]));
  const isKeyed = ({ id, values }: Entry) => id !== undefined && values !== undefined;
  return entries.filter((entry) => !isKeyed(entry) || last.get(entry.id) === entry);
}

function doubledWarning(count: number): FormatWarning {
  const keys = count === 1 ? "One key stands" : `${count} keys stand`;
  return { code: "duplicate_key", count, message: `${keys} in the file more than once. The last one counts.` };
}

const NONE: ReadonlySet<string> = new Set();

/** Strings of which nothing is to be written. */
function skippedIds(entries: readonly Entry[], translated: readonly TranslatedText[]): ReadonlySet<string> {
  let from = 0;
  return new Set(
    entries.flatMap(({ id, segments }) => {
      const own = translated.slice(from, from + segments.length);
      from += segments.length;
      return id !== undefined && own.length > 0 && own.every(({ skip }) => skip) ? [id] : [];
    }),
  );
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
export type StringEntry = {
  /** See {@link Entry}. */
  readonly id?: string | undefined;
  readonly start: number;
  readonly end: number;
  readonly key?: string | undefined;
  readonly note?: string | undefined;
  readonly maxLength?: number | undefined;
  readonly target?: DocumentSegment["target"];
};

/** A segment with what the file says of it; empty keys and notes are left out. */
export function segmentAt(inline: InlineString, place: Omit<StringEntry, "start" | "end">): DocumentSegment {
  return {
    ...inline.segment,
    ...(place.key ? { key: place.key } : {}),
    ...(place.note ? { note: place.note } : {}),
    ...(place.maxLength ? { maxLength: place.maxLength } : {}),
    ...(place.target ? { target: place.target } : {}),
  };
}

/** A string of one segment whose value is replaced where it stands. `encode` spells a value as the file does. */
export function valueEntry(inline: InlineString, place: StringEntry, encode: (value: string) => string): Entry {
  const segment = segmentAt(inline, place);
  return {
    segments: [segment],
    rewrite: ([text]) =>
      text === null || text === undefined || text === segment.text
        ? []
        : [{ start: place.start, end: place.end, text: encode(inline.restore(text)) }],
  };
}
