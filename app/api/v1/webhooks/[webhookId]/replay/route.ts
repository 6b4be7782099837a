import { defineRoutes } from "@/lib/http/api/define-routes";
import { Replay, ReplayBody } from "@/lib/schemas/webhooks";
import { replay } from "@/lib/work/webhooks/replay";

export const endpoint = defineRoutes("/webhooks/{webhookId}/replay", (route) => ({
  POST: route(
    {
      operationId: "replayEvents",
      summary: "Send past events again",
      description:
        "Sends all events after a given time or event that match the webhook's filters, even if they were sent before: after an outage, or " +
        "if the webhook was disabled. Each event keeps its ID.",
      tag: "Webhooks",
      scope: "projects:write",
      role: "manager",
      body: ReplayBody,
      response: Replay,
      status: 202,
      idempotent: true,
      errors: ["conflict"],
      examples: { request: { since: 90233 }, response: { deliveries: 12, nextSince: null } },
    },
    ({ caller, params, body, tx }) => replay(caller, params.webhookId, body, tx),
  ),
}));
