import { route } from "@/lib/api/contract";
import { defineRoutes } from "@/lib/api/define-routes";
import { readNotifications } from "@/lib/notifications/notifications";
import { ReadNotificationsBody } from "@/lib/schemas/notifications";

export const endpoint = defineRoutes("/account/notifications/read", {
  POST: route(
    {
      summary: "Mark notifications as read",
      tag: "Account",
      access: "session",
      scope: null,
      body: ReadNotificationsBody,
      response: null,
    },
    ({ caller, body }) => readNotifications(caller, body),
  ),
});
