import { defineRoutes } from "@/lib/http/api/define-routes";
import { DeliveriesQuery, DeliveryList } from "@/lib/schemas/webhooks";
import { listDeliveries } from "@/lib/work/webhooks/deliveries";

export const endpoint = defineRoutes("/webhooks/{webhookId}/deliveries", (route) => ({
  GET: route(
    {
      operationId: "listDeliveries",
      summary: "List deliveries",
      description: "Lists finished and pending deliveries, newest first. They are kept as long as their events.",
      tag: "Webhooks",
      scope: "projects:write",
      role: "manager",
      query: DeliveriesQuery,
      response: DeliveryList,
    },
    ({ caller, params, query }) => listDeliveries(caller, params.webhookId, query),
  ),
}));
