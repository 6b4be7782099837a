import { faultsAsAppErrors } from "@/lib/formats/app-errors";
import type { FormatOptions, TranslatedText, Written } from "@/lib/formats/format";
import { extractDocument, inspectFile, writeDocument } from "@/lib/formats/sandbox/sandbox";
import type { Extracted, Inspected } from "@/lib/formats/sandbox/threads";

/** Says what kind of file it is. Throws 415 for one that is not supported, 422 for one that is unreadable. */
export function inspectDocument(bytes: Buffer, fileName: string, explicit?: string): Promise<Inspected> {
  return faultsAsAppErrors(() => inspectFile(bytes, fileName, explicit));
}

/** What a document holds to translate, read in a worker thread within limits. */
export function extract(
  bytes: Uint8Array,
  fileName: string,
  options: FormatOptions & { format: string },
): Promise<Extracted> {
  return faultsAsAppErrors(() => extractDocument(bytes, fileName, options));
}

/** The document with translations in place, written in a worker thread within limits. */
export function write(
  bytes: Uint8Array,
  formatId: string,
  options: FormatOptions,
  translated: readonly TranslatedText[],
  target: string,
  output: { bilingual?: boolean; format?: string } = {},
): Promise<Written> {
  return faultsAsAppErrors(() => writeDocument(bytes, formatId, options, translated, target, output));
}
