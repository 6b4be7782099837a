import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { Replay, ReplayBody } from "@/lib/schemas/webhooks";
import { replay } from "@/lib/work/webhooks/replay";

export const endpoint = defineRoutes("/webhooks/{webhookId}/replay", {
  POST: route(
    {
      operationId: "replayEvents",
      summary: "Send past events again",
      description:
        "What the webhook asks for and what came after a moment, whether it was sent then or not: after an outage, or " +
        "while it was disabled. Each event comes under the id that it had.",
      tag: "Webhooks",
      scope: "projects:write",
      role: "manager",
      params: { webhookId: "webhook" },
      body: ReplayBody,
      response: Replay,
      status: 202,
      idempotent: true,
      errors: ["conflict"],
      examples: { request: { since: 90233 }, response: { deliveries: 12, nextSince: null } },
    },
    ({ caller, params, body, tx }) => replay(caller, params.webhookId, body, tx),
  ),
});
