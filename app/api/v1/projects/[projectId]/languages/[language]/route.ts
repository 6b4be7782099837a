import { defineRoutes } from "@/lib/http/api/define-routes";
import { projectOfBranch } from "@/lib/projects/branches/branches";
import { patchLanguage, readLanguage, removeLanguage } from "@/lib/projects/languages/languages";
import { BranchQuery } from "@/lib/schemas/branch-name";
import { PatchLanguageBody, ProjectLanguage } from "@/lib/schemas/projects";

const params = { projectId: "project", language: "language" } as const;

export const endpoint = defineRoutes("/projects/{projectId}/languages/{language}", (route) => ({
  GET: route(
    {
      operationId: "getProjectLanguage",
      summary: "Get a target language",
      description: "Returns status, assignees and progress.",
      tag: "Projects",
      scope: "projects:read",
      params,
      query: BranchQuery,
      response: ProjectLanguage,
      errors: ["not_found"],
    },
    async ({ caller, params: { projectId, language }, query }) =>
      readLanguage(caller, await projectOfBranch(caller, projectId, query.branch), language),
  ),
  PATCH: route(
    {
      operationId: "updateProjectLanguage",
      summary: "Update the assignees and due date of a language",
      description: "Null removes an assignee or the date. An assignee needs the role for the task.",
      tag: "Projects",
      scope: "projects:write",
      role: "manager",
      params,
      body: PatchLanguageBody,
      response: ProjectLanguage,
      errors: ["not_found", "conflict"],
      examples: { request: { dueAt: "2027-03-01T17:00:00Z" } },
    },
    ({ caller, params: { projectId, language }, body }) => patchLanguage(caller, projectId, language, body),
  ),
  DELETE: route(
    {
      operationId: "removeProjectLanguage",
      summary: "Remove a target language",
      description: "Deletes the translations into this language and their history.",
      tag: "Projects",
      scope: "projects:write",
      role: "manager",
      params,
      response: null,
      errors: ["not_found", "conflict"],
    },
    ({ caller, params: { projectId, language } }) => removeLanguage(caller, projectId, language),
  ),
}));
