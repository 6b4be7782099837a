import { defineRoutes } from "@/lib/http/api/define-routes";
import { listBranches } from "@/lib/projects/branches/branches";
import { BranchList } from "@/lib/schemas/branches";

export const endpoint = defineRoutes("/projects/{projectId}/branches", (route) => ({
  GET: route(
    {
      operationId: "listBranches",
      summary: "List the branches of a project",
      description:
        "Uploading the first document with `branch` creates a branch. It contains the documents that differ from main. Its content neither counts nor appears in main before it is merged.",
      tag: "Branches",
      scope: "projects:read",
      response: BranchList,
    },
    ({ caller, params }) => listBranches(caller, params.projectId),
  ),
}));
