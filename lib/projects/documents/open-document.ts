import type { DocumentPart, DocumentSegment, FormatOptions } from "@/lib/formats/format";
import { formatById } from "@/lib/formats/registry";
import { extract } from "@/lib/translation/document-bytes";
import type { Warning } from "@/lib/translation/warnings";
import { readSegments, SEGMENTS_FORMAT } from "./segments-document";

/** How a document is opened; kept with it. */
export type DocumentOptions = {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Of the translations that it holds already. */
  readonly language?: string;
};

/** What is read, and in which project. */
export type DocumentSource = {
  readonly bytes: Buffer;
  readonly path: string;
  readonly format: string;
  readonly options: DocumentOptions;
  readonly sourceLanguage: string;
  /** Target languages of the project. */
  readonly languages: readonly string[];
};

/**
 * The segments of a document in its format's order. `target`: the language whose translations it may hold; the segments
 * themselves are the same for each.
 */
export async function openDocument(
  { bytes, path, format, options, sourceLanguage }: Omit<DocumentSource, "languages">,
  target: string | undefined,
): Promise<{ readonly segments: readonly DocumentSegment[]; readonly warnings: readonly Warning[] }> {
  if (format === SEGMENTS_FORMAT) return { segments: readSegments(bytes), warnings: [] };
  const { segments, warnings } = await extract(bytes, path, {
    ...formatOptions(options, sourceLanguage, target),
    format,
  });
  return { segments, warnings: warnings.map(({ code, message }) => ({ code, message })) };
}

/** What a format is told to open the document in the same way each time. */
export function formatOptions(
  options: DocumentOptions,
  sourceLanguage: string,
  target: string | undefined,
): FormatOptions {
  return {
    source: sourceLanguage,
    values: "all",
    ...(target ? { target } : {}),
    ...partsOf(options),
  };
}

/** The parts that a document's options name, for its format. */
export function partsOf({ include, exclude }: DocumentOptions): { include?: DocumentPart[]; exclude?: DocumentPart[] } {
  return {
    ...(include ? { include: include as DocumentPart[] } : {}),
    ...(exclude ? { exclude: exclude as DocumentPart[] } : {}),
  };
}

/** Whether documents of a format may hold translations already. */
export function canHoldTargets(format: string): boolean {
  return format === SEGMENTS_FORMAT || formatById(format)?.holdsTargets === true;
}
