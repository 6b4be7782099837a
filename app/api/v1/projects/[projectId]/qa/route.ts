import { Answer } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { recheckProject } from "@/lib/projects/recheck/send";
import { Job } from "@/lib/schemas/jobs";
import { getJob } from "@/lib/work/jobs/jobs";

export const endpoint = defineRoutes("/projects/{projectId}/qa", (route) => ({
  POST: route(
    {
      operationId: "checkProject",
      summary: "Check all translations of a project",
      description:
        "Runs as a job. The job is queued automatically when the severities of a project's checks, its glossaries or their terms change.",
      tag: "Segments",
      scope: "projects:write",
      role: "manager",
      response: Job,
      status: 202,
      sends: ["Location", "Retry-After"],
      idempotent: true,
      errors: ["conflict"],
    },
    async ({ caller, params, tx }) => {
      const jobId = await recheckProject(caller, params.projectId, tx);
      const headers = { Location: `/v1/jobs/${jobId}`, "Retry-After": "1" };
      return new Answer(await getJob(caller, jobId, tx), { headers });
    },
  ),
}));
