import type { Forms } from "@/lib/text/plurals/plural-forms";
import type { Segment } from "@/lib/text/segment";
import type { PluralRule } from "@/lib/vocabulary/segments";

/** Parts of a document that a caller may include or exclude. Each format lists in `parts` which it supports. */
export type DocumentPart =
  | "comments"
  | "notes"
  | "headers"
  | "hidden"
  | "metadata"
  | "front_matter"
  | "attributes"
  | "alt_text";

export type FormatOptions = {
  /** BCP 47. Some formats use it to select what to translate (a column of a CSV, a key of a Rails YAML). */
  readonly source?: string;
  /**
   * BCP 47. Opens a bilingual file for a project: every string is a segment, translated or not, with its `target` in
   * this language, which writing replaces. If omitted, only untranslated strings are segments. Ignored by formats with
   * one language.
   */
  readonly target?: string;
  /**
   * BCP 47. Target language of the translation. Existing translations into another language are replaced, so that no
   * file mixes two languages.
   */
  readonly into?: string;
  /** Translates finished units of a bilingual file too. Omitted: finished units are not segments. */
  readonly overwrite?: boolean;
  /**
   * `all` makes every value of a string file a segment with its key; values without text are `nonLinguistic`. If
   * omitted, only translatable values are segments.
   */
  readonly values?: "all";
  /**
   * True to make every occurrence of a repeated text a separate segment. Omitted: cells of a workbook with the same
   * text share one segment, also if a translation has fewer different texts than its source.
   */
  readonly repeated?: true;
  readonly plurals?: PluralReading;
  /** The side of a bilingual file with the texts: the targets, if the sources are keys. Detected if omitted. */
  readonly side?: "source" | "target";
  /** Parts translated in addition to the format's defaults. */
  readonly include?: readonly DocumentPart[];
  /** Parts excluded although translated by default. */
  readonly exclude?: readonly DocumentPart[];
  /** The only columns of a table to translate, by name or letter. */
  readonly columns?: readonly string[];
  /** True if the first row of a table is a header; detected if omitted. */
  readonly header?: boolean;
  /** Keys, or elements and attributes, translated in addition to the defaults: see lib/formats/key-paths.ts. */
  readonly keys?: readonly string[];
};

/**
 * `forms`: a plural message is one segment with forms, unless its branches contain other plurals. `nested`: always one
 * segment; its forms contain inner plurals in the file's syntax. Omitted: each text of a message is a segment.
 */
export type PluralReading = "forms" | "nested";

/** Position of source and target in a bilingual document: next to each other, or one above the other. */
export type BilingualLayout = "side" | "stacked";

export type OutputOptions = {
  /** True to write source and target, if the format supports it, in its own layout or the given one. */
  readonly bilingual?: boolean | BilingualLayout;
  /** Id of another output format, if supported: `pdf` writes `docx`, `html` and `txt`. */
  readonly format?: string;
  readonly revised?: Revised | undefined;
};

/** Time and author of the last change, for formats that store them. */
export type Revised = { readonly at: string; readonly by?: string | undefined };

/** Options of individual formats. */
export type FormatChoice = "columns" | "header" | "keys" | "overwrite";

/** A sentence about content that could not be preserved exactly. */
export type FormatWarning = {
  readonly code:
    | "converted"
    | "duplicate_key"
    | "encoding_changed"
    | "layout_not_kept"
    | "recognised"
    | "text_reduced"
    | "signature_invalid"
    | "part_skipped";
  readonly message: string;
  /** Number of affected items, if countable. */
  readonly count?: number;
};

/** Who has confirmed a translation: no one, a translator, a reviewer. */
export type TargetState = "draft" | "translated" | "reviewed";

/** A segment as it was read from its document. */
export type DocumentSegment = Segment & {
  /**
   * For a plural message: its forms, with the codes of the segment; `text` is the main form. `header` is the file's own
   * `Plural-Forms` for the target language.
   */
  readonly plural?: { readonly rule: PluralRule; readonly forms: Forms; readonly header?: string | undefined };
  /** The existing translation in the document, encoded with the codes of the source. Its codes are not checked. */
  readonly target?: { readonly text: string; readonly forms?: Forms; readonly state: TargetState };
  /** True for a number, a pattern or an address: kept for each language, but never machine-translated. */
  readonly nonLinguistic?: boolean;
};

/**
 * New content of a segment. `text` null leaves its bytes unchanged. `state` is written if the format has states: PO
 * `fuzzy`, XLIFF and xcstrings states. Omitted: a finished translation.
 */
export type TranslatedText = {
  readonly text: string | null;
  /** All forms of a plural message. Omitted if `text` is the source's. */
  readonly forms?: Forms;
  readonly state?: TargetState;
  /** True if there is no translation and the source must not replace it: the string is omitted if possible. */
  readonly skip?: boolean;
  /** Keeps the translation of the imported file; the other values apply if the file has none. */
  readonly stays?: boolean;
  /** The translated source, without codes, if the source has changed since. Some formats can mark that. */
  readonly outdated?: string;
};

export type Written = {
  readonly bytes: Uint8Array;
  /** Another output format may have a different media type from the format's own. */
  readonly mediaType: string;
  /** File name extension without the dot. */
  readonly extension: string;
  readonly warnings: readonly FormatWarning[];
};

export type OpenDocument = {
  /**
   * In reading order, the same for the same bytes and options. Keys are unique. Outer white space and codes around a
   * segment stay in the skeleton.
   */
  readonly segments: readonly DocumentSegment[];
  readonly warnings: readonly FormatWarning[];
  /** Number of units that are not segments because their translation is finished. */
  readonly finished?: number;
  /** Language that the document declares, as spelled there. */
  readonly declaredLanguage?: string;
  /**
   * Writes the document with its translated segments; every other byte stays. One entry per segment, in order. Passing
   * every segment's own `text` returns the same bytes.
   */
  write(translated: readonly TranslatedText[], target: string, output?: OutputOptions): Promise<Written>;
};

/** A document format: converts bytes to bytes, without I/O. Runs in a worker thread on untrusted bytes. */
export interface Format {
  /** `docx`, `md`, `xliff2`, … */
  readonly id: string;
  readonly name: string;
  /** File name extensions without dots, in lower case. */
  readonly extensions: readonly string[];
  /** Media types; the first one is used in responses. */
  readonly mediaTypes: readonly string[];
  /** What is translated and what is not, in one sentence each. */
  readonly translates: string;
  readonly leaves: string;
  readonly parts?: readonly DocumentPart[];
  /** Those of `parts` that are only translated on request. */
  readonly onRequest?: readonly DocumentPart[];
  /** Layouts of its bilingual documents; the first is its own. */
  readonly bilingual?: readonly BilingualLayout[];
  /** Options in addition to those that all formats have. */
  readonly options?: readonly FormatChoice[];
  /** True if its files may contain translations: see `FormatOptions.target`. */
  readonly holdsTargets?: boolean;
  /** True if programs that read it understand a `draft` as a translation that someone must check. */
  readonly marksDrafts?: boolean;
  /** Ids of other output formats. */
  readonly outputs?: readonly string[];
  /** False if it can only be read, so that one of its outputs is written. */
  readonly writesItself?: false;
  /**
   * True if the bytes look like this format. The extension selects the candidates; this decides between them and
   * detects a wrong name. Must be fast and never throw.
   */
  matches(bytes: Uint8Array, extension: string): boolean;
  /** Rejects with {@link UnreadableFile}. */
  open(bytes: Uint8Array, options: FormatOptions): Promise<OpenDocument>;
}

export type UnreadableReason =
  | "corrupt"
  | "encrypted"
  | "encoding"
  | "macros"
  | "hostile"
  | "too_complex"
  | "no_text_layer"
  | "missing_program"
  | "missing_font"
  | "missing_recognition"
  | "other_document"
  | "wrong_language"
  | "timeout"
  | "memory";

/** Maximum bytes of a document that is read almost instantly. */
export const SMALL_BYTES = 20_000;

/** The bytes are not a translatable document. `message` is a sentence for the person who uploaded them. */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
  constructor(
    readonly reason: UnreadableReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The kind of file is not supported. `received` is an extension or a format's id, never a whole name. */
export class UnsupportedFormat extends Error {
  override readonly name = "UnsupportedFormat";
  constructor(
    readonly received: string,
    /** Supported extensions, without dots. */
    readonly supported: readonly string[],
    message: string,
  ) {
    super(message);
  }
}

/** Maximum names listed in a warning. */
const MAX_NAMED = 20;

/** Warns about parts of a document that stayed unchanged. */
export function leftWarning(names: readonly string[], what: string, count = names.length): FormatWarning[] {
  if (names.length === 0) return [];
  const more = names.length > MAX_NAMED ? ", …" : "";
  const message = `${what}: ${names.slice(0, MAX_NAMED).join(", ")}${more}.`;
  return [{ code: "part_skipped", message, count }];
}

/** Warns how many texts of a program's source cannot be translated because the code composes them. */
export function joinedWarning(count: number): FormatWarning[] {
  const texts = count === 1 ? "One text" : `${count} texts`;
  const message = `${texts} that the code concatenates or chooses between stayed unchanged.`;
  return count > 0 ? [{ code: "part_skipped", count, message }] : [];
}
