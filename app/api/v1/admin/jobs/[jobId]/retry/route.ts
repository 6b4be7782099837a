import { defineRoutes } from "@/lib/http/api/define-routes";
import { retryJob } from "@/lib/work/jobs/failed-jobs";

export const endpoint = defineRoutes("/admin/jobs/{jobId}/retry", (route) => ({
  POST: route(
    {
      summary: "Retry a failed job",
      access: "session",
      admin: true,
      audit: { action: "job.retried", target: "params.jobId" },
      response: null,
    },
    ({ params }) => retryJob(params.jobId),
  ),
}));
