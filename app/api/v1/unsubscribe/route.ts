import { defineRoutes } from "@/lib/http/api/define-routes";
import { throttlePage } from "@/lib/identity/auth/page-throttle";
import { UnsubscribeBody, Unsubscribed } from "@/lib/schemas/notifications";
import { unsubscribe } from "@/lib/work/notifications/unsubscribe";

export const endpoint = defineRoutes("/unsubscribe", (route) => ({
  POST: route(
    {
      summary: "Unsubscribe with the link in a mail",
      access: "page",
      body: UnsubscribeBody,
      response: Unsubscribed,
    },
    async ({ request, body }) => {
      await throttlePage(request, "link");
      return { kinds: [...(await unsubscribe(body.token))] };
    },
  ),
}));
