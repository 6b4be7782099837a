import { Answer } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { CreateMemoryBody, MemoriesQuery, Memory, MemoryList } from "@/lib/schemas/memories";
import { createMemory, listMemories } from "@/lib/translation/memory/memories";

export const endpoint = defineRoutes("/translation-memories", (route) => ({
  GET: route(
    {
      operationId: "listMemories",
      summary: "List translation memories",
      description: "Lists them newest first. Filter by source language or part of the name.",
      tag: "Translation memories",
      scope: "projects:read",
      query: MemoriesQuery,
      response: MemoryList,
    },
    ({ caller, query }) => listMemories(caller, query),
  ),
  POST: route(
    {
      operationId: "createMemory",
      summary: "Create a translation memory",
      description: "Creates an empty memory for one source language. Projects use it once it is attached to them.",
      tag: "Translation memories",
      scope: "projects:write",
      role: "manager",
      body: CreateMemoryBody,
      response: Memory,
      status: 201,
      sends: ["Location"],
      idempotent: true,
      examples: { request: { name: "Manuals until 2025", sourceLanguage: "en", penalty: 1 } },
    },
    async ({ caller, body, tx }) => {
      const memory = await createMemory(caller, body, tx);
      return new Answer(memory, { headers: { Location: `/v1/translation-memories/${memory.id}` } });
    },
  ),
}));
