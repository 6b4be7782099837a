import { Answer, route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { nextLink } from "@/lib/http/api/responses";
import { FailedJobList, FailedJobsQuery } from "@/lib/schemas/admin";
import { listFailedJobs } from "@/lib/work/jobs/failed-jobs";

export const endpoint = defineRoutes("/admin/jobs", {
  GET: route(
    {
      summary: "List jobs that failed",
      tag: "Administration",
      access: "session",
      scope: null,
      admin: true,
      query: FailedJobsQuery,
      response: FailedJobList,
    },
    async ({ query, request }) => {
      const page = await listFailedJobs(query);
      return new Answer(page, { headers: nextLink(request, page.nextCursor) });
    },
  ),
});
