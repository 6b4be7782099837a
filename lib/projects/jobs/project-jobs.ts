import type { z } from "zod";
import type { Caller } from "@/lib/identity/auth/caller";
import { requireProject } from "@/lib/projects/require-project";
import type { Job, JobsQuery } from "@/lib/schemas/jobs";
import { listJobs } from "@/lib/work/jobs/jobs";

/** The completed and current jobs of a project, newest first. Throws 404. */
export async function listProjectJobs(
  caller: Caller,
  projectId: string,
  query: z.output<typeof JobsQuery>,
): Promise<{ jobs: Job[]; nextCursor: string | null }> {
  await requireProject(caller, projectId);
  return listJobs(caller, projectId, query);
}
