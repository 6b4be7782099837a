import { eq, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { jobErrors } from "@/db/schema";
import { commitStep, type Job, type Step } from "./queue";
import type { JobContext } from "./runner";

/** A step, and how far the job has come with it. */
export type CheckpointStep = Step & { readonly place: string };

/**
 * Does a job step by step until there is none left. Each commits with what it did and how far the job has come: one that is
 * taken up again, as after a crash, goes on behind the last.
 *
 * @param count gives how many items there are in all.
 * @param takeStep does what comes after a place, at first "", in its order; null when nothing does.
 */
export async function runSteps(
  job: Job<unknown>,
  { signal, progress }: JobContext,
  count: () => Promise<number>,
  takeStep: (tx: Transaction, after: string) => Promise<CheckpointStep | null>,
): Promise<void> {
  if (job.place === null) await progress(0, await count());
  for (let after: string | null = job.place ?? ""; after !== null; ) {
    signal.throwIfAborted();
    const from: string = after;
    after = await db().transaction(async (tx) => {
      const step = await takeStep(tx, from);
      if (step) await commitStep(tx, job, step);
      return step?.place ?? null;
    });
  }
}

type ItemError = Pick<typeof jobErrors.$inferInsert, "segmentId" | "language" | "code" | "message">;

/** Notes items of a job that failed by themselves, after those that are noted. */
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
