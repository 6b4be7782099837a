import { defineRoutes } from "@/lib/http/api/define-routes";
import { branchChanges } from "@/lib/projects/branches/branch-changes";
import { BranchChanges } from "@/lib/schemas/branches";

export const endpoint = defineRoutes("/projects/{projectId}/branches/{branch}/changes", (route) => ({
  GET: route(
    {
      operationId: "getBranchChanges",
      summary: "Preview the merge of a branch",
      description: "Returns what merging the branch would change in main, by document. Changes nothing.",
      tag: "Branches",
      scope: "projects:read",
      response: BranchChanges,
    },
    ({ caller, params }) => branchChanges(caller, params.projectId, params.branch),
  ),
}));
