import { route } from "@/lib/api/contract";
import { defineRoutes } from "@/lib/api/define-routes";
import { getJob } from "@/lib/jobs/jobs";
import { Job } from "@/lib/schemas/jobs";

export const endpoint = defineRoutes("/jobs/{jobId}", {
  GET: route(
    {
      operationId: "getJob",
      summary: "Get a job",
      description: "Costs nothing.",
      tag: "Jobs",
      scope: "projects:read",
      params: { jobId: "job" },
      response: Job,
      charge: false,
      errors: ["not_found"],
    },
    ({ caller, params }) => getJob(caller, params.jobId),
  ),
});
