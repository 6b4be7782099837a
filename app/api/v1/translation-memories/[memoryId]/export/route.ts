import { defineRoutes } from "@/lib/http/api/define-routes";
import { download } from "@/lib/http/api/download";
import { ExportMemoryQuery } from "@/lib/schemas/memories";
import { exportMemory } from "@/lib/translation/memory/export";

export const endpoint = defineRoutes("/translation-memories/{memoryId}/export", (route) => ({
  GET: route(
    {
      operationId: "exportMemory",
      summary: "Export a translation memory as TMX",
      description: "Returns TMX 1.4b. Importing it again creates the same units.",
      tag: "Translation memories",
      scope: "projects:read",
      query: ExportMemoryQuery,
      audit: { action: "memory.exported", target: "params.memoryId" },
      response: null,
      produces: "application/x-tmx+xml",
    },
    async ({ caller, params, query }) => download(await exportMemory(caller, params.memoryId, query.language)),
  ),
}));
