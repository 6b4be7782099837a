import { route } from "@/lib/api/contract";
import { defineRoutes } from "@/lib/api/define-routes";
import { getProject } from "@/lib/projects/projects";
import { Project } from "@/lib/schemas/projects";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = defineRoutes("/projects/{projectId}", {
  GET: route(
    {
      summary: "Read a project",
      tag: "Projects",
      scope: "projects:read",
      params: { projectId: "project" },
      response: Project,
      etag: true,
      errors: ["not_found"],
    },
    ({ caller, params }) => getProject(caller, params.projectId),
  ),
});
