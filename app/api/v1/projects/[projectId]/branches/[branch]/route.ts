import { defineRoutes } from "@/lib/http/api/define-routes";
import { deleteBranch, getBranch } from "@/lib/projects/branches/branches";
import { Branch } from "@/lib/schemas/branches";

export const endpoint = defineRoutes("/projects/{projectId}/branches/{branch}", (route) => ({
  GET: route(
    {
      operationId: "getBranch",
      summary: "Get a branch",
      description: "Returns its progress, in total and per language, and its current activity.",
      tag: "Branches",
      scope: "projects:read",
      response: Branch,
    },
    ({ caller, params }) => getBranch(caller, params.projectId, params.branch),
  ),
  DELETE: route(
    {
      operationId: "deleteBranch",
      summary: "Delete a branch",
      description: "Also deletes its documents and translations. Main stays unchanged.",
      tag: "Branches",
      scope: "projects:write",
      role: "manager",
      response: null,
      errors: ["conflict"],
    },
    ({ caller, params }) => deleteBranch(caller, params.projectId, params.branch),
  ),
}));
