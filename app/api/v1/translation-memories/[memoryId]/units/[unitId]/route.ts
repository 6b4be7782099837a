import { defineRoutes } from "@/lib/http/api/define-routes";
import { PatchUnitBody, Unit } from "@/lib/schemas/memories";
import { deleteUnit, patchUnit } from "@/lib/translation/memory/units";

export const endpoint = defineRoutes("/translation-memories/{memoryId}/units/{unitId}", (route) => ({
  PATCH: route(
    {
      operationId: "updateMemoryUnit",
      summary: "Correct a unit of a translation memory",
      description: "Changes its translation. The source cannot change.",
      tag: "Translation memories",
      scope: "projects:write",
      role: "reviewer",
      body: PatchUnitBody,
      response: Unit,
      examples: { request: { target: "La casa" } },
    },
    ({ caller, params, body }) => patchUnit(caller, params.memoryId, params.unitId, body),
  ),
  DELETE: route(
    {
      operationId: "deleteMemoryUnit",
      summary: "Delete a unit of a translation memory",
      description: "Existing translations that used it stay unchanged.",
      tag: "Translation memories",
      scope: "projects:write",
      role: "reviewer",
      response: null,
    },
    ({ caller, params }) => deleteUnit(caller, params.memoryId, params.unitId),
  ),
}));
