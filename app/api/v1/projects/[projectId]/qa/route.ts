import { Answer, route } from "@/lib/api/contract";
import { defineRoutes } from "@/lib/api/define-routes";
import { getJob } from "@/lib/jobs/jobs";
import { actorOf } from "@/lib/projects/actor";
import { lockProject } from "@/lib/projects/lock";
import { sendRecheck } from "@/lib/projects/recheck/send";
import { Job } from "@/lib/schemas/jobs";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = defineRoutes("/projects/{projectId}/qa", {
  POST: route(
    {
      summary: "Check all translations again",
      description: "Runs as a job. It is queued by itself when the severities of a project's checks change.",
      tag: "Segments",
      scope: "projects:write",
      role: "manager",
      params: { projectId: "project" },
      response: Job,
      status: 202,
      idempotent: true,
      errors: ["not_found", "conflict"],
    },
    async ({ caller, params, tx }) => {
      const project = await lockProject(tx, caller.accountId, params.projectId);
      const jobId = await sendRecheck(tx, project, actorOf(caller));
      const headers = { Location: `/v1/jobs/${jobId}`, "Retry-After": "1" };
      return new Answer(await getJob(caller, jobId, tx), { headers });
    },
  ),
});
