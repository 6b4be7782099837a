import type { Transaction } from "@/db/client";
import { STEP_TRIES, sendJob } from "@/lib/jobs/queue";
import type { Actor } from "../actor";
import type { ProjectRow } from "../lock";

/** Kind of the job that checks all translations of a project again. */
export const RECHECK_JOB = "qa";

export type RecheckPayload = { readonly projectId: string };

/** Queues it, as after the severities of checks or the terms of a glossary have changed. Gives the job's id. */
export function sendRecheck(tx: Transaction, project: ProjectRow, actor: Actor): Promise<string> {
  const payload: RecheckPayload = { projectId: project.id };
  return sendJob(tx, {
    accountId: project.accountId,
    projectId: project.id,
    createdBy: actor.id,
    type: RECHECK_JOB,
    payload,
    maxAttempts: STEP_TRIES,
  });
}
