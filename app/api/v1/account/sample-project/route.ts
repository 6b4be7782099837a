import { defineRoutes } from "@/lib/http/api/define-routes";
import { catalogue } from "@/lib/i18n/catalogue";
import { localeOf } from "@/lib/identity/accounts/locale";
import { createSampleProject, removeSampleProject } from "@/lib/projects/sample/sample-project";
import { SampleProject } from "@/lib/schemas/projects";

export const endpoint = defineRoutes("/account/sample-project", (route) => ({
  POST: route(
    {
      summary: "Create the sample project",
      access: "session",
      role: "manager",
      response: SampleProject,
      status: 201,
      idempotent: true,
    },
    async ({ caller, request, tx }) => {
      const names = catalogue(localeOf(request)).projects.sample;
      return { projectId: await createSampleProject(caller, names, tx) };
    },
  ),
  DELETE: route(
    {
      summary: "Remove the sample project with its glossary and memory",
      access: "session",
      role: "manager",
      response: null,
    },
    async ({ caller }) => removeSampleProject(caller),
  ),
}));
