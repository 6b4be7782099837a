import { defineRoutes } from "@/lib/http/api/define-routes";
import { UpdateWebhookBody, Webhook } from "@/lib/schemas/webhooks";
import { deleteWebhook, getWebhook, updateWebhook } from "@/lib/work/webhooks/webhooks";

const common = {
  tag: "Webhooks",
  scope: "projects:write",
  role: "manager",
  errors: ["not_found"],
} as const;

export const endpoint = defineRoutes("/webhooks/{webhookId}", (route) => ({
  GET: route(
    {
      ...common,
      operationId: "getWebhook",
      summary: "Get a webhook",
      description: "Returns its state, but not its secret.",
      response: Webhook,
    },
    ({ caller, params }) => getWebhook(caller, params.webhookId),
  ),
  PATCH: route(
    {
      ...common,
      operationId: "updateWebhook",
      summary: "Update a webhook",
      description:
        "A disabled webhook receives nothing. Once enabled, it receives its pending deliveries; a replay sends the " +
        "events that happened while it was disabled.",
      body: UpdateWebhookBody,
      audit: { action: "webhook.updated", target: "params.webhookId", changed: "body" },
      response: Webhook,
      examples: { request: { eventTypes: ["project.completed", "export.ready"] } },
    },
    ({ caller, params, body }) => updateWebhook(caller, params.webhookId, body),
  ),
  DELETE: route(
    {
      ...common,
      operationId: "deleteWebhook",
      summary: "Delete a webhook",
      description: "Also deletes its deliveries; pending ones are not sent.",
      audit: { action: "webhook.deleted", target: "params.webhookId" },
      response: null,
    },
    ({ caller, params }) => deleteWebhook(caller, params.webhookId),
  ),
}));
