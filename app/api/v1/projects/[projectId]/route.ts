import { Answer } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { etagHeader, requireMatch } from "@/lib/http/api/etag";
import { deleteProject, patchProject } from "@/lib/projects/edit-project";
import { getProject } from "@/lib/projects/project-view";
import { PatchProjectBody, Project } from "@/lib/schemas/projects";

export const endpoint = defineRoutes("/projects/{projectId}", (route) => ({
  GET: route(
    {
      operationId: "getProject",
      summary: "Get a project",
      description: "Returns the progress of each language, blockers, and the transitions that its state allows.",
      tag: "Projects",
      scope: "projects:read",
      response: Project,
      etag: true,
    },
    ({ caller, params }) => getProject(caller, params.projectId),
  ),
  PATCH: route(
    {
      operationId: "updateProject",
      summary: "Update a project",
      description: "With `If-Match`, the project is changed only if it still has that `ETag`.",
      tag: "Projects",
      scope: "projects:write",
      role: "manager",
      body: PatchProjectBody,
      response: Project,
      errors: ["conflict"],
      ifMatch: "optional",
      sends: ["ETag"],
      examples: { request: { name: "Help centre, spring", dueAt: "2027-03-01T17:00:00Z" } },
    },
    async ({ caller, params, body, request }) => {
      const unchanged = (current: Project) => requireMatch(request, Project.parse(current));
      const project = await patchProject(caller, params.projectId, body, unchanged);
      return new Answer(project, { headers: etagHeader(Project.parse(project)) });
    },
  ),
  DELETE: route(
    {
      operationId: "deleteProject",
      summary: "Delete a project",
      description: "Can be restored for 30 days. With `If-Match`, deletes only a project with that `ETag`.",
      tag: "Projects",
      scope: "projects:write",
      role: "manager",
      response: null,
      ifMatch: "optional",
    },
    ({ caller, params, request }) =>
      deleteProject(caller, params.projectId, (current) => requireMatch(request, Project.parse(current))),
  ),
}));
