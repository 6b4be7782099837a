import path from "node:path";
import { db } from "@/db/client";
import { AppError } from "@/lib/base/errors";
import { download } from "@/lib/http/api/download";
import type { FacadeAnswer, FacadeContext } from "@/lib/http/compat/facade";
import { invalid } from "@/lib/http/compat/faults";
import { isTokenFor, tokenFor } from "@/lib/http/compat/tokens";
import { idOfUuid, uuidOf } from "@/lib/http/compat/uuids";
import { type FileTranslation, TranslateFileFields } from "@/lib/schemas/files";
import { fileContent } from "@/lib/translation/files/content";
import { createFileTranslation, getFile } from "@/lib/translation/files/files";
import { waitForFile } from "@/lib/translation/files/wait";
import { isSame } from "@/lib/translation/languages";
import { requireGlossaries } from "./glossaries";
import { requireFormality, requireSource, requireTarget } from "./languages";
import { formalityOf } from "./translate";

const PURPOSE = "deepl document";

const EQUAL_LANGUAGES = "Source and target language are equal.";

/** Maximum seconds for which a status request waits for the end of a translation. */
const STATUS_WAIT_SECONDS = 2;

/** Estimated seconds per segment, for `seconds_remaining`. */
const SECONDS_PER_SEGMENT = 0.05;

/** `POST /v2/document`: uploads a document. Returns an id and a key made from the id of the file translation. */
export async function upload({ caller, fields, file }: FacadeContext): Promise<FacadeAnswer> {
  if (!file) throw invalid("Invalid file data.");
  const target = await requireTarget(fields.text("target_lang"), caller);
  const source = await requireSource(fields.text("source_lang"), caller);
  if (source !== undefined && isSame(source, target)) throw invalid(EQUAL_LANGUAGES);
  const glossaryIds = fields.texts("glossary_id") ?? [];
  const [glossaryId] = await requireGlossaries(caller, glossaryIds.filter(Boolean), { source, target });
  const fileName = path.basename((fields.text("filename") ?? file.fileName).replaceAll("\\", "/"));
  const output = fields.text("output_format")?.toLowerCase();
  const isOther = output !== undefined && path.extname(fileName).toLowerCase() !== `.${output}`;
  const formality = formalityOf(fields);
  await requireFormality(formality, target, caller);
  const input = TranslateFileFields.parse({
    source,
    target,
    glossaryId,
    formality,
    ...(isOther ? { output } : {}),
  });
  const created = await db()
    .transaction((tx) => createFileTranslation(caller, input, { fileName, bytes: file.bytes }, tx))
    .catch((thrown: unknown) => {
      const isUnknown = thrown instanceof AppError && thrown.code === "unsupported_media_type";
      throw isUnknown ? invalid("Invalid file data.") : thrown;
    });
  const id = uuidOf(created.id).replaceAll("-", "").toUpperCase();
  return { body: { document_id: id, document_key: tokenFor(PURPOSE, id).toUpperCase() } };
}

/**
 * `POST /v2/document/{id}`, and its legacy GET form. Waits a little for the translation to end, because DeepL's clients
 * ask again only after seconds.
 */
export async function status(context: FacadeContext): Promise<FacadeAnswer> {
  const found = await documentOf(context);
  const isRunning = found.status === "queued" || found.status === "translating";
  const file = isRunning
    ? await waitForFile(context.caller, found.id, STATUS_WAIT_SECONDS, context.request.signal)
    : found;
  const { segmentsDone, segmentsTotal } = file.progress;
  const state = { document_id: context.params.documentId };
  switch (file.status) {
    case "queued":
      return { body: { ...state, status: "queued" } };
    case "translating": {
      const left = (segmentsTotal ?? segmentsDone + 1) - segmentsDone;
      return { body: { ...state, status: "translating", seconds_remaining: Math.ceil(left * SECONDS_PER_SEGMENT) } };
    }
    case "completed":
      return { body: { ...state, status: "done", seconds_remaining: 0, billed_characters: file.characters } };
    default: {
      const error_message = messageOf(file);
      // Older clients read `message`.
      return { body: { ...state, status: "error", error_message, message: error_message } };
    }
  }
}

/** `POST /v2/document/{id}/result`: the translated file, repeatable until it expires. 503 while it is not ready. */
export async function result(context: FacadeContext): Promise<FacadeAnswer> {
  const file = await documentOf(context);
  if (file.status !== "completed") throw new AppError("conflict", "Document not ready", { reason: file.status });
  return download(await fileContent(context.caller, file.id));
}

/** The file with this id and key. Throws the same 404 for a wrong key, a wrong id and another account's document. */
async function documentOf({ caller, fields, params }: FacadeContext): Promise<FileTranslation> {
  const id = String(params.documentId).toUpperCase();
  const fileId = idOfUuid("file", id);
  if (fileId !== null && isTokenFor(PURPOSE, id, (fields.text("document_key") ?? "").toLowerCase()))
    return getFile(caller, fileId).catch(documentNotFound);
  return documentNotFound(null);
}

function documentNotFound(thrown: unknown): never {
  if (thrown === null || (thrown instanceof AppError && thrown.code === "not_found"))
    throw new AppError("not_found", "Document not found", { resource: "document" });
  throw thrown;
}

function messageOf({ status: state, error }: FileTranslation): string {
  if (error?.details.reason === "same_language") return EQUAL_LANGUAGES;
  return error?.message ?? `The translation was ${state}.`;
}
