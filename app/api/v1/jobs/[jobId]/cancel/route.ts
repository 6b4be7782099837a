import { defineRoutes } from "@/lib/http/api/define-routes";
import { JOB_HANDLERS } from "@/lib/operate/job-handlers";
import { Job } from "@/lib/schemas/jobs";
import { requestCancel } from "@/lib/work/jobs/control";

export const endpoint = defineRoutes("/jobs/{jobId}/cancel", (route) => ({
  POST: route(
    {
      operationId: "cancelJob",
      summary: "Cancel a job",
      description: "A queued job ends immediately, a running one after its current step. Its finished work is kept.",
      tag: "Jobs",
      scope: "projects:write",
      role: "manager",
      response: Job,
      idempotent: true,
      errors: ["conflict"],
    },
    ({ caller, params, tx }) => requestCancel(caller, params.jobId, JOB_HANDLERS, tx),
  ),
}));
