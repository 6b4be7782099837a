import { defineRoutes } from "@/lib/http/api/define-routes";
import { JobErrorList, JobErrorsQuery } from "@/lib/schemas/jobs";
import { listJobErrors } from "@/lib/work/jobs/jobs";

export const endpoint = defineRoutes("/jobs/{jobId}/errors", (route) => ({
  GET: route(
    {
      operationId: "listJobErrors",
      summary: "List the failed items of a job",
      description: "Returns the reason for each item. Does not count towards the limit.",
      tag: "Jobs",
      scope: "projects:read",
      query: JobErrorsQuery,
      response: JobErrorList,
      charge: false,
    },
    ({ caller, params, query }) => listJobErrors(caller, params.jobId, query),
  ),
}));
