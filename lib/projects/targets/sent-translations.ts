import { AppError } from "@/lib/errors";
import { faultsAsAppErrors } from "@/lib/formats/app-errors";
import type { DocumentSegment } from "@/lib/formats/format";
import { isExchange } from "@/lib/formats/l10n/xliff-exchange";
import { formatById } from "@/lib/formats/registry";
import { readExchanged } from "@/lib/formats/sandbox/sandbox";
import { type DocumentSource, holdsTargets, openDocument } from "@/lib/projects/documents/open-document";
import { readSentTargets, SEGMENTS_FORMAT } from "@/lib/projects/documents/segments-document";
import { MOST_SEGMENTS } from "@/lib/schemas/documents";
import { type Aligned, alignExchanged, alignTargets, alignTranslated } from "./align-segments";

type Opening = Omit<DocumentSource, "languages">;

/**
 * The translations into a language that a file brings back for a document: an XLIFF file that was given out for it, told by
 * its content, or the document itself in that language, in its own format. Read in a worker thread within the limits of
 * documents. Throws 415 and 422, also where the file does not belong to the document.
 *
 * @param found the document's segments.
 */
export async function readTranslations(
  document: Opening,
  found: readonly DocumentSegment[],
  sent: Buffer,
  language: string,
): Promise<Aligned> {
  if (isGivenOut(document.format, sent)) {
    return alignExchanged(found, await faultsAsAppErrors(() => readExchanged(sent, MOST_SEGMENTS)));
  }
  if (document.format === SEGMENTS_FORMAT)
    return (await alignTargets(found, readSentTargets(sent, found))) ?? noTranslations(language);
  if (document.format === "xlsx" || document.format === "pdf")
    throw new AppError(
      "unreadable_file",
      `Translations of ${formatById(document.format)!.name} files come back as XLIFF: programs that save them put their texts in another order.`,
      { reason: "not_alignable" },
    );
  const file = { ...document, bytes: sent };
  if (holdsTargets(document.format)) {
    const held = await alignTargets(found, (await openDocument(file, language)).segments);
    if (held) return held;
    if (!MAY_BE_ALONE.has(document.format)) return noTranslations(language);
  }
  const { segments } = await openDocument({ ...file, sourceLanguage: language }, undefined);
  return alignTranslated(found, segments);
}

/** Formats that may hold translations beside their texts, or be in one language: a catalogue with names for keys. */
const MAY_BE_ALONE = new Set(["po", "csv", "tsv"]);

/** An XLIFF document in its own language pair looks like what is given out, but does not say what it was made from. */
function isGivenOut(format: string, sent: Buffer): boolean {
  if (format === "xliff2") return isExchange(sent);
  return ["xliff1", "xliff2"].some((id) => id !== format && formatById(id)!.matches(sent, ""));
}

function noTranslations(language: string): never {
  throw new AppError(
    "unreadable_file",
    `This file holds no translation into ${language} of a text that the document has.`,
    { reason: "no_translations" },
  );
}
