import { Answer } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { sendUndo } from "@/lib/projects/bulk/send";
import { Job } from "@/lib/schemas/jobs";
import { getJob } from "@/lib/work/jobs/jobs";

export const endpoint = defineRoutes("/jobs/{jobId}/undo", (route) => ({
  POST: route(
    {
      operationId: "undoJob",
      summary: "Undo the changes of a bulk edit or pretranslation",
      description: "Runs as a job. Texts that were changed again since then stay unchanged.",
      tag: "Jobs",
      scope: "projects:write",
      role: "manager",
      response: Job,
      status: 202,
      sends: ["Location", "Retry-After"],
      idempotent: true,
      errors: ["conflict"],
    },
    async ({ caller, params, tx }) => {
      const jobId = await sendUndo(caller, params.jobId, tx);
      const headers = { Location: `/v1/jobs/${jobId}`, "Retry-After": "1" };
      return new Answer(await getJob(caller, jobId, tx), { headers });
    },
  ),
}));
