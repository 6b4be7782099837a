import { defineRoutes } from "@/lib/http/api/define-routes";
import { Memory, PatchMemoryBody } from "@/lib/schemas/memories";
import { deleteMemory, getMemory, patchMemory } from "@/lib/translation/memory/memories";

export const endpoint = defineRoutes("/translation-memories/{memoryId}", (route) => ({
  GET: route(
    {
      operationId: "getMemory",
      summary: "Get a translation memory",
      description: "Returns its languages and number of units.",
      tag: "Translation memories",
      scope: "projects:read",
      response: Memory,
    },
    ({ caller, params }) => getMemory(caller, params.memoryId),
  ),
  PATCH: route(
    {
      operationId: "updateMemory",
      summary: "Update a translation memory",
      description: "Changes only the fields in the request. The source language cannot change.",
      tag: "Translation memories",
      scope: "projects:write",
      role: "manager",
      body: PatchMemoryBody,
      response: Memory,
      examples: { request: { name: "Manuals", writePolicy: "confirmed", penalty: 0 } },
    },
    ({ caller, params, body }) => patchMemory(caller, params.memoryId, body),
  ),
  DELETE: route(
    {
      operationId: "deleteMemory",
      summary: "Delete a translation memory",
      description: "Also deletes its units. Projects that used it continue without it.",
      tag: "Translation memories",
      scope: "projects:write",
      role: "manager",
      response: null,
    },
    ({ caller, params }) => deleteMemory(caller, params.memoryId),
  ),
}));
