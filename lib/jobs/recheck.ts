import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "@/db/client";
import { jobs } from "@/db/schema";
import { jobType } from "./define-job";
import { LONG_COST } from "./fairness";
import { STEP_TRIES, sendJob } from "./queue";

/** The job that checks all translations of a project again. */
export const RECHECK_JOB = jobType("qa", z.object({ projectId: z.string() }), LONG_COST);

type Recheck = { readonly accountId: string; readonly projectId: string; readonly createdBy: string | null };

/** Seconds that a check waits for more changes of terms, to be made once after all of them. */
const WAIT_SECONDS = 3;

/** Queues a check, as after the severities of checks have changed; it begins after `delaySeconds`. Gives the job's id. */
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

/** Queues a check after terms of a project have changed, unless one waits that will see the change. */
export async function sendRecheckOfTerms(tx: Transaction, project: Recheck): Promise<void> {
  // Locked, so that it does not begin before this change is there to see.
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
