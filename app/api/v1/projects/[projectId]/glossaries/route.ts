import { defineRoutes } from "@/lib/http/api/define-routes";
import { linkGlossaries, listLinkedGlossaries } from "@/lib/projects/resources/linked-glossaries";
import { ProjectGlossaries, PutProjectGlossariesBody } from "@/lib/schemas/glossaries";

export const endpoint = defineRoutes("/projects/{projectId}/glossaries", (route) => ({
  GET: route(
    {
      operationId: "listProjectGlossaries",
      summary: "List the glossaries of a project",
      description: "The order matters: if two glossaries have the same term, the first one takes precedence.",
      tag: "Projects",
      scope: "projects:read",
      response: ProjectGlossaries,
    },
    ({ caller, params }) => listLinkedGlossaries(caller, params.projectId),
  ),
  PUT: route(
    {
      operationId: "setProjectGlossaries",
      summary: "Set the glossaries of a project",
      description: "The order matters: if two glossaries have the same term, the first one takes precedence.",
      tag: "Projects",
      scope: "projects:write",
      role: "manager",
      body: PutProjectGlossariesBody,
      response: ProjectGlossaries,
      errors: ["conflict"],
      examples: { request: { glossaries: [{ glossaryId: "gls_01k9t3mv8wfq2s6x0c4zn7yhde" }] } },
    },
    ({ caller, params, body }) => linkGlossaries(caller, params.projectId, body),
  ),
}));
