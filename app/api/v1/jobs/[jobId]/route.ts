import { defineRoutes } from "@/lib/http/api/define-routes";
import { askedWaitSeconds } from "@/lib/http/api/prefer";
import { Job } from "@/lib/schemas/jobs";
import { waitForJob } from "@/lib/work/jobs/jobs";

export const endpoint = defineRoutes("/jobs/{jobId}", (route) => ({
  GET: route(
    {
      operationId: "getJob",
      summary: "Get a job",
      description: "Does not count towards the limit. `Prefer: wait=N` waits up to N seconds until it is finished.",
      tag: "Jobs",
      scope: "projects:read",
      response: Job,
      charge: false,
      waits: "asked",
    },
    ({ caller, params, request }) => waitForJob(caller, params.jobId, askedWaitSeconds(request), request.signal),
  ),
}));
