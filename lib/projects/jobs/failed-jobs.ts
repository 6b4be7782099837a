import type { Transaction } from "@/db/client";
import type { Actor } from "@/lib/events/actor";
import { recordEvent } from "@/lib/events/record";
import type { Job } from "@/lib/jobs/queue";
import type { FailedJob } from "@/lib/jobs/runner";
import { lockProject } from "@/lib/projects/change/lock";

/** Where a job works, and for whom. */
type Place = { readonly projectId: string; readonly actor: Actor; readonly language?: string };

/** Tells that a job of a project failed as a whole. */
export function tellFailed(
  tx: Transaction,
  job: Job,
  place: Place,
  error: { readonly code: string; readonly message: string },
): Promise<void> {
  return tell(tx, job, place, "job.failed", { error });
}

/** Tells that some items of a job failed by themselves. */
export function tellPartlyFailed(tx: Transaction, job: Job, place: Place, failed: number): Promise<void> {
  return tell(tx, job, place, "job.partially_failed", { failed });
}

/** The payload for trying a job of a project again of which nothing must be left out. Throws 404, 409 for a project at rest. */
export async function sameAgain(
  tx: Transaction,
  { accountId, projectId, payload }: FailedJob,
): Promise<Record<string, unknown>> {
  if (projectId) await lockProject(tx, accountId, projectId);
  return { ...payload };
}

function tell(
  tx: Transaction,
  { id, accountId, type: jobType }: Job,
  { projectId, actor, language }: Place,
  type: "job.failed" | "job.partially_failed",
  data: Record<string, unknown>,
): Promise<void> {
  const about = language === undefined ? {} : { language };
  return recordEvent(tx, { accountId, projectId, type, actor, data: { jobId: id, jobType, ...about, ...data } });
}
