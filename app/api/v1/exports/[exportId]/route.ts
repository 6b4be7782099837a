import { defineRoutes } from "@/lib/http/api/define-routes";
import { getExport } from "@/lib/projects/exports/exports";
import { Export } from "@/lib/schemas/exports";

export const endpoint = defineRoutes("/exports/{exportId}", (route) => ({
  GET: route(
    {
      operationId: "getExport",
      summary: "Get an export and its contents",
      description: "Costs nothing.",
      tag: "Exports",
      scope: "projects:read",
      response: Export,
      charge: false,
    },
    ({ caller, params }) => getExport(caller, params.exportId),
  ),
}));
