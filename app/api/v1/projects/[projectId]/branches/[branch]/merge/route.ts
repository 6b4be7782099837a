import { Answer } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { sendMerge } from "@/lib/projects/branches/merge";
import { MergeQuery } from "@/lib/schemas/branches";
import { Job } from "@/lib/schemas/jobs";
import { getJob } from "@/lib/work/jobs/jobs";

export const endpoint = defineRoutes("/projects/{projectId}/branches/{branch}/merge", (route) => ({
  POST: route(
    {
      operationId: "mergeBranch",
      summary: "Merge a branch into main",
      description:
        "Runs as a job (202). Main receives the documents and translations of the branch, and the branch is removed. If people wrote different translations in both, main's stays and the branch's becomes a suggestion.",
      tag: "Branches",
      scope: "projects:write",
      role: "manager",
      query: MergeQuery,
      response: Job,
      status: 202,
      sends: ["Location", "Retry-After"],
      idempotent: true,
      errors: ["conflict"],
    },
    async ({ caller, params, query, tx }) => {
      const jobId = await sendMerge(caller, params.projectId, params.branch, query.onConflict, tx);
      const job = await getJob(caller, jobId, tx);
      return new Answer(job, { headers: { Location: job.links.self, "Retry-After": "1" } });
    },
  ),
}));
