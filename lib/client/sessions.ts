import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import type { Session, SessionList, SessionsEnded } from "@/lib/schemas/profile";
import { useChange, useChangeAtOnce } from "./change";
import { api, at } from "./fetch";

export type OpenSession = z.output<typeof Session>;

/** The person's signed-in browsers. */
export function useSessions(initial: readonly OpenSession[]) {
  return useQuery({
    queryKey: ["sessions"],
    queryFn: async ({ signal }) => (await api<typeof SessionList>("GET", "/account/sessions", { signal })).sessions,
    initialData: [...initial],
  });
}

/** Ends a session; removed from the list at once and restored on failure. */
export function useEndSession() {
  return useChangeAtOnce(
    ["sessions"],
    (id: string) => api("DELETE", at`/account/sessions/${id}`),
    (list: OpenSession[], id) => list.filter((session) => session.id !== id),
  );
}

export function useEndOtherSessions() {
  return useChange([["sessions"]], () => api<typeof SessionsEnded>("DELETE", "/account/sessions"));
}
