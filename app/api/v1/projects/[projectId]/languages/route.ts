import { Answer } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { addLanguage, listLanguagesOf } from "@/lib/projects/languages/languages";
import { AddLanguageBody, ProjectLanguage, ProjectLanguageList } from "@/lib/schemas/projects";

export const endpoint = defineRoutes("/projects/{projectId}/languages", (route) => ({
  GET: route(
    {
      operationId: "listProjectLanguages",
      summary: "List a project's target languages",
      description: "Lists languages in the project's order, with status, assignees and progress.",
      tag: "Projects",
      scope: "projects:read",
      response: ProjectLanguageList,
      etag: true,
    },
    async ({ caller, params }) => ({ languages: await listLanguagesOf(caller, params.projectId) }),
  ),
  POST: route(
    {
      operationId: "addProjectLanguage",
      summary: "Add a target language",
      description: "Segments start untranslated. Workflows with machine translation start it immediately.",
      tag: "Projects",
      scope: "projects:write",
      role: "manager",
      body: AddLanguageBody,
      response: ProjectLanguage,
      status: 201,
      sends: ["Location"],
      idempotent: true,
      errors: ["conflict", "too_large"],
      examples: { request: { language: "ca" } },
    },
    async ({ caller, params, body, tx }) => {
      const added = await addLanguage(caller, params.projectId, body, tx);
      const headers = { Location: `/v1/projects/${params.projectId}/languages/${added.language}` };
      return new Answer(added, { headers });
    },
  ),
}));
