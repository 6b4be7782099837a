import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type {
  DeleteUserBody,
  PasswordBody,
  PatchProfileBody,
  Profile,
  Session,
  SessionList,
  SessionsEnded,
} from "@/lib/schemas/profile";
import { TIME_ZONE_PREFERENCE } from "@/lib/vocabulary/notifications";
import { api, at } from "./fetch";

export type OpenSession = z.output<typeof Session>;

const PROFILE_KEY = ["profile"];

/** The signed-in person with their preferences. */
export function useProfile() {
  return useQuery({
    queryKey: PROFILE_KEY,
    queryFn: ({ signal }) => api<typeof Profile>("GET", "/account/profile", { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Changes the signed-in person, and their name in the page's frame. */
export function useChangeProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof PatchProfileBody>) => api<typeof Profile>("PATCH", "/account/profile", { body }),
    onSuccess: (profile) => {
      client.setQueryData(PROFILE_KEY, profile);
      return client.invalidateQueries({ queryKey: ["me"] });
    },
  });
}

/** Stores the interface language for mails. Failures are ignored. */
export function keepLocale(locale: string): void {
  void api<typeof Profile>("PATCH", "/account/profile", { body: { locale } }).catch(() => {});
}

/** The time zone that this browser is set to, such as `Europe/Madrid`. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const TIME_ZONE = "dragoman.time-zone";

/** Stores the browser's time zone, so that reminders come in the person's morning. Failures are ignored. */
export function keepTimeZone(): void {
  const timeZone = browserTimeZone();
  try {
    if (localStorage.getItem(TIME_ZONE) === timeZone) return;
    localStorage.setItem(TIME_ZONE, timeZone);
  } catch {
    // Storage is unavailable: stored each time.
  }
  const preferences = { [TIME_ZONE_PREFERENCE]: timeZone };
  void api<typeof Profile>("PATCH", "/account/profile", { body: { preferences } }).catch(() => {});
}

/** Sets a new password, which signs out the person's other browsers. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof PasswordBody>) => api("PUT", "/account/password", { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["sessions"] }),
  });
}

export function useDeletePerson() {
  return useMutation({
    mutationFn: (body: z.input<typeof DeleteUserBody>) => api("DELETE", "/account/profile", { body }),
  });
}

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
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api("DELETE", at`/account/sessions/${id}`),
    onMutate: async (id) => {
      await client.cancelQueries({ queryKey: ["sessions"] });
      const before = client.getQueryData<OpenSession[]>(["sessions"]);
      client.setQueryData<OpenSession[]>(["sessions"], (list) => list?.filter((session) => session.id !== id));
      return before;
    },
    onError: (_error, _id, before) => client.setQueryData(["sessions"], before),
    onSettled: () => client.invalidateQueries({ queryKey: ["sessions"] }),
  });
}

export function useEndOtherSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api<typeof SessionsEnded>("DELETE", "/account/sessions"),
    onSettled: () => client.invalidateQueries({ queryKey: ["sessions"] }),
  });
}
