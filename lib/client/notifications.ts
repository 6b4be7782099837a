import type { NotificationList } from "@/lib/schemas/notifications";
import { useChange } from "./change";
import { api } from "./fetch";
import { usePaged } from "./paged";
import { NOTIFICATIONS } from "./unread";

/** The person's notifications, newest first. */
export function useNotifications() {
  return usePaged<typeof NotificationList>([...NOTIFICATIONS, "list"], "/account/notifications", {
    query: {},
    initial: undefined,
  });
}

/** Marks notifications as read; all without ids. */
export function useReadNotifications() {
  return useChange([NOTIFICATIONS], (ids?: readonly string[]) =>
    api("POST", "/account/notifications/read", { body: ids ? { ids: [...ids] } : {} }),
  );
}
