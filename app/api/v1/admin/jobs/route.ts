import { defineRoutes } from "@/lib/http/api/define-routes";
import { FailedJobList, FailedJobsQuery } from "@/lib/schemas/admin";
import { listFailedJobs } from "@/lib/work/jobs/failed-jobs";

export const endpoint = defineRoutes("/admin/jobs", (route) => ({
  GET: route(
    {
      summary: "List failed jobs",
      access: "session",
      admin: true,
      query: FailedJobsQuery,
      response: FailedJobList,
    },
    ({ query }) => listFailedJobs(query),
  ),
}));
