import { route } from "@/lib/api/contract";
import { defineRoutes } from "@/lib/api/define-routes";
import { patchLanguage, readLanguage, removeLanguage } from "@/lib/projects/languages/languages";
import { PatchLanguageBody, ProjectLanguage } from "@/lib/schemas/projects";

const params = { projectId: "project", language: "language" } as const;

export const endpoint = defineRoutes("/projects/{projectId}/languages/{language}", {
  GET: route(
    {
      operationId: "getProjectLanguage",
      summary: "Get a target language",
      tag: "Projects",
      scope: "projects:read",
      params,
      response: ProjectLanguage,
      errors: ["not_found"],
    },
    ({ caller, params: { projectId, language } }) => readLanguage(caller, projectId, language),
  ),
  PATCH: route(
    {
      operationId: "updateProjectLanguage",
      summary: "Update the assignees and due date of a language",
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
      description: "Its translations and their history are deleted.",
      tag: "Projects",
      scope: "projects:write",
      role: "manager",
      params,
      response: null,
      errors: ["not_found", "conflict"],
    },
    ({ caller, params: { projectId, language } }) => removeLanguage(caller, projectId, language),
  ),
});
