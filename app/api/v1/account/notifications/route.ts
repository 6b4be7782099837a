import { Answer, route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { nextLink } from "@/lib/http/api/responses";
import { NotificationList, NotificationsQuery } from "@/lib/schemas/notifications";
import { listNotifications } from "@/lib/work/notifications/notifications";

export const endpoint = defineRoutes("/account/notifications", {
  GET: route(
    {
      summary: "List one's notifications",
      tag: "Account",
      access: "session",
      scope: null,
      query: NotificationsQuery,
      response: NotificationList,
      charge: false,
    },
    async ({ caller, query, request }) => {
      const page = await listNotifications(caller, query);
      return new Answer(page, { headers: nextLink(request, page.nextCursor) });
    },
  ),
});
