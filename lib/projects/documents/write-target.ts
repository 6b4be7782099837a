import { and, eq, isNull } from "drizzle-orm";
import { readChunks } from "@/db/chunks";
import type { Transaction } from "@/db/client";
import { documentChunks, documents } from "@/db/schema";
import { AppError, notFound } from "@/lib/errors";
import type { TargetState, TranslatedText } from "@/lib/formats/format";
import { writeExchange } from "@/lib/formats/l10n/xliff-exchange";
import { repairCodes } from "@/lib/text/codes";
import { write } from "@/lib/translation/documents";
import { type ChosenText, chooseTexts, type TextChoice, type Used } from "./choose-texts";
import { type DocumentOptions, formatOptions, openDocument } from "./open-document";
import { segmentKeys } from "./segment-keys";
import { SEGMENTS_FORMAT, writeSegments } from "./segments-document";

export type TargetFile = {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  /** Without the dot. */
  readonly extension: string;
  /** How many segments were written with what. */
  readonly segments: Readonly<Record<Used, number>>;
  /** Keys of segments in which a code was missing and had to be put back by guess. */
  readonly repaired: readonly string[];
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
};

/** The original document, or a bilingual file for a translator's program. */
export type TargetKind = "original" | "xliff";

/**
 * Writes a document with its translations into a language: the stored bytes are opened in the same way as they were
 * imported, and every text is found by its segment's key. Each text is checked once more, so that none without its codes
 * gets into a file in silence. Throws 404, and 409 for a document that could not be read yet.
 */
export async function writeTarget(
  tx: Transaction,
  project: { readonly id: string; readonly accountId: string; readonly sourceLanguage: string },
  documentId: string,
  language: string,
  choice: TextChoice,
  kind: TargetKind = "original",
): Promise<TargetFile> {
  const document = await readyDocument(tx, project, documentId);
  const bytes = await readChunks({ table: documentChunks, key: { documentId, version: document.currentVersion } }, tx);
  if (!bytes) throw notFound("document");
  const { path, format } = document;
  const options = document.formatOptions as DocumentOptions;
  const source = { bytes, path, format, options, sourceLanguage: project.sourceLanguage };
  const { segments } = await openDocument(source, language);
  const chosen = await chooseTexts(tx, documentId, language, choice);
  const keys = segmentKeys(segments);
  const used: Record<Used, number> = { draft: 0, translated: 0, reviewed: 0, lastReviewed: 0, source: 0, empty: 0 };
  const repaired: string[] = [];
  const texts = segments.map((segment, i): TranslatedText => {
    const key = keys[i]?.key;
    const one: ChosenText = (key && chosen.get(key)) || { text: null, used: "source" };
    used[one.used]++;
    if (one.text === null || one.text === "") return { text: one.text };
    const { text } = repairCodes(segment, one.text);
    if (text !== one.text && key) repaired.push(key);
    return { text, state: STATES[one.used] };
  });
  const written =
    kind === "xliff"
      ? {
          bytes: writeExchange({
            fileName: path,
            format,
            source: project.sourceLanguage,
            target: language,
            segments,
            translated: texts.map(({ text }) => text || null),
            states: texts.map(({ state }) => (state === undefined || state === "draft" ? "initial" : state)),
          }),
          mediaType: "application/xliff+xml",
          extension: "xlf",
          warnings: [],
        }
      : format === SEGMENTS_FORMAT
        ? writeSegments(bytes, texts)
        : await write(bytes, format, formatOptions(options, project.sourceLanguage, language), texts, language);
  return {
    bytes: written.bytes,
    mediaType: written.mediaType,
    extension: written.extension,
    segments: used,
    repaired,
    warnings: written.warnings.map(({ code, message }) => ({ code, message })),
  };
}

/** How a format that can say so marks what was taken. */
const STATES: Readonly<Record<Used, TargetState>> = {
  draft: "draft",
  translated: "translated",
  reviewed: "reviewed",
  lastReviewed: "reviewed",
  source: "draft",
  empty: "draft",
};

async function readyDocument(
  tx: Transaction,
  project: { readonly id: string; readonly accountId: string },
  documentId: string,
) {
  const [document] = await tx
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.accountId, project.accountId),
        eq(documents.projectId, project.id),
        eq(documents.id, documentId),
        isNull(documents.deletedAt),
      ),
    );
  if (!document) throw notFound("document");
  if (document.currentVersion === 0)
    throw new AppError("conflict", "The document has not been read yet.", { reason: "not_ready" });
  return document;
}
