import { AppError } from "@/lib/base/errors";
import type { DocumentSegment, TargetState } from "@/lib/formats/format";
import { sameLanguage } from "@/lib/formats/l10n/locale-names";
import { type ReadValue, storedTextsOf } from "@/lib/formats/l10n/translated-strings";
import { isExchange } from "@/lib/formats/l10n/xliff-exchange";
import { extensionOf, formatById } from "@/lib/formats/registry";
import { pairDocuments, readExchanged } from "@/lib/formats/sandbox/sandbox";
import {
  canHoldTargets,
  type DocumentSource,
  formatOptions,
  openDocument,
} from "@/lib/projects/documents/open-document";
import type { SegmentKey } from "@/lib/projects/documents/segment-keys";
import { readImportedTargets, SEGMENTS_FORMAT } from "@/lib/projects/documents/segments-document";
import { MAX_SEGMENTS } from "@/lib/schemas/documents";
import type { Forms } from "@/lib/text/plurals/plural-forms";
import {
  type Aligned,
  type AlignedText,
  alignBySource,
  alignExchanged,
  alignTargets,
  alignTranslated,
} from "./align-segments";
import type { ImportedValue } from "./receipt";

type Opening = Omit<DocumentSource, "languages">;

/** A translation that a document contains, encoded with the codes of its source. */
export type EmbeddedTarget = { readonly text: string; readonly forms?: Forms; readonly state: TargetState };

/**
 * The translations of a document in a file: its returned XLIFF export, recognised by content, or the translated
 * document in its own format. Read in a worker thread, within the limits of documents. Throws 415 and 422, also if the
 * file does not belong to the document.
 *
 * @param found the document's segments.
 */
export async function readTranslations(
  document: Opening,
  found: readonly DocumentSegment[],
  sent: Buffer,
  language: string,
  fileName = "",
): Promise<Aligned> {
  const exchanged = exchangeFormat(document.format, fileName);
  if (exchanged) {
    const file = { ...document, bytes: sent, path: fileName, format: exchanged, options: {} };
    return (await alignBySource(found, (await openDocument(file, language)).segments)) ?? noTranslations(language);
  }
  if (isGivenOut(document.format, sent))
    return alignExchanged(found, await readExchanged(sent, MAX_SEGMENTS, language));
  if (document.format === SEGMENTS_FORMAT)
    return (await alignTargets(found, readImportedTargets(sent, found))) ?? noTranslations(language);
  if (NOT_ALIGNABLE.has(document.format))
    throw new AppError(
      "unreadable_file",
      `Import translations of ${formatById(document.format)!.name} files as XLIFF, because programs that save these files change the order of texts.`,
      { reason: "not_alignable" },
    );
  const named = await readNamed(document, found, sent, language);
  if (named) return named;
  const file = { ...document, bytes: sent };
  if (canHoldTargets(document.format)) {
    const held = await alignTargets(found, (await openDocument(file, language)).segments);
    if (held) return held;
    if (!MAY_BE_ALONE.has(document.format)) return noTranslations(language);
  }
  const { segments } = await openDocument({ ...file, sourceLanguage: language }, undefined);
  return alignTranslated(found, segments);
}

/** The texts of a previously imported file by index of their segment; none if it no longer matches its document. */
export async function storedTexts(
  document: Opening,
  found: readonly DocumentSegment[],
  file: Uint8Array,
  language: string,
): Promise<ReadonlyMap<number, EmbeddedTarget>> {
  const aligned = await readTranslations(document, found, Buffer.from(file), language).catch(() => null);
  return new Map(aligned?.texts.map((one) => [one.index, { ...one, state: one.isFinished ? "translated" : "draft" }]));
}

/** Formats whose texts are reordered by programs that save them. */
export const NOT_ALIGNABLE: ReadonlySet<string> = new Set(["xlsx", "pdf", "image"]);

/** Formats of files that may be bilingual or contain only one language, such as a catalogue with names as keys. */
const MAY_BE_ALONE = new Set(["csv", "tsv"]);

/** The texts of a file of named strings; undefined for other files. Throws 422 for another language. */
export async function readNamed(
  { bytes, format, options, sourceLanguage }: Opening,
  found: readonly DocumentSegment[],
  sent: Buffer,
  language: string,
): Promise<Aligned | undefined> {
  const paired = await pairDocuments(bytes, sent, format, formatOptions(options, sourceLanguage, language), language);
  if (!paired) return undefined;
  const declared = paired.declaredLanguage;
  if (declared && !sameLanguage(declared, language) && !sameLanguage(declared, sourceLanguage))
    throw new AppError("unreadable_file", `This file declares the language ${declared}, not ${language}.`, {
      reason: "wrong_language",
      declared,
    });
  const texts = paired.adopted.flatMap(({ text, forms, state, isOutdated }, index): AlignedText[] =>
    text && found[index]
      ? [{ index, text, ...(forms ? { forms } : {}), isFinished: state !== "draft", isOutdated }]
      : [],
  );
  return { texts, values: paired.values, notFound: [], pluralHeader: paired.pluralHeader };
}

/** The texts that an independent second parser found, with the keys of their segments. */
export function namedValues(values: readonly ReadValue[], keys: readonly (SegmentKey | null)[]): ImportedValue[] {
  return values.map((value) => ({ ...value, segments: value.segments.flatMap((index) => keys[index]?.key ?? []) }));
}

/** The texts of a segment. Each form of a plural message is a separate text. */
export function repeated(key: string, forms: Forms | undefined): ImportedValue[] {
  return Array.from({ length: storedTextsOf(forms) }, () => ({ key, line: null, segments: [key] }));
}

const EXCHANGE_FORMATS = ["xliff1", "xliff2"] as const;

/** Refuses a file that is a returned export only by its name: a text document would read it as plain text. */
export function refuseDamagedExport(format: string, sent: Buffer, fileName: string): void {
  const isNamed = (id: string) => formatById(id)?.extensions.includes(extensionOf(fileName)) === true;
  if (EXCHANGE_FORMATS.some(isNamed) && !isNamed(format) && isTemplate(format, sent))
    throw new AppError("unreadable_file", "This file has the name of an XLIFF file but not its content.", {
      reason: "corrupt",
    });
}

/** Whether an uploaded file is the translated document itself, as opposed to a returned export or an exchange file. */
export function isTemplate(format: string, sent: Buffer, fileName = ""): boolean {
  return format !== SEGMENTS_FORMAT && !isGivenOut(format, sent) && !exchangeFormat(format, fileName);
}

/** Formats of tables with sources and translations, which may translate a document of another format. */
const TABLES = ["po", "csv", "tsv", "tmx"] as const;

function exchangeFormat(format: string, fileName: string): string | undefined {
  const extension = extensionOf(fileName);
  if (!extension || formatById(format)?.extensions.includes(extension)) return undefined;
  return TABLES.find((id) => id !== format && formatById(id)!.extensions.includes(extension));
}

/** Whether an uploaded file is a returned export for a CAT tool. */
export function isReturnedExport(format: string, sent: Buffer): boolean {
  return format !== SEGMENTS_FORMAT && isGivenOut(format, sent);
}

/** An XLIFF document with its own language pair resembles an export, but does not name its original. */
function isGivenOut(format: string, sent: Buffer): boolean {
  if (format === "xliff2") return isExchange(sent);
  return EXCHANGE_FORMATS.some((id) => id !== format && formatById(id)!.matches(sent, ""));
}

/** The error for a file whose translations belong to no text of the document. */
export function noTranslations(language: string): never {
  throw new AppError(
    "no_translations_matched",
    `This file contains no translation into ${language} of a text in the document.`,
    { reason: "no_translations" },
  );
}
