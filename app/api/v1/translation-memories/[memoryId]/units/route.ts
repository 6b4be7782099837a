import { Answer } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { CreateUnitBody, Unit, UnitList, UnitsQuery } from "@/lib/schemas/memories";
import { createUnit, listUnits } from "@/lib/translation/memory/units";

export const endpoint = defineRoutes("/translation-memories/{memoryId}/units", (route) => ({
  GET: route(
    {
      operationId: "listMemoryUnits",
      summary: "List the units of a translation memory",
      description: "`q` searches for a part of the source or of the translation.",
      tag: "Translation memories",
      scope: "projects:read",
      query: UnitsQuery,
      response: UnitList,
    },
    ({ caller, params, query }) => listUnits(caller, params.memoryId, query),
  ),
  POST: route(
    {
      operationId: "createMemoryUnit",
      summary: "Add a unit to a translation memory",
      description: "Replaces an earlier translation of the same source.",
      tag: "Translation memories",
      scope: "projects:write",
      role: "reviewer",
      body: CreateUnitBody,
      response: Unit,
      status: 201,
      sends: ["Location"],
      idempotent: true,
      examples: { request: { source: "The house is big.", target: "La casa es grande.", language: "es" } },
    },
    async ({ caller, params: { memoryId }, body, tx }) => {
      const unit = await createUnit(caller, memoryId, body, tx);
      return new Answer(unit, { headers: { Location: `/v1/translation-memories/${memoryId}/units/${unit.id}` } });
    },
  ),
}));
