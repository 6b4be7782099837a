import { faultsAsAppErrors } from "@/lib/formats/app-errors";
import type { FormatOptions, TranslatedText, Written } from "@/lib/formats/format";
import {
  extractDocument,
  inspectFile,
  pairDocuments,
  writeDocument,
  writeTemplate,
} from "@/lib/formats/sandbox/sandbox";
import type { Extracted, Inspected, Paired, Template } from "@/lib/formats/sandbox/threads";

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

/** What a translated file of the same format says of a document's segments; null where its strings have no names. */
export function pair(
  bytes: Uint8Array,
  translated: Uint8Array,
  formatId: string,
  options: FormatOptions,
  target: string,
): Promise<Paired | null> {
  return faultsAsAppErrors(() => pairDocuments(bytes, translated, formatId, options, target));
}

/** A translated file of a document with the texts that this has now; null where the file is none of the document. */
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
