import { defineRoutes } from "@/lib/http/api/define-routes";
import { projectOfBranch } from "@/lib/projects/branches/branches";
import { listProjectJobs } from "@/lib/projects/jobs/project-jobs";
import { JobList, JobsQuery } from "@/lib/schemas/jobs";

export const endpoint = defineRoutes("/projects/{projectId}/jobs", (route) => ({
  GET: route(
    {
      operationId: "listProjectJobs",
      summary: "List the jobs of a project",
      description: "Lists imports, pretranslations, checks, exports and bulk edits, newest first.",
      tag: "Jobs",
      scope: "projects:read",
      query: JobsQuery,
      response: JobList,
      charge: false,
    },
    async ({ caller, params, query }) =>
      listProjectJobs(caller, await projectOfBranch(caller, params.projectId, query.branch), query),
  ),
}));
