import { defineRoutes } from "@/lib/http/api/define-routes";
import { WebhookSecret } from "@/lib/schemas/webhooks";
import { rotateSecret } from "@/lib/work/webhooks/webhooks";

export const endpoint = defineRoutes("/account/webhooks/{webhookId}/rotate-secret", (route) => ({
  POST: route(
    {
      summary: "Change the secret of a webhook",
      access: "session",
      role: "manager",
      audit: { action: "webhook.secret_rotated", target: "params.webhookId" },
      response: WebhookSecret,
    },
    ({ caller, params }) => rotateSecret(caller, params.webhookId),
  ),
}));
