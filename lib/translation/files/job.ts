import { and, eq, inArray, sql } from "drizzle-orm";
import { readChunks, replaceChunks } from "@/db/chunks";
import { db, type Transaction } from "@/db/client";
import { accounts, files } from "@/db/schema";
import { AppError } from "@/lib/base/errors";
import { recordWork } from "@/lib/identity/quota/usage";
import { type DocumentRequest, translateDocument } from "@/lib/translation/documents";
import { type Named, optionsIn, resourcesOf, type TranslationOptions } from "@/lib/translation/resources";
import type { Warning } from "@/lib/translation/warnings";
import { defineJob } from "@/lib/work/jobs/define-job";
import type { Job } from "@/lib/work/jobs/queue";
import { type JobContext, JobFault, waitsForModel } from "@/lib/work/jobs/runner";
import { FILE_JOB, type FileRow, storedAs } from "./files";
import { outputName } from "./output-name";
import { proofOf } from "./proof";
import { announceFile } from "./wait";

/** Minimum milliseconds between progress updates, because documents have many segments. */
const PROGRESS_MS = 250;
/** Documents with fewer segments are finished before anyone sees their progress. */
const MIN_SEGMENTS = 20;

/** Translates a file. Idempotent, because all effects commit with the job's end. */
export const fileJob = defineJob(FILE_JOB, { run, onFailure, onCancel });

type FileJob = Job<{ readonly fileId: string }>;

async function run(job: FileJob, context: JobContext): Promise<(tx: Transaction) => Promise<void>> {
  const row = await load(job);
  if (!row) return async () => {}; // The file was deleted in the meantime.
  const [bytes, resources, [account]] = await Promise.all([
    readChunks(storedAs(row.id, "source")),
    resourcesOf(row.accountId, row.options as Named),
    db().select({ localOnly: accounts.localOnly }).from(accounts).where(eq(accounts.id, row.accountId)),
    note(row.id, { status: "translating" }),
  ]);
  if (!bytes) throw new JobFault("gone", "The file has been deleted.");

  let lastNote = performance.now();
  const done = await translateDocument(
    {
      bytes,
      fileName: row.fileName,
      format: row.format,
      source: row.source,
      target: row.target,
      localOnly: account?.localOnly ?? false,
      options: row.options as DocumentRequest["options"],
      givenOptions: optionsIn(row.options as TranslationOptions),
      resources,
      signal: context.signal,
    },
    async (segmentsDone, segmentsTotal) => {
      if (performance.now() - lastNote < PROGRESS_MS && (segmentsDone > 0 || segmentsTotal < MIN_SEGMENTS)) return;
      lastNote = performance.now();
      await note(row.id, { segmentsDone, segmentsTotal });
      await context.progress(segmentsDone, segmentsTotal);
    },
  ).catch((error) => noteWaiting(row.id, error));

  const proof = await proofOf(row, bytes, done);
  return async (tx) => {
    const [kept] = await tx
      .update(files)
      .set({
        status: "completed",
        outputName: outputName(row.fileName, row.target, row.format, done.extension),
        mediaType: done.mediaType,
        source: done.source,
        detectedSource: done.detectedSource,
        segmentsDone: done.segments,
        segmentsTotal: done.segments,
        characters: done.characters,
        units: done.units,
        engine: done.engine,
        route: [...done.route],
        warnings: [...done.warnings],
        ...proof,
        completedAt: sql`now()`,
      })
      .where(eq(files.id, row.id))
      .returning({ id: files.id });
    if (!kept) return;
    await replaceChunks(tx, storedAs(row.id, "output"), done.bytes);
    await announceFile(tx, row.id);
    await recordWork(tx, {
      accountId: row.accountId,
      keyId: row.keyId,
      endpoint: "POST /translate/file",
      engine: done.engine,
      source: done.source,
      target: row.target,
      projectId: (row.options as Named).projectId ?? "",
      characters: done.characters,
      files: 0,
    });
  };
}

/** Stores the progress, unless the file's translation has ended: another runner may have taken over the job. */
async function note(id: string, state: Partial<FileRow>): Promise<void> {
  await db()
    .update(files)
    .set(state)
    .where(and(eq(files.id, id), inArray(files.status, ["queued", "translating"])));
}

/** Stores in the file's row that its model is not installed yet, so that its job is requeued. Always rejects. */
async function noteWaiting(id: string, error: unknown): Promise<never> {
  if (waitsForModel(error)) {
    const { code, message, details } = error;
    const { pair, downloadBytes, reason } = details as Partial<Pick<Warning, "pair" | "downloadBytes" | "reason">>;
    const warning: Warning = { code, message, pair, downloadBytes, reason };
    await note(id, { status: "queued", warnings: [warning] });
  }
  throw error;
}

async function onFailure(
  job: FileJob,
  fault: { code: string; message: string },
  tx: Transaction,
  thrown: unknown,
): Promise<void> {
  const row = await load(job);
  if (!row) return;
  const error =
    thrown instanceof AppError
      ? { code: thrown.code, message: thrown.message, details: thrown.details }
      : { ...fault, details: {} };
  await tx
    .update(files)
    .set({ status: "failed", error, warnings: [], completedAt: sql`now()` })
    .where(eq(files.id, row.id));
  await announceFile(tx, row.id);
}

async function onCancel(job: FileJob, tx: Transaction): Promise<void> {
  const row = await load(job);
  if (!row) return;
  await tx
    .update(files)
    .set({ status: "cancelled", warnings: [], completedAt: sql`now()` })
    .where(eq(files.id, row.id));
  await announceFile(tx, row.id);
}

async function load(job: FileJob): Promise<FileRow | undefined> {
  const [row] = await db()
    .select()
    .from(files)
    .where(and(eq(files.id, job.payload.fileId), eq(files.accountId, job.accountId)));
  return row;
}
