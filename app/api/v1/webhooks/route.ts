import { Answer, route } from "@/lib/api/contract";
import { defineRoutes } from "@/lib/api/define-routes";
import { nextLink } from "@/lib/api/paging";
import { WebhookList, WebhooksQuery } from "@/lib/schemas/webhooks";
import { listWebhooks } from "@/lib/webhooks/webhooks";

export const endpoint = defineRoutes("/webhooks", {
  GET: route(
    {
      operationId: "listWebhooks",
      summary: "List webhooks",
      description:
        "Webhooks are made, and their secrets changed, in the dashboard: a key cannot. Events are sent as Standard " +
        "Webhooks 1.0 says, at least once and in any order; `sequence` orders them.",
      tag: "Webhooks",
      // A webhook's address may contain a secret, so read access to projects is not enough.
      scope: "projects:write",
      role: "manager",
      query: WebhooksQuery,
      response: WebhookList,
    },
    async ({ caller, query, request }) => {
      const page = await listWebhooks(caller, query);
      return new Answer(page, { headers: nextLink(request, page.nextCursor) });
    },
  ),
});
