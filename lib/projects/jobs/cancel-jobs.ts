import { and, eq, inArray } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { jobs } from "@/db/schema";
import { cancelExports } from "@/lib/projects/exports/exports";
import type { ProjectRow } from "@/lib/projects/require-project";
import { cancelJob } from "@/lib/work/jobs/queue";

/** Cancels all queued and running jobs of a project. */
export async function cancelProjectJobs(tx: Transaction, project: ProjectRow): Promise<void> {
  const open = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.accountId, project.accountId),
        eq(jobs.projectId, project.id),
        inArray(jobs.state, ["queued", "running"]),
      ),
    );
  const ended: string[] = [];
  for (const { id } of open) if (await cancelJob(tx, project.accountId, id)) ended.push(id);
  await cancelExports(tx, project.accountId, ended);
}
