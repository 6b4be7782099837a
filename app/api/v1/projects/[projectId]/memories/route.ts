import { defineRoutes } from "@/lib/http/api/define-routes";
import { linkMemories, listLinkedMemories } from "@/lib/projects/resources/linked-memories";
import { ProjectMemories, PutProjectMemoriesBody } from "@/lib/schemas/memories";

export const endpoint = defineRoutes("/projects/{projectId}/memories", (route) => ({
  GET: route(
    {
      operationId: "listProjectMemories",
      summary: "List the translation memories of a project",
      description: "Lists memories in search order. The project adds its texts to the one with `canWrite`.",
      tag: "Projects",
      scope: "projects:read",
      response: ProjectMemories,
    },
    ({ caller, params }) => listLinkedMemories(caller, params.projectId),
  ),
  PUT: route(
    {
      operationId: "setProjectMemories",
      summary: "Set the translation memories of a project",
      description: "Send memories in search order. The project adds its texts to the one with `canWrite`.",
      tag: "Projects",
      scope: "projects:write",
      role: "manager",
      body: PutProjectMemoriesBody,
      response: ProjectMemories,
      errors: ["conflict"],
      examples: { request: { memories: [{ memoryId: "tm_01k9t3mv8wfq2s6x0c4zn7yhde", canWrite: true }] } },
    },
    ({ caller, params, body }) => linkMemories(caller, params.projectId, body),
  ),
}));
