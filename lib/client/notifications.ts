import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { NotificationList } from "@/lib/schemas/notifications";
import { api } from "./fetch";
import { usePaged } from "./paged";

const ALL = ["notifications"];
/** Milliseconds between two looks at what is new. */
const LOOK_MS = 60_000;

/** The number of unread notifications. */
export function useUnread(): number {
  return (
    useQuery({
      queryKey: [...ALL, "unread"],
      queryFn: async ({ signal }) =>
        (await api<typeof NotificationList>("GET", "/account/notifications", { query: { limit: 1 }, signal })).unread,
      refetchInterval: LOOK_MS,
      refetchOnWindowFocus: true,
      staleTime: LOOK_MS / 2,
    }).data ?? 0
  );
}

/** The person's notifications, newest first. */
export function useNotifications() {
  return usePaged<typeof NotificationList>([...ALL, "list"], "/account/notifications", {
    query: {},
    initial: undefined,
  });
}

/** Marks notifications as read; all without ids. */
export function useReadNotifications() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids?: readonly string[]) =>
      api("POST", "/account/notifications/read", { body: ids ? { ids: [...ids] } : {} }),
    onSettled: () => client.invalidateQueries({ queryKey: ALL }),
  });
}
