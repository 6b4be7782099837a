import { defineRoutes } from "@/lib/http/api/define-routes";
import { deleteFailedJob } from "@/lib/work/jobs/failed-jobs";

export const endpoint = defineRoutes("/admin/jobs/{jobId}", (route) => ({
  DELETE: route(
    {
      summary: "Remove a failed job from the list",
      access: "session",
      admin: true,
      audit: { action: "job.deleted", target: "params.jobId" },
      response: null,
    },
    ({ params }) => deleteFailedJob(params.jobId),
  ),
}));
