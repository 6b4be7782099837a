import { faultsAsAppErrors } from "@/lib/formats/app-errors";
import type { FormatOptions, OutputOptions, TranslatedText, Written } from "@/lib/formats/format";
import {
  extractDocument,
  inspectFile,
  pairDocuments,
  writeDocument,
  writeTemplate,
} from "@/lib/formats/sandbox/sandbox";
import type { Extracted, Inspected, Paired, Template } from "@/lib/formats/sandbox/threads";

/** Detects the format of a file. Throws 415 if it is not supported, 422 if unreadable. */
export function inspectDocument(bytes: Buffer, fileName: string, explicit?: string): Promise<Inspected> {
  return faultsAsAppErrors(() => inspectFile(bytes, fileName, explicit));
}

/** Extracts a document's segments, in a sandboxed worker thread. */
export function extract(
  bytes: Uint8Array,
  fileName: string,
  options: FormatOptions & { format: string },
): Promise<Extracted> {
  return faultsAsAppErrors(() => extractDocument(bytes, fileName, options));
}

/** Writes a document with its translations, in a sandboxed worker thread. */
export function write(
  bytes: Uint8Array,
  formatId: string,
  options: FormatOptions,
  translated: readonly TranslatedText[],
  target: string,
  output: OutputOptions = {},
): Promise<Written> {
  return faultsAsAppErrors(() => writeDocument(bytes, formatId, options, translated, target, output));
}

/**
 * Reads the translations of a document's segments from a translated file of the same format; null if its strings have
 * no keys.
 */
export function pair(
  bytes: Uint8Array,
  translated: Uint8Array,
  formatId: string,
  options: FormatOptions,
  target: string,
): Promise<Paired | null> {
  return faultsAsAppErrors(() => pairDocuments(bytes, translated, formatId, options, target));
}

/** A translated file with the document's current texts; null if the file does not belong to it. */
export function writeIn(
  bytes: Uint8Array,
  formatId: string,
  options: FormatOptions,
  translated: readonly TranslatedText[],
  target: string,
  template: Template,
): Promise<Written | null> {
  return faultsAsAppErrors(() => writeTemplate(bytes, formatId, options, translated, target, template));
}
