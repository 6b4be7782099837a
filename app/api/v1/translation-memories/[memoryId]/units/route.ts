import { Answer, route } from "@/lib/api/contract";
import { defineRoutes } from "@/lib/api/define-routes";
import { nextLink } from "@/lib/api/paging";
import { listUnits } from "@/lib/memory/units";
import { UnitList, UnitsQuery } from "@/lib/schemas/memories";

export const endpoint = defineRoutes("/translation-memories/{memoryId}/units", {
  GET: route(
    {
      operationId: "listMemoryUnits",
      summary: "List the units of a translation memory",
      description: "`q` finds a part of the source or of the translation.",
      tag: "Translation memories",
      scope: "projects:read",
      params: { memoryId: "memory" },
      query: UnitsQuery,
      response: UnitList,
      errors: ["not_found"],
    },
    async ({ caller, params, query, request }) => {
      const page = await listUnits(caller, params.memoryId, query);
      return new Answer(page, { headers: nextLink(request, page.nextCursor) });
    },
  ),
});
