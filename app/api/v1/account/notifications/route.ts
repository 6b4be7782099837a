import { defineRoutes } from "@/lib/http/api/define-routes";
import { NotificationList, NotificationsQuery } from "@/lib/schemas/notifications";
import { listNotifications } from "@/lib/work/notifications/notifications";

export const endpoint = defineRoutes("/account/notifications", (route) => ({
  GET: route(
    {
      summary: "List one's notifications",
      access: "session",
      query: NotificationsQuery,
      response: NotificationList,
      charge: false,
    },
    ({ caller, query }) => listNotifications(caller, query),
  ),
}));
