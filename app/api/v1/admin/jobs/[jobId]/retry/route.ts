import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { retryJob } from "@/lib/work/jobs/failed-jobs";

export const endpoint = defineRoutes("/admin/jobs/{jobId}/retry", {
  POST: route(
    {
      summary: "Retry a failed job",
      access: "session",
      admin: true,
      params: { jobId: "job" },
      audit: { action: "job.retried", target: "params.jobId" },
      response: null,
    },
    ({ params }) => retryJob(params.jobId),
  ),
});
