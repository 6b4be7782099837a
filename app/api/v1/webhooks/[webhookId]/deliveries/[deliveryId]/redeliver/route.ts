import { defineRoutes } from "@/lib/http/api/define-routes";
import { Delivery } from "@/lib/schemas/webhooks";
import { redeliver } from "@/lib/work/webhooks/deliveries";

export const endpoint = defineRoutes("/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver", (route) => ({
  POST: route(
    {
      operationId: "redeliverEvent",
      summary: "Send one event again",
      description: "Sends a finished delivery again, or a pending one immediately.",
      tag: "Webhooks",
      scope: "projects:write",
      role: "manager",
      response: Delivery,
      status: 202,
      idempotent: true,
      errors: ["conflict"],
    },
    ({ caller, params, tx }) => redeliver(caller, params.webhookId, params.deliveryId, tx),
  ),
}));
