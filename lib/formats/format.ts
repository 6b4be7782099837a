import type { Forms } from "@/lib/text/plurals/plural-forms";
import type { Segment } from "@/lib/text/segment";
import type { PluralRule } from "@/lib/vocabulary/plural-rules";
import type { StringsFile } from "./l10n/strings-document";

/** Parts of a document that a caller may include or exclude; each format says in `parts` which of them it knows. */
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
  /** BCP 47; some formats choose by it what to translate (a column of a CSV, a key of a Rails YAML). */
  readonly source?: string;
  /**
   * BCP 47. Opens a file that holds translations beside its texts for a project: every string is a segment, translated
   * or not, with the `target` that it has in this language, and what is written replaces it. Left out: only what waits
   * for a translation is a segment. Formats with one language take no notice.
   */
  readonly target?: string;
  /**
   * BCP 47. The language that the document is to be translated into. Translations that the file holds in another one are
   * then made anew, so that no file ends up with two.
   */
  readonly into?: string;
  /**
   * `all` makes every value of a file of strings a segment with its key, also those that hold nothing to translate: these
   * are `nonLinguistic`. Left out: only what is to be translated.
   */
  readonly values?: "all";
  /** Parts translated beyond the format's defaults. */
  readonly include?: readonly DocumentPart[];
  /** Parts left as they are although translated by default. */
  readonly exclude?: readonly DocumentPart[];
  /** Columns of a table that are translated, by name or letter; no other is then. */
  readonly columns?: readonly string[];
  /** Whether the first row of a table names its columns; found out when left out. */
  readonly header?: boolean;
  /** Keys, or elements and attributes, translated beyond the format's defaults: see lib/formats/key-paths.ts. */
  readonly keys?: readonly string[];
};

export type OutputOptions = {
  /** Source and target side by side, where the format says it can. */
  readonly bilingual?: boolean;
  /** Id of another format to write, where the format says it can: `pdf` writes `docx`, `html` and `txt`. */
  readonly format?: string;
};

/** What a caller may choose for some formats. */
export type FormatChoice = "columns" | "header" | "keys";

/** A sentence a person understands about something that could not be kept exactly as it was. */
export type FormatWarning = {
  readonly code: "duplicate_key" | "encoding_changed" | "layout_not_kept" | "signature_invalid" | "part_skipped";
  readonly message: string;
  /** How many things it speaks of, where they can be counted. */
  readonly count?: number;
};

/** How far a translation is: nobody has confirmed it, somebody has, a reviewer has. */
export type TargetState = "draft" | "translated" | "reviewed";

/** A segment as its document gives it. */
export type DocumentSegment = Segment & {
  /** Of a plural message: its forms, with the codes of the segment; `text` is the main one. */
  readonly plural?: { readonly rule: PluralRule; readonly forms: Forms };
  /** The translation that the document holds already, encoded with the codes of the source. Its codes are not checked. */
  readonly target?: { readonly text: string; readonly state: TargetState };
  /** A number, a pattern, an address: kept for each language, but nothing that a machine translates. */
  readonly nonLinguistic?: boolean;
};

/**
 * What stands in a segment after translating. `text` null keeps the bytes of that segment. `state` is written where the
 * format can say it: PO `fuzzy`, XLIFF and xcstrings states. Left out: a finished translation.
 */
export type TranslatedText = {
  readonly text: string | null;
  readonly state?: TargetState;
  /** There is no translation, and the source must not stand in its place: the string is left out where files can do so. */
  readonly skip?: boolean;
};

export type Written = {
  readonly bytes: Uint8Array;
  /** Differs from the format's own when another output format was asked for. */
  readonly mediaType: string;
  /** File name extension without the dot. */
  readonly extension: string;
  readonly warnings: readonly FormatWarning[];
};

export type OpenDocument = {
  /**
   * In reading order, the same for the same bytes and options. Keys are unique. Leading and trailing white space and
   * codes that surround a segment stay in the skeleton.
   */
  readonly segments: readonly DocumentSegment[];
  readonly warnings: readonly FormatWarning[];
  /** Language that the document itself declares, as written there. */
  readonly declaredLanguage?: string;
  /** The strings that it is made of, where its format knows them by name. */
  readonly strings?: StringsFile;
  /**
   * Writes the document with the translated segments in place and every other byte as it was.
   * One entry per segment, in order. Giving every segment its own `text` back returns the very same bytes.
   */
  write(translated: readonly TranslatedText[], target: string, output?: OutputOptions): Promise<Written>;
};

/** A document format: bytes in, bytes out, no I/O. Runs inside a worker thread on untrusted bytes. */
export interface Format {
  /** `docx`, `md`, `xliff2`, … */
  readonly id: string;
  readonly name: string;
  /** Without dots, lower case. */
  readonly extensions: readonly string[];
  /** The first one is what the service answers with. */
  readonly mediaTypes: readonly string[];
  /** What is translated and what is left, in one sentence each. */
  readonly translates: string;
  readonly leaves: string;
  readonly parts?: readonly DocumentPart[];
  readonly bilingual?: boolean;
  /** Options that it takes beyond those that all formats know. */
  readonly options?: readonly FormatChoice[];
  /** True when its files may hold translations beside their texts: see `FormatOptions.target`. */
  readonly holdsTargets?: boolean;
  /** Other formats that it can write. */
  readonly outputs?: readonly string[];
  /** False when it is only read, and written as one of its outputs. */
  readonly writesItself?: false;
  /**
   * True when the bytes look like this format. The name's extension chooses the candidates;
   * this decides between them and catches a wrong name. Cheap and never throws.
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
  | "timeout"
  | "memory";

/** The bytes are not a document that can be translated. `message` is a sentence for the person who sent them. */
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

/** The kind of file is not one that is translated. `received` is an extension or a format's id, never a whole name. */
export class UnsupportedFormat extends Error {
  override readonly name = "UnsupportedFormat";
  constructor(
    readonly received: string,
    /** Extensions that are supported, without dots. */
    readonly supported: readonly string[],
    message: string,
  ) {
    super(message);
  }
}
