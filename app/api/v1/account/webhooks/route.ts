import { defineRoutes } from "@/lib/http/api/define-routes";
import { CreateWebhookBody, WebhookSecret } from "@/lib/schemas/webhooks";
import { createWebhook } from "@/lib/work/webhooks/webhooks";

export const endpoint = defineRoutes("/account/webhooks", (route) => ({
  POST: route(
    {
      summary: "Create a webhook",
      access: "session",
      role: "manager",
      body: CreateWebhookBody,
      audit: { action: "webhook.created", target: "answer.webhook.id" },
      response: WebhookSecret,
      status: 201,
      idempotent: true,
      secret: true,
    },
    ({ caller, body, tx }) => createWebhook(caller, body, tx),
  ),
}));
