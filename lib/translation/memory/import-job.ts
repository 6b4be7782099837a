import { and, asc, count, eq, type SQL, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { jobErrors, memoryImportBatches, memoryUnits } from "@/db/schema";
import type { ImportedUnit } from "@/db/schema/memories";
import { AppError } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import type { Skipped } from "@/lib/formats/language-resources/skipped";
import { dropImpliedRegion } from "@/lib/text/languages";
import { SYSTEM } from "@/lib/work/events/actor";
import { recordEvent } from "@/lib/work/events/record";
import { defineJob } from "@/lib/work/jobs/define-job";
import { commitStep, type Job } from "@/lib/work/jobs/queue";
import { type JobContext, JobPaused } from "@/lib/work/jobs/runner";
import { countUnits, lockMemory } from "./feed";
import { sourceHash } from "./hash";
import { MEMORY_IMPORT_JOB, type MemoryImportPayload, recordSkipped } from "./import";
import { wordKeys } from "./word-keys";

/** Maximum skipped items listed per import. */
const MAX_LISTED = 1_000;

/**
 * Imports a file's units into a memory in batches. Each batch is deleted after its import, so that none is imported
 * twice; after an error, the others wait for the retry.
 */
export const memoryImportJob = defineJob(MEMORY_IMPORT_JOB, {
  run: async (job, context) => {
    if (job.payload.unitsOf && job.attempt === 1) await context.progress(0, await countWaiting(job));
    while (await importBatch(job, context)) if (await context.shouldPause()) throw new JobPaused();
    return async () => {};
  },
  onFailure: async (job, error, tx) => {
    const { memoryId, actor = SYSTEM } = job.payload;
    const data = { jobId: job.id, jobType: job.type, memoryId, error };
    await recordEvent(tx, { accountId: job.accountId, projectId: null, type: "job.failed", actor, data });
  },
  onCancel: async (job, tx) => {
    await tx.delete(memoryImportBatches).where(waitingFor(job));
  },
  retry: async (tx, failed) => {
    if ((await countWaiting(failed, tx)) === 0)
      throw new AppError("conflict", "This import can't be resumed. Send the file again.", {
        reason: "not_retryable",
      });
    return { ...failed.payload, unitsOf: failed.payload.unitsOf ?? failed.id };
  },
});

type MemoryImport = Job<MemoryImportPayload>;

/** The remaining batches of a job. */
function waitingFor(job: Pick<MemoryImport, "id" | "accountId" | "payload">): SQL | undefined {
  const { accountId, jobId } = memoryImportBatches;
  return and(eq(accountId, job.accountId), eq(jobId, job.payload.unitsOf ?? job.id));
}

async function countWaiting(
  job: Pick<MemoryImport, "id" | "accountId" | "payload">,
  tx: Transaction = db(),
): Promise<number> {
  const [row] = await tx
    .select({ units: sql<number>`coalesce(sum(jsonb_array_length(${memoryImportBatches.units})), 0)::int` })
    .from(memoryImportBatches)
    .where(waitingFor(job));
  return row?.units ?? 0;
}

/** Imports one batch. False if none is left. */
async function importBatch(job: MemoryImport, { signal }: JobContext): Promise<boolean> {
  signal.throwIfAborted();
  const mine = waitingFor(job);
  return db().transaction(async (tx) => {
    const [batch] = await tx
      .select()
      .from(memoryImportBatches)
      .where(mine)
      .orderBy(asc(memoryImportBatches.number))
      .limit(1);
    // Deleting the memory also deletes its batches.
    if (!batch || !(await lockMemory(tx, job.accountId, batch.memoryId))) return false;
    const { kept, duplicates } = newestOfEach(batch.units, job.payload.importedAt);
    const written = await upsert(tx, job.accountId, batch.memoryId, kept);
    const older = kept.filter((unit) => !written.has(keyOf(unit)));
    const added = [...written.values()].filter((inserted) => inserted).length;
    await countUnits(tx, job.accountId, batch.memoryId, added);
    const skipped: Skipped[] = [
      ...duplicates.map(({ number, language }) => ({ number, language, code: "duplicate" as const })),
      ...older.map(({ number, language }) => ({ number, language, code: "older" as const })),
    ];
    await nameSkipped(tx, job, skipped);
    await tx.delete(memoryImportBatches).where(and(mine, eq(memoryImportBatches.number, batch.number)));
    await commitStep(tx, job, {
      done: written.size,
      failed: skipped.length,
      result: { added, updated: written.size - added, skipped: skipped.length },
    });
    return true;
  });
}

type NewUnit = ImportedUnit & { readonly sourceHash: string; readonly changedAt: string };

/** If a file has several translations of a text, keeps the newest; of equally old ones, the last. */
function newestOfEach(units: readonly ImportedUnit[], importedAt: string): { kept: NewUnit[]; duplicates: NewUnit[] } {
  const kept = new Map<string, NewUnit>();
  const duplicates: NewUnit[] = [];
  for (const unit of units) {
    const changedAt = unit.changedAt && unit.changedAt < importedAt ? unit.changedAt : importedAt;
    const language = dropImpliedRegion(unit.language);
    const one = { ...unit, language, changedAt, sourceHash: sourceHash(unit.source) };
    const known = kept.get(keyOf(one));
    if (known && known.changedAt > changedAt) duplicates.push(one);
    else {
      if (known) duplicates.push(known);
      kept.set(keyOf(one), one);
    }
  }
  return { kept: [...kept.values()], duplicates };
}

function keyOf(unit: { language: string; sourceHash: string; contextHash: string }): string {
  return `${unit.language} ${unit.sourceHash} ${unit.contextHash}`;
}

/** Returns the written units, and whether each is new. Existing units that are newer stay. */
async function upsert(
  tx: Transaction,
  accountId: string,
  memoryId: string,
  units: readonly NewUnit[],
): Promise<Map<string, boolean>> {
  if (units.length === 0) return new Map();
  const rows = await tx
    .insert(memoryUnits)
    .values(
      units.map((unit) => ({
        id: newId("unit"),
        accountId,
        memoryId,
        targetLanguage: unit.language,
        source: unit.source,
        target: unit.target,
        codes: unit.codes ?? null,
        sourceHash: unit.sourceHash,
        contextHash: unit.contextHash,
        wordKeys: wordKeys(memoryId, unit.language, unit.source),
        tuid: unit.tuid,
        reviewed: unit.reviewed,
        imported: true,
        createdAt: new Date(unit.createdAt ?? unit.changedAt),
        updatedAt: new Date(unit.changedAt),
      })),
    )
    .onConflictDoUpdate({
      target: [memoryUnits.memoryId, memoryUnits.targetLanguage, memoryUnits.sourceHash, memoryUnits.contextHash],
      set: {
        target: sql`excluded.target`,
        codes: sql`excluded.codes`,
        tuid: sql`excluded.tuid`,
        reviewed: sql`excluded.reviewed`,
        imported: true,
        updatedAt: sql`excluded.updated_at`,
      },
      setWhere: sql`${memoryUnits.updatedAt} <= excluded.updated_at`,
    })
    .returning({
      language: memoryUnits.targetLanguage,
      sourceHash: memoryUnits.sourceHash,
      contextHash: memoryUnits.contextHash,
      // xmax is 0 for rows that this statement inserted.
      inserted: sql<boolean>`xmax = 0`,
    });
  return new Map(rows.map((row) => [keyOf(row), row.inserted]));
}

async function nameSkipped(tx: Transaction, job: Job<unknown>, skipped: readonly Skipped[]): Promise<void> {
  if (skipped.length === 0) return;
  const [named] = await tx.select({ count: count() }).from(jobErrors).where(eq(jobErrors.jobId, job.id));
  const after = named?.count ?? 0;
  await recordSkipped(tx, job.accountId, job.id, skipped.slice(0, Math.max(0, MAX_LISTED - after)), after);
}
