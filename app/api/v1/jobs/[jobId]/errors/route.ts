import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { JobErrorList, JobErrorsQuery } from "@/lib/schemas/jobs";
import { listJobErrors } from "@/lib/work/jobs/jobs";

export const endpoint = defineRoutes("/jobs/{jobId}/errors", {
  GET: route(
    {
      operationId: "listJobErrors",
      summary: "List the items of a job that failed",
      description: "With the reason for each. Costs nothing.",
      tag: "Jobs",
      scope: "projects:read",
      params: { jobId: "job" },
      query: JobErrorsQuery,
      response: JobErrorList,
      charge: false,
    },
    ({ caller, params, query }) => listJobErrors(caller, params.jobId, query),
  ),
});
