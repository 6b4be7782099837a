import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { deleteBranch, getBranch } from "@/lib/projects/branches/branches";
import { Branch } from "@/lib/schemas/branches";

export const endpoint = defineRoutes("/projects/{projectId}/branches/{branch}", {
  GET: route(
    {
      operationId: "getBranch",
      summary: "Get a branch",
      description: "With its progress, also of each language, and what is running on it.",
      tag: "Branches",
      scope: "projects:read",
      params: { projectId: "project", branch: "branch" },
      response: Branch,
    },
    ({ caller, params }) => getBranch(caller, params.projectId, params.branch),
  ),
  DELETE: route(
    {
      operationId: "deleteBranch",
      summary: "Delete a branch",
      description: "With its documents and what was translated in it. Main stays as it is.",
      tag: "Branches",
      scope: "projects:write",
      role: "manager",
      params: { projectId: "project", branch: "branch" },
      response: null,
      errors: ["conflict"],
    },
    ({ caller, params }) => deleteBranch(caller, params.projectId, params.branch),
  ),
});
