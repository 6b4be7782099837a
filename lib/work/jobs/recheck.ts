import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "@/db/client";
import { jobs } from "@/db/schema";
import { LONG_COST } from "./fairness";
import { jobType } from "./job-type";
import { STEP_TRIES, sendJob } from "./queue";

/** The job that runs the checks on all translations of a project again. */
export const RECHECK_JOB = jobType("qa", z.object({ projectId: z.string() }), LONG_COST);

type Recheck = { readonly accountId: string; readonly projectId: string; readonly createdBy: string | null };

/** Seconds that a check waits for further changes of terms, so that one check covers them all. */
const WAIT_SECONDS = 3;

/** Queues a check, for example after severities changed, with a delay of `delaySeconds`. Returns the job's id. */
export function sendRecheck(tx: Transaction, recheck: Recheck, delaySeconds = 0): Promise<string> {
  const { accountId, projectId, createdBy } = recheck;
  return sendJob(tx, {
    accountId,
    projectId,
    createdBy,
    type: RECHECK_JOB,
    payload: { projectId },
    maxAttempts: STEP_TRIES,
    delaySeconds,
  });
}

/** Queues a check after terms of a project changed, unless a check is queued that will include the change. */
export async function sendRecheckOfTerms(tx: Transaction, project: Recheck): Promise<void> {
  // Locked, so that the queued check cannot start before this change is visible to it.
  const [waiting] = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.accountId, project.accountId),
        eq(jobs.projectId, project.projectId),
        eq(jobs.type, RECHECK_JOB.name),
        eq(jobs.state, "queued"),
      ),
    )
    .limit(1)
    .for("update", { skipLocked: true });
  if (!waiting) await sendRecheck(tx, project, WAIT_SECONDS);
}
