import { useQuery } from "@tanstack/react-query";
import type { NotificationList } from "@/lib/schemas/notifications";
import { api } from "./fetch";

/** Cache key of all queries about notifications. */
export const NOTIFICATIONS = ["notifications"];
/** Milliseconds between requests for the number. */
const LOOK_MS = 60_000;

/** The number of unread notifications. */
export function useUnread(): number {
  return (
    useQuery({
      queryKey: [...NOTIFICATIONS, "unread"],
      queryFn: async ({ signal }) =>
        (await api<typeof NotificationList>("GET", "/account/notifications", { query: { limit: 1 }, signal })).unread,
      refetchInterval: LOOK_MS,
      refetchOnWindowFocus: true,
      staleTime: LOOK_MS / 2,
    }).data ?? 0
  );
}
