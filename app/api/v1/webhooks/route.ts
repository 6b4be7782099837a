import { defineRoutes } from "@/lib/http/api/define-routes";
import { CreateWebhookBody, WebhookList, WebhookSecret, WebhooksQuery } from "@/lib/schemas/webhooks";
import { createWebhook, listWebhooks } from "@/lib/work/webhooks/webhooks";

export const endpoint = defineRoutes("/webhooks", (route) => ({
  GET: route(
    {
      operationId: "listWebhooks",
      summary: "List webhooks",
      description:
        "Events are sent as Standard Webhooks 1.0 says, at least once and in any order; `sequence` orders them.",
      tag: "Webhooks",
      // A webhook's address may contain a secret, so `projects:read` is not enough.
      scope: "projects:write",
      role: "manager",
      query: WebhooksQuery,
      response: WebhookList,
    },
    ({ caller, query }) => listWebhooks(caller, query),
  ),
  POST: route(
    {
      operationId: "createWebhook",
      summary: "Create a webhook",
      description:
        "Only this response contains the secret that signs the events. Requires the scope `webhooks`, which keys " +
        "do not have by default. Secrets are rotated in the dashboard.",
      tag: "Webhooks",
      scope: "webhooks",
      role: "manager",
      body: CreateWebhookBody,
      audit: { action: "webhook.created", target: "answer.webhook.id" },
      response: WebhookSecret,
      status: 201,
      idempotent: true,
      secret: true,
      errors: ["conflict", "not_found"],
      examples: { request: { url: "https://hooks.example.org/dragoman", eventTypes: ["project.completed"] } },
    },
    ({ caller, body, tx }) => createWebhook(caller, body, tx),
  ),
}));
