import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { jobErrors, jobs } from "@/db/schema";
import { AppError, notFound } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import type { Caller } from "@/lib/identity/auth/caller";
import type { Job as JobView } from "@/lib/schemas/jobs";
import { getJob, type JobRow, jobOf } from "./jobs";
import { cancelJob, type Job, STEP_TRIES, sendJob } from "./queue";
import { type JobHandler, nothingToRetry } from "./runner";

type Handlers = Readonly<Record<string, JobHandler>>;

/**
 * Requests cancellation: a queued job ends at once, a running job after its current step. Completed work stays. Throws
 * 404, and 409 for a job that has ended.
 */
export async function requestCancel(caller: Caller, id: string, handlers: Handlers, tx: Transaction): Promise<JobView> {
  const row = await lockJob(tx, caller, id);
  if (row.state !== "queued" && row.state !== "running")
    throw new AppError("conflict", `The job has ended: it is ${row.state}.`, { reason: "job_ended" });
  if (await cancelJob(tx, caller.accountId, id)) await handlers[row.type]?.onCancel(asJob(row), tx);
  return getJob(caller, id, tx);
}

/**
 * Queues a new job for what a job did not complete: the items that failed, or all of its work. Returns the new job.
 * Throws 404, and 409 for a job that is running, complete, or of a type without retry.
 */
export async function retryFailed(caller: Caller, id: string, handlers: Handlers, tx: Transaction): Promise<string> {
  const row = await lockJob(tx, caller, id);
  const retry = handlers[row.type]?.retry;
  if (row.state === "queued" || row.state === "running")
    throw new AppError("conflict", "The job is still running. Cancel it or wait until it ends.", {
      reason: "job_running",
    });
  if (row.state === "succeeded" || !retry) throw nothingToRetry();
  const newJobId = newId("job");
  const payload = await retry(tx, {
    ...asJob(row),
    projectId: row.projectId,
    newJobId,
    segmentIds: row.state === "partially_failed" ? await failedSegments(tx, row) : [],
  });
  const { accountId, type, priority, projectId, cost } = row;
  const maxAttempts = Math.min(row.maxAttempts, STEP_TRIES);
  return sendJob(tx, {
    id: newJobId,
    accountId,
    type,
    payload,
    priority,
    maxAttempts,
    cost,
    ...(projectId ? { projectId } : {}),
    createdBy: caller.userId ?? caller.keyId,
  });
}

async function lockJob(tx: Transaction, caller: Caller, id: string): Promise<JobRow> {
  const [row] = await tx.select().from(jobs).where(jobOf(caller, id)).for("update");
  if (!row) throw notFound("job");
  return row;
}

async function failedSegments(tx: Transaction, { id, accountId }: JobRow): Promise<string[]> {
  const rows = await tx
    .select({ segmentId: sql<string>`${jobErrors.segmentId}` })
    .from(jobErrors)
    .where(and(eq(jobErrors.accountId, accountId), eq(jobErrors.jobId, id), isNotNull(jobErrors.segmentId)))
    .orderBy(asc(jobErrors.number));
  return rows.map(({ segmentId }) => segmentId);
}

function asJob({ id, accountId, type, payload, attempts, maxAttempts, cost, interruptions, checkpoint }: JobRow): Job {
  return { id, accountId, type, payload, attempt: attempts, maxAttempts, cost, interruptions, checkpoint };
}
