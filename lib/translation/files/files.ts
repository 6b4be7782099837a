import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { type ChunkOwner, readChunks, replaceChunks, writeChunks } from "@/db/chunks";
import { db, sql as driver, type Transaction } from "@/db/client";
import { deleteRows } from "@/db/delete-batches";
import { accounts, fileChunks, files } from "@/db/schema";
import { decodeCursor, encodeCursor, pageOf } from "@/lib/base/cursor";
import { env } from "@/lib/base/env";
import { AppError, invalidRequest, notFound, refuseEmptyFile } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import type { DocumentPart } from "@/lib/formats/format";
import { inspectFile } from "@/lib/formats/sandbox/sandbox";
import type { Caller } from "@/lib/identity/auth/caller";
import { countUsage } from "@/lib/identity/quota/usage";
import type { FilesQuery, FileTranslation, TranslateFileFields } from "@/lib/schemas/files";
import { checkDocumentOptions, type DocumentRequest } from "@/lib/translation/documents";
import { importExchange } from "@/lib/translation/import-exchange";
import { resolvePair } from "@/lib/translation/languages";
import { type Named, optionsIn, requireResources } from "@/lib/translation/resources";
import { jobType } from "@/lib/work/jobs/job-type";
import { cancelJob, sendJob } from "@/lib/work/jobs/queue";
import { outputName } from "./output-name";
import { proofOf } from "./proof";

/** An uploaded document. */
export type Upload = { readonly fileName: string; readonly bytes: Buffer };

/** The account to which a file belongs: the caller's, or that in a signed address. */
export type Owner = Pick<Caller, "accountId">;

export type FileRow = typeof files.$inferSelect;

/** The job that translates a file. */
export const FILE_JOB = jobType("file", z.object({ fileId: z.string() }));

/** Days after a file's expiry for which requests get 410 instead of 404. */
const TOMBSTONE_DAYS = 30;

/**
 * Creates a file translation: stores its bytes and row and queues its job, in one transaction. Throws 400 for
 * languages, 415 for an unsupported kind of file, 422 for an unreadable one.
 */
export async function createFileTranslation(
  caller: Caller,
  fields: z.output<typeof TranslateFileFields>,
  upload: Upload | null,
  tx: Transaction,
): Promise<FileTranslation> {
  if (!upload)
    throw invalidRequest([{ path: "file", code: "required", message: "Send the document in the part called file." }]);
  refuseEmptyFile(upload.bytes);
  const { source, target } = await resolvePair(fields.source, fields.target, caller);
  const { format, mediaType } = await inspectFile(upload.bytes, upload.fileName, fields.format);
  const options = optionsOf(fields);
  checkDocumentOptions(format, options);
  await requireResources(caller, fields, tx);
  const id = newId("file");
  const jobId = await sendJob(tx, {
    accountId: caller.accountId,
    type: FILE_JOB,
    payload: { fileId: id },
    cost: upload.bytes.length,
    maxAttempts: 5,
  });
  const [account] = await tx
    .select({ hours: accounts.fileRetentionHours })
    .from(accounts)
    .where(eq(accounts.id, caller.accountId));
  const [row] = await tx
    .insert(files)
    .values({
      id,
      accountId: caller.accountId,
      keyId: caller.keyId,
      userId: caller.userId,
      jobId,
      fileName: upload.fileName,
      outputName: outputName(upload.fileName, target, format),
      format,
      mediaType,
      bytes: upload.bytes.length,
      source,
      target,
      options: { ...options, ...namedIn(fields), ...optionsIn(fields) },
      expiresAt: sql`now() + make_interval(hours => ${account?.hours ?? env().FILE_RETENTION_HOURS})`,
    })
    .returning();
  await writeChunks(tx, storedAs(id, "source"), upload.bytes);
  countUsage({ files: 1, target, projectId: fields.projectId, source: source ?? undefined });
  return view(row!);
}

/** Format options that are stored with the file. The default output is omitted. */
function optionsOf(fields: z.output<typeof TranslateFileFields>): DocumentRequest["options"] {
  return {
    ...(fields.bilingual ? { bilingual: fields.bilingual } : {}),
    ...(fields.segmentation ? { segmentation: fields.segmentation } : {}),
    ...(fields.include ? { include: fields.include as DocumentPart[] } : {}),
    ...(fields.exclude ? { exclude: fields.exclude as DocumentPart[] } : {}),
    ...(fields.columns ? { columns: fields.columns } : {}),
    ...(fields.header === undefined ? {} : { header: fields.header }),
    ...(fields.keys ? { keys: fields.keys } : {}),
    ...(fields.overwrite ? { overwrite: true } : {}),
    ...(fields.output ? { output: fields.output.toLowerCase() } : {}),
  };
}

/** The glossary and the project named by the request. */
function namedIn({ glossaryId, projectId }: z.output<typeof TranslateFileFields>): Named {
  return { ...(glossaryId ? { glossaryId } : {}), ...(projectId ? { projectId } : {}) };
}

/**
 * Writes the translations in an XLIFF file, exported with `output=xliff`, into the original document, which then
 * becomes the file's content. Throws 404, 409 while the translation is running, 410 once the original has been deleted,
 * 422 for a file of another document.
 */
export async function importTranslation(caller: Caller, id: string, upload: Upload | null): Promise<FileTranslation> {
  const { row, xliff } = await importable(caller, id, upload);
  const bytes = await readChunks(storedAs(row.id, "source"));
  if (!bytes) throw expired(row);
  const { output: _, ...options } = row.options as DocumentRequest["options"];
  const source = row.detectedSource ? null : row.source;
  const written = await importExchange(
    { bytes, fileName: row.fileName, format: row.format, source, target: row.target, options },
    xliff,
  );
  return db().transaction(async (tx) => {
    const [changed] = await tx
      .update(files)
      .set({
        outputName: outputName(row.fileName, row.target, row.format, written.extension),
        mediaType: written.mediaType,
        units: { ...row.units, ...written.units, kept: row.units?.kept ?? 0 },
        ...(await proofOf(row, bytes, written)),
        warnings: [...written.warnings],
      })
      .where(and(eq(files.accountId, caller.accountId), eq(files.id, id)))
      .returning();
    if (!changed) throw notFound("file");
    await replaceChunks(tx, storedAs(id, "output"), written.bytes);
    return view(changed);
  });
}

/**
 * The file that an import would change. Checked before any slow work. Throws 400, 404, 409 and 410 as {@link
 * importTranslation}.
 */
export async function checkImport(
  caller: Caller,
  id: string,
  upload: Upload | null,
  tx: Transaction,
): Promise<FileTranslation> {
  return view((await importable(caller, id, upload, tx)).row);
}

async function importable(
  caller: Caller,
  id: string,
  upload: Upload | null,
  tx: Transaction = db(),
): Promise<{ row: FileRow; xliff: Buffer }> {
  const row = await findFile(caller, id, tx);
  refuseExpired(row);
  if (!upload)
    throw invalidRequest([{ path: "file", code: "required", message: "Send the XLIFF file in the part called file." }]);
  refuseEmptyFile(upload.bytes);
  if (row.status !== "completed")
    throw new AppError("conflict", `The translation is ${row.status}: wait until it is completed.`, {
      reason: row.status,
    });
  return { row, xliff: upload.bytes };
}

/** One file translation of the account. Throws 404. */
export async function getFile(caller: Owner, id: string): Promise<FileTranslation> {
  return view(await findFile(caller, id));
}

/** The account's file translations, newest first. */
export async function listFiles(
  caller: Caller,
  query: z.output<typeof FilesQuery>,
): Promise<{ files: FileTranslation[]; nextCursor: string | null }> {
  const scope = `files ${caller.accountId} ${query.status ?? ""}`;
  const [after] = query.cursor ? decodeCursor(scope, query.cursor) : [];
  const rows = await db()
    .select()
    .from(files)
    .where(
      and(
        eq(files.accountId, caller.accountId),
        sql`${files.expiresAt} > now()`,
        query.status && inArray(files.status, query.status),
        after ? lt(files.id, after) : undefined,
      ),
    )
    .orderBy(desc(files.id))
    .limit(query.limit + 1);
  const page = pageOf(rows, query.limit, (row) => encodeCursor(scope, [row.id]));
  return { files: page.rows.map(view), nextCursor: page.nextCursor };
}

/** Cancels a running translation, and deletes it with its bytes. Throws 404. */
export async function deleteFile(caller: Caller, id: string): Promise<void> {
  await db().transaction(async (tx) => {
    const [row] = await tx
      .delete(files)
      .where(and(eq(files.accountId, caller.accountId), eq(files.id, id)))
      .returning({ jobId: files.jobId });
    if (!row) throw notFound("file");
    await cancelJob(tx, caller.accountId, row.jobId);
  });
}

/** Throws 410 for an expired file. */
export function refuseExpired(row: FileRow): void {
  if (row.expiresAt <= new Date()) throw expired(row);
}

/** The 410 error for a file whose bytes were deleted. */
export function expired(row: FileRow): AppError {
  return new AppError("gone", "The translated file has expired: translate the document again.", {
    expiredAt: row.expiresAt.toISOString(),
  });
}

/** The row of an account's file, which exists until {@link TOMBSTONE_DAYS} after its expiry. Throws 404. */
export async function findFile(caller: Owner, id: string, tx: Transaction = db()): Promise<FileRow> {
  const [row] = await tx
    .select()
    .from(files)
    .where(
      and(
        eq(files.accountId, caller.accountId),
        eq(files.id, id),
        sql`${files.expiresAt} > now() - make_interval(days => ${TOMBSTONE_DAYS})`,
      ),
    );
  if (!row) throw notFound("file");
  return row;
}

/** The row of a finished translation. Throws 404, 409 while it is not ready, 410 once it has expired. */
export async function findCompleted(caller: Owner, id: string): Promise<FileRow> {
  const row = await findFile(caller, id);
  refuseExpired(row);
  if (row.status !== "completed")
    throw new AppError("conflict", `The translation is ${row.status}, so there is no file to download.`, {
      reason: row.status,
    });
  return row;
}

/** A file translation as shown to callers. */
export function view(row: FileRow): FileTranslation {
  return {
    id: row.id,
    status: row.status,
    fileName: row.fileName,
    outputName: row.outputName,
    format: row.format,
    bytes: row.bytes,
    source: row.source,
    target: row.target,
    detectedSource: row.detectedSource,
    progress: { segmentsDone: row.segmentsDone, segmentsTotal: row.segmentsTotal },
    characters: row.characters,
    units: row.units && { foreign: 0, ...row.units },
    proof: row.proof && { compared: row.proof.compared, differences: row.proof.differences },
    templateLanguages: row.templateLanguages,
    engine: row.engine,
    route: row.route,
    warnings: row.warnings,
    error: row.error,
    contentUrl: `/v1/files/${row.id}/content`,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
  };
}

/** Deletes the bytes of expired files, and rows of files that expired 30 days ago. */
export async function expireFiles(): Promise<void> {
  await deleteRows("file_chunks", driver()`file_id in (select id from files where expires_at <= now())`);
  await deleteRows("files", driver()`expires_at <= now() - make_interval(days => ${TOMBSTONE_DAYS})`);
}

/** Owner of a file's stored bytes. */
export function storedAs(fileId: string, kind: "source" | "output"): ChunkOwner {
  return { table: fileChunks, key: { fileId, kind } };
}
