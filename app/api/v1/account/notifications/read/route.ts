import { defineRoutes } from "@/lib/http/api/define-routes";
import { ReadNotificationsBody } from "@/lib/schemas/notifications";
import { readNotifications } from "@/lib/work/notifications/notifications";

export const endpoint = defineRoutes("/account/notifications/read", (route) => ({
  POST: route(
    {
      summary: "Mark notifications as read",
      access: "session",
      body: ReadNotificationsBody,
      response: null,
    },
    ({ caller, body }) => readNotifications(caller, body),
  ),
}));
