import type { Transaction } from "@/db/client";
import { keepProjectOpen } from "@/lib/projects/change/change-project";
import type { Actor } from "@/lib/work/events/actor";
import { recordEvent } from "@/lib/work/events/record";
import type { Job } from "@/lib/work/jobs/queue";
import type { FailedJob } from "@/lib/work/jobs/runner";

/** The project, author and language of a job. */
type WorkOf = { readonly projectId: string; readonly actor: Actor; readonly language?: string };

/** Records the failure of a project's job. */
export function recordFailure(
  tx: Transaction,
  job: Job<unknown>,
  work: WorkOf,
  error: { readonly code: string; readonly message: string },
): Promise<void> {
  return record(tx, job, work, "job.failed", { error });
}

/** Records that some items of a job failed. */
export function recordPartialFailure(tx: Transaction, job: Job<unknown>, work: WorkOf, failed: number): Promise<void> {
  return record(tx, job, work, "job.partially_failed", { failed });
}

/** The payload that runs a project's job again from the start. Throws 404, and 409 for an inactive project. */
export async function retryPayload<Payload extends object>(
  tx: Transaction,
  { accountId, projectId, payload }: FailedJob<Payload>,
): Promise<Payload> {
  if (projectId) await keepProjectOpen(tx, accountId, projectId);
  return { ...payload };
}

function record(
  tx: Transaction,
  { id, accountId, type: jobType }: Job<unknown>,
  { projectId, actor, language }: WorkOf,
  type: "job.failed" | "job.partially_failed",
  data: Record<string, unknown>,
): Promise<void> {
  const about = language === undefined ? {} : { language };
  return recordEvent(tx, { accountId, projectId, type, actor, data: { jobId: id, jobType, ...about, ...data } });
}
