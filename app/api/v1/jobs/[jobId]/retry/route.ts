import { Answer } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { JOB_HANDLERS } from "@/lib/operate/job-handlers";
import { Job } from "@/lib/schemas/jobs";
import { retryFailed } from "@/lib/work/jobs/control";
import { getJob } from "@/lib/work/jobs/jobs";

export const endpoint = defineRoutes("/jobs/{jobId}/retry", (route) => ({
  POST: route(
    {
      operationId: "retryJob",
      summary: "Retry the failed items of a job",
      description: "Creates a new job for the failed items, or for all items if the whole job failed.",
      tag: "Jobs",
      scope: "projects:write",
      role: "manager",
      response: Job,
      status: 202,
      sends: ["Location", "Retry-After"],
      idempotent: true,
      errors: ["conflict"],
    },
    async ({ caller, params, tx }) => {
      const jobId = await retryFailed(caller, params.jobId, JOB_HANDLERS, tx);
      const headers = { Location: `/v1/jobs/${jobId}`, "Retry-After": "1" };
      return new Answer(await getJob(caller, jobId, tx), { headers });
    },
  ),
}));
