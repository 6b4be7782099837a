import { defineRoutes } from "@/lib/http/api/define-routes";
import { projectOfBranch } from "@/lib/projects/branches/branches";
import { listProgress } from "@/lib/projects/progress/progress";
import { ProgressList, ProgressQuery } from "@/lib/schemas/projects";

export const endpoint = defineRoutes("/projects/{projectId}/progress", (route) => ({
  GET: route(
    {
      operationId: "getProjectProgress",
      summary: "Get progress by language, document or both",
      description: "Returns counts of segments and words by state, grouped by `by`.",
      tag: "Projects",
      scope: "projects:read",
      query: ProgressQuery,
      response: ProgressList,
      etag: true,
    },
    async ({ caller, params, query }) =>
      listProgress(caller, await projectOfBranch(caller, params.projectId, query.branch), query.by),
  ),
}));
