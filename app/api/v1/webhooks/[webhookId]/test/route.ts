import { defineRoutes } from "@/lib/http/api/define-routes";
import { Delivery } from "@/lib/schemas/webhooks";
import { sendTest } from "@/lib/work/webhooks/deliveries";

export const endpoint = defineRoutes("/webhooks/{webhookId}/test", (route) => ({
  POST: route(
    {
      operationId: "testWebhook",
      summary: "Send a test event",
      description: "Sends the event only to this webhook, regardless of its filters, and makes one attempt.",
      tag: "Webhooks",
      scope: "projects:write",
      role: "manager",
      response: Delivery,
      status: 202,
      idempotent: true,
      errors: ["conflict"],
    },
    ({ caller, params, tx }) => sendTest(caller, params.webhookId, tx),
  ),
}));
