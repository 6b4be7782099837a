import { defineRoutes } from "@/lib/http/api/define-routes";
import { projectOfBranch } from "@/lib/projects/branches/branches";
import { listQaIssues } from "@/lib/projects/segments/qa-issues";
import { QaIssueList, QaIssuesQuery } from "@/lib/schemas/segments";

export const endpoint = defineRoutes("/projects/{projectId}/qa-issues", (route) => ({
  GET: route(
    {
      operationId: "listQaIssues",
      summary: "List findings of the quality checks",
      description:
        "Lists open findings unless `status` says otherwise. Checks that probably misread a file are summarised in `misreadings`.",
      tag: "Segments",
      scope: "projects:read",
      query: QaIssuesQuery,
      response: QaIssueList,
    },
    async ({ caller, params, query }) =>
      listQaIssues(caller, await projectOfBranch(caller, params.projectId, query.branch), query),
  ),
}));
