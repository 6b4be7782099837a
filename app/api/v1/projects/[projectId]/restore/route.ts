import { defineRoutes } from "@/lib/http/api/define-routes";
import { restoreProject } from "@/lib/projects/edit-project";
import { Project } from "@/lib/schemas/projects";

export const endpoint = defineRoutes("/projects/{projectId}/restore", (route) => ({
  POST: route(
    {
      operationId: "restoreProject",
      summary: "Restore a deleted project",
      description: "Possible within 30 days of its deletion. Returns 409 if another project now has its external ID.",
      tag: "Projects",
      scope: "projects:write",
      role: "manager",
      response: Project,
      idempotent: true,
      errors: ["conflict"],
    },
    ({ caller, params, tx }) => restoreProject(caller, params.projectId, tx),
  ),
}));
