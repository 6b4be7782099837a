import { listServices, removeService, setAndMeasure } from "@/lib/engines/admin/services";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { SavedService, ServiceBody, ServiceList, ServiceQuery } from "@/lib/schemas/engines";

const admin = { access: "session", admin: true } as const;

export const endpoint = defineRoutes("/admin/engines/services", (route) => ({
  GET: route({ ...admin, summary: "List the connected services", response: ServiceList }, () => listServices()),
  PUT: route(
    {
      ...admin,
      summary: "Connect a service as an engine, or change it",
      body: ServiceBody,
      audit: { action: "service.changed", name: "body.kind" },
      response: SavedService,
    },
    ({ caller, body }) => setAndMeasure(caller.accountId, body),
  ),
  DELETE: route(
    {
      ...admin,
      summary: "Remove a service",
      query: ServiceQuery,
      audit: { action: "service.removed", name: "query.kind" },
      response: null,
    },
    ({ query }) => removeService(query.kind),
  ),
}));
