import type { z } from "zod";
import { AppError, invalidRequest } from "@/lib/base/errors";
import { faultsAsAppErrors } from "@/lib/formats/app-errors";
import { looksLikeZip, ZipArchive } from "@/lib/formats/zip";
import type { Caller } from "@/lib/identity/auth/caller";
import { requireProject } from "@/lib/projects/require-project";
import { Path, type PutDocumentFields, type PutDocuments, type PutPreviews } from "@/lib/schemas/documents";
import { type PutContent, previewPut, putDocument } from "./put-document";

/** Maximum entries of an upload, and their total uncompressed bytes. */
const MAX_ENTRIES = 1_000;
const MAX_BYTES = 256 << 20;

export type SentArchive = {
  readonly file: { readonly fileName: string; readonly bytes: Buffer } | null;
  readonly fields: z.output<typeof PutDocumentFields> | undefined;
};

type Options = Parameters<typeof putDocument>[3];

/**
 * Creates or updates a document for each file of a ZIP, independently: unusable files are reported with the reason and
 * do not affect the others. Throws 400 for anything other than a ZIP, 404, 413, 422.
 */
export async function putArchive(
  caller: Caller,
  projectId: string,
  sent: SentArchive,
  options: Options,
): Promise<PutDocuments> {
  await requireProject(caller, projectId);
  const { done, skipped } = await each(caller, sent, (entry) => putDocument(caller, projectId, entry, options));
  return { documents: done.map(({ document }) => document), skipped };
}

/** Previews {@link putArchive} without storing anything. */
export async function previewArchive(
  caller: Caller,
  projectId: string,
  sent: SentArchive,
  options: Options,
): Promise<PutPreviews> {
  await requireProject(caller, projectId);
  const { done, skipped } = await each(caller, sent, (entry) => previewPut(caller, projectId, entry, options));
  return { dryRun: true, documents: done, skipped };
}

async function each<Outcome>(
  caller: Caller,
  { file, fields }: SentArchive,
  work: (sent: PutContent) => Promise<Outcome>,
): Promise<{ done: Outcome[]; skipped: PutDocuments["skipped"] }> {
  const archive = await openArchive(caller, file);
  const done: Outcome[] = [];
  const skipped: PutDocuments["skipped"] = [];
  for (const entry of archive.entries) {
    if (!isFile(entry.name)) continue;
    try {
      const path = Path.safeParse(entry.name);
      if (!path.success) throw new AppError("invalid_request", path.error.issues[0]!.message, { errors: [] });
      const bytes = await faultsAsAppErrors(async () => archive.read(entry));
      done.push(await work({ path: path.data, file: { fileName: path.data, bytes }, fields, body: undefined }));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      skipped.push({ path: entry.name, error: { code: error.code, message: error.message } });
    }
  }
  return { done, skipped };
}

function openArchive(caller: Caller, file: SentArchive["file"]): Promise<ZipArchive> {
  if (!file || !looksLikeZip(file.bytes))
    throw invalidRequest([
      { path: "path", code: "required", message: "Name the document's path, or send a ZIP whose entries have paths." },
    ]);
  const limits = {
    entries: MAX_ENTRIES,
    entryBytes: caller.limits.fileBytes,
    totalBytes: MAX_BYTES,
    ratio: 200,
  };
  return faultsAsAppErrors(async () => ZipArchive.open(file.bytes, limits));
}

/** False for folders and for metadata files of operating systems. */
function isFile(name: string): boolean {
  return !name.endsWith("/") && !/(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$)/.test(name);
}
