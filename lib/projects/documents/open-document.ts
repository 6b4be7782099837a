import type { DocumentPart, DocumentSegment, FormatOptions, PluralReading } from "@/lib/formats/format";
import { formatById } from "@/lib/formats/registry";
import { extractDocument } from "@/lib/formats/sandbox/sandbox";
import type { Warning } from "@/lib/translation/warnings";
import { readSegments, SEGMENTS_FORMAT } from "./segments-document";

/** Options for opening a document; stored with it. */
export type DocumentOptions = {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Language of the translations in the document. */
  readonly language?: string;
  /**
   * How plural messages are read. Documents of earlier releases have one segment per form: undefined, or `texts` if
   * these could not be joined.
   */
  readonly plurals?: PluralReading | "texts";
};

/** A document to read, and its project. */
export type DocumentSource = {
  readonly bytes: Buffer;
  readonly path: string;
  readonly format: string;
  readonly options: DocumentOptions;
  readonly sourceLanguage: string;
  /** Target languages of the project. */
  readonly languages: readonly string[];
};

type OpenedDocument = {
  readonly segments: readonly DocumentSegment[];
  readonly warnings: readonly Warning[];
  /** The language that the document declares for its texts, as spelled there. */
  readonly declaredLanguage?: string | undefined;
};

/**
 * Opens a document; segments are in the format's order. `target`: the language whose translations in the document are
 * read. The segments are the same for each.
 */
export async function openDocument(
  { bytes, path, format, options, sourceLanguage }: Omit<DocumentSource, "languages">,
  target: string | undefined,
): Promise<OpenedDocument> {
  if (format === SEGMENTS_FORMAT) return { segments: readSegments(bytes), warnings: [] };
  const { segments, warnings, declaredLanguage } = await extractDocument(bytes, path, {
    ...formatOptions(options, sourceLanguage, target),
    format,
  });
  return { segments, warnings: warnings.map(({ code, message }) => ({ code, message })), declaredLanguage };
}

/** Format options, so that the document is always opened in the same way. */
export function formatOptions(
  options: DocumentOptions,
  sourceLanguage: string,
  target: string | undefined,
): FormatOptions {
  return {
    source: sourceLanguage,
    values: "all",
    ...(target ? { target } : {}),
    ...(options.plurals && options.plurals !== "texts" ? { plurals: options.plurals } : {}),
    ...partsOf(options),
  };
}

/** The options of a document that belong to its format. */
export function partsOf({ include, exclude }: DocumentOptions): { include?: DocumentPart[]; exclude?: DocumentPart[] } {
  return {
    ...(include ? { include: include as DocumentPart[] } : {}),
    ...(exclude ? { exclude: exclude as DocumentPart[] } : {}),
  };
}

/** Whether files of a format may contain translations. */
export function canHoldTargets(format: string): boolean {
  return format === SEGMENTS_FORMAT || formatById(format)?.holdsTargets === true;
}
