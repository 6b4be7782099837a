import { type DecodedText, encodeText } from "@/lib/formats/encoding";
import type {
  DocumentSegment,
  Format,
  FormatWarning,
  OpenDocument,
  Revised,
  TargetState,
  TranslatedText,
} from "@/lib/formats/format";
import { type Edit, splice } from "@/lib/formats/splice";
import { uniqueKeys } from "@/lib/formats/unique-keys";
import { sameForms } from "@/lib/text/plurals/plural-forms";
import type { Entry } from "./message";

/** How strings are added to and removed from a file of this format. */
export type Layout = {
  /** The strings of the file in order, with their positions. */
  readonly strings?: readonly { readonly id: string; readonly start: number; readonly end: number }[];
  /** Removes strings. */
  remove(ids: ReadonlySet<string>): readonly Edit[];
  /**
   * Adds strings of another file at the same relative positions; in files of both languages, they replace strings with
   * the same name. `edits` set their texts.
   */
  add(from: Layout, ids: ReadonlySet<string>, edits: readonly Edit[]): readonly Edit[];
};

/** A parsed string file. */
export type StringsFile = Omit<StringsParts, "entries"> & {
  readonly entries: readonly Entry[];
  /** Segments of all entries, in order, with unique keys. */
  readonly segments: readonly DocumentSegment[];
};

export type StringsParts = {
  /** Edits that update the file's record of its last change. */
  readonly revise?:
    | ((revised: { readonly at: string; readonly by?: string | undefined }) => readonly Edit[])
    | undefined;
  /** Absent if strings cannot be added and removed. */
  readonly layout?: Layout | undefined;
  readonly decoded: DecodedText;
  readonly entries: readonly Entry[];
  /** Number of finished strings that are not entries. */
  readonly finished?: number | undefined;
  readonly declaredLanguage?: string | undefined;
  /** The declared language of the translations in a file of both languages. */
  readonly declaredTarget?: string | undefined;
  /** The side of a bilingual file from which its texts were read. Absent for other files. */
  readonly side?: "source" | "target" | undefined;
  /** True for a bilingual file without any translation. */
  readonly isUntranslated?: boolean | undefined;
  /** The file's own `Plural-Forms`, for gettext, if valid. */
  readonly pluralHeader?: string | undefined;
  readonly warnings?: readonly FormatWarning[];
  /** Edits besides the strings, such as that of the file's language. */
  readonly marks?: (target: string, revised?: Revised) => readonly Edit[];
  /** Moves the entries' edits, for files with source and target side by side. */
  readonly relocate?: (edits: readonly Edit[], target: string) => readonly Edit[];
  readonly warningsFor?: (target: string) => readonly FormatWarning[];
  /** Changes the declared encoding if the file was converted to UTF-8. */
  readonly redeclare?: (text: string) => string;
};

type StringsDocument = OpenDocument & { readonly strings: StringsFile };

/** The strings of a document; undefined if its format has no named strings. */
export function stringsOf(document: OpenDocument): StringsFile | undefined {
  return "strings" in document ? (document as StringsDocument).strings : undefined;
}

/**
 * A document of a string file. Every entry is rewritten as soon as one translation is new, because a word that is equal
 * in both languages ("OK") is also a translation; otherwise the bytes stay unchanged. Existing content is kept.
 */
export function stringsDocument(format: Format, parts: StringsParts): StringsDocument {
  const { decoded } = parts;
  const entries = lastOfEach(parts.entries);
  const segments = uniqueKeys(entries.flatMap((entry) => entry.segments));
  const doubled = parts.entries.length - entries.length;
  return {
    segments,
    strings: { ...parts, entries, segments },
    warnings: [...(parts.warnings ?? []), ...(doubled > 0 ? [doubledWarning(doubled)] : [])],
    ...(parts.finished ? { finished: parts.finished } : {}),
    ...(parts.declaredLanguage ? { declaredLanguage: parts.declaredLanguage } : {}),
    async write(translated, target, output) {
      const edits = stringEdits({ ...parts, entries, segments }, translated, target, output?.revised);
      const { bytes, warnings } = encodeText(splice(decoded.text, edits), decoded.encoding, parts.redeclare);
      const more = edits.length > 0 ? (parts.warningsFor?.(target) ?? []) : [];
      return {
        bytes,
        mediaType: format.mediaTypes[0]!,
        extension: format.extensions[0]!,
        warnings: [...warnings, ...more],
      };
    },
  };
}

/** The edits that write translations and the language into a string file; none if the file contains them already. */
export function stringEdits(
  { entries, segments, layout, relocate, marks }: StringsFile,
  translated: readonly TranslatedText[],
  target: string,
  revised?: Revised,
): readonly Edit[] {
  const skipped = layout ? skippedIds(entries, translated) : NONE;
  const isChanged = skipped.size > 0 || segments.some((segment, index) => !isPresent(segment, translated[index]));
  if (!isChanged) return [];
  const edits = entryEdits(entries, translated, target);
  if (layout && skipped.size > 0) edits.push(...layout.remove(skipped));
  return [...(relocate?.(edits, target) ?? edits), ...(marks?.(target, revised) ?? [])];
}

/** Whether no string of a bilingual file is translated yet. */
export function hasNoTarget(entries: readonly Entry[]): boolean {
  return entries.every(({ segments }) =>
    segments.every(({ target }) => !target?.text && Object.keys(target?.forms ?? {}).length === 0),
  );
}

/** Of several strings with the same name, readers of such files use the last. */
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

/** Names of strings that must not be written. */
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
    return rewrite(
      texts,
      target,
      leastFinished(own),
      own.map(({ forms }) => forms),
      earlierSource(own),
    );
  });
}

/** The source that an outdated translation translates. */
export function earlierSource(translated: readonly TranslatedText[]): string | undefined {
  return translated.find(({ outdated }) => outdated !== undefined)?.outdated;
}

/** Whether the file already contains a text as its translation or, without one, as the source. */
function isPresent({ text, plural, target }: DocumentSegment, given: TranslatedText | undefined): boolean {
  if (given?.text === null || given?.text === undefined) return true;
  const isSame =
    plural && given.forms
      ? sameForms(given.forms, (target ? target.forms : plural.forms) ?? null)
      : given.text === (target?.text ?? text);
  if (!target) return isSame;
  return isSame && (given.state === undefined || given.state === target.state);
}

export function leastFinished(translated: readonly TranslatedText[]): TargetState | undefined {
  return (["draft", "translated", "reviewed"] as const).find((state) => translated.some((one) => one.state === state));
}
