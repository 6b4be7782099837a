import { eq, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { jobErrors } from "@/db/schema";
import { commitStep, type Job, type Step } from "./queue";
import type { JobContext } from "./runner";

/** A step, with the checkpoint after it. */
export type CheckpointStep = Step & { readonly checkpoint: string };

/**
 * Runs all steps of a job. Each step commits with its effects and checkpoint, so that a restarted job, for example
 * after a crash, continues after the last committed step.
 *
 * @param count returns the total number of items.
 * @param takeStep does the work after a checkpoint, initially ""; null if no work is left.
 */
export async function runSteps(
  job: Job<unknown>,
  { signal, progress }: JobContext,
  count: () => Promise<number>,
  takeStep: (tx: Transaction, after: string) => Promise<CheckpointStep | null>,
): Promise<void> {
  if (job.checkpoint === null) await progress(0, await count());
  for (let after: string | null = job.checkpoint ?? ""; after !== null; ) {
    signal.throwIfAborted();
    const from: string = after;
    after = await db().transaction(async (tx) => {
      const step = await takeStep(tx, from);
      if (step) await commitStep(tx, job, step);
      return step?.checkpoint ?? null;
    });
  }
}

type ItemError = Pick<typeof jobErrors.$inferInsert, "segmentId" | "language" | "code" | "message">;

/** Appends failed items to the errors of a job. */
export async function recordItemErrors(
  tx: Transaction,
  job: Job<unknown>,
  failed: readonly ItemError[],
): Promise<void> {
  if (failed.length === 0) return;
  const [{ next } = { next: 0 }] = await tx
    .select({ next: sql<number>`coalesce(max(${jobErrors.number}) + 1, 0)::int` })
    .from(jobErrors)
    .where(eq(jobErrors.jobId, job.id));
  await tx
    .insert(jobErrors)
    .values(failed.map((one, i) => ({ ...one, jobId: job.id, accountId: job.accountId, number: next + i })));
}
