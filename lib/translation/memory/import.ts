import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "@/db/client";
import { jobErrors, jobs } from "@/db/schema";
import { invalidRequest, refuseEmptyFile } from "@/lib/base/errors";
import { SKIP_REASONS, type Skipped } from "@/lib/formats/language-resources/skipped";
import { readMemoryFile } from "@/lib/formats/sandbox/sandbox";
import type { Caller } from "@/lib/identity/auth/caller";
import { actorOf, StoredActor } from "@/lib/work/events/actor";
import { LONG_COST } from "@/lib/work/jobs/fairness";
import { jobType } from "@/lib/work/jobs/job-type";
import { sendJob } from "@/lib/work/jobs/queue";
import { requireMemory } from "./memories";

const MemoryImportPayload = z.object({
  memoryId: z.string(),
  importedAt: z.string(),
  /** The person or key that uploaded the file; absent in jobs queued by an older release. */
  actor: StoredActor.optional(),
  /** The failed job whose units this job imports. Absent: its own units. */
  unitsOf: z.string().optional(),
});
export type MemoryImportPayload = z.output<typeof MemoryImportPayload>;
/** The job that imports the units of a file into a memory. */
export const MEMORY_IMPORT_JOB = jobType("memory.import", MemoryImportPayload, LONG_COST);

/**
 * Imports a TMX file into a memory. Parses it at once, so that invalid files are rejected; a job writes the units.
 * Returns the job's id. Throws 404, and 422 for an unreadable file.
 */
export async function importMemory(
  caller: Caller,
  memoryId: string,
  upload: { readonly bytes: Buffer } | null,
  tx: Transaction,
): Promise<string> {
  const memory = await requireMemory(caller, memoryId, tx);
  if (!upload)
    throw invalidRequest([{ path: "file", code: "required", message: "Send the TMX file in the part called file." }]);
  refuseEmptyFile(upload.bytes);
  const file = await readMemoryFile(upload.bytes, memory.sourceLanguage);
  const actor = actorOf(caller);
  const payload: MemoryImportPayload = { memoryId, importedAt: new Date().toISOString(), actor };
  const jobId = await sendJob(tx, {
    accountId: caller.accountId,
    type: MEMORY_IMPORT_JOB,
    payload,
    createdBy: actor.id,
  });
  await tx
    .update(jobs)
    .set({
      progressTotal: file.units + file.skipped.count,
      progressFailed: file.skipped.count,
      result: { added: 0, updated: 0, skipped: file.skipped.count },
    })
    .where(eq(jobs.id, jobId));
  for (const [number, batch] of file.batches.entries())
    await tx.execute(sql`
      insert into memory_import_batches (job_id, number, account_id, memory_id, units)
      values (${jobId}, ${number}, ${caller.accountId}, ${memoryId}, ${batch}::text::jsonb)`);
  await recordSkipped(tx, caller.accountId, jobId, file.skipped.first, 0);
  return jobId;
}

/** Appends items to the list of skipped ones. */
export async function recordSkipped(
  tx: Transaction,
  accountId: string,
  jobId: string,
  skipped: readonly Skipped[],
  after: number,
): Promise<void> {
  if (skipped.length === 0) return;
  await tx.insert(jobErrors).values(
    skipped.map(({ number, code, language }, i) => ({
      jobId,
      accountId,
      number: after + i + 1,
      language: language ?? null,
      code,
      message: `Unit ${number}: ${SKIP_REASONS[code]}`,
    })),
  );
}
