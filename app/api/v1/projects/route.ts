import { Answer } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { etagHeader } from "@/lib/http/api/etag";
import { listProjects } from "@/lib/projects/list-projects";
import { createProject, languageFaults } from "@/lib/projects/projects";
import { CreateProjectBody, Project, ProjectList, ProjectsQuery } from "@/lib/schemas/projects";

export const endpoint = defineRoutes("/projects", (route) => ({
  GET: route(
    {
      operationId: "listProjects",
      summary: "List projects",
      description:
        "Lists projects newest first unless `sort` says otherwise. Deleted projects are listed with `deleted=true`, archived ones with `includeArchived=true`.",
      tag: "Projects",
      scope: "projects:read",
      query: ProjectsQuery,
      response: ProjectList,
      etag: true,
    },
    ({ caller, query }) => listProjects(caller, query),
  ),
  POST: route(
    {
      operationId: "createProject",
      summary: "Create a project",
      description:
        "The project starts as a draft without documents. Pairs without an engine are refused only in the workflow `mt_only`.",
      tag: "Projects",
      scope: "projects:write",
      role: "manager",
      body: CreateProjectBody,
      alsoWrong: languageFaults,
      response: Project,
      status: 201,
      sends: ["Location", "ETag"],
      idempotent: true,
      errors: ["conflict"],
      examples: { request: { name: "Help centre", sourceLanguage: "en", targetLanguages: ["es", "ca"] } },
    },
    async ({ caller, body, tx }) => {
      const project = await createProject(caller, body, tx);
      return new Answer(project, {
        headers: { Location: `/v1/projects/${project.id}`, ...etagHeader(Project.parse(project)) },
      });
    },
  ),
}));
