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
import { api, at } from "./fetch";

export type OpenSession = z.output<typeof Session>;

/** Changes the signed-in person, and what the frame of the page says of them. */
export function useChangeProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof PatchProfileBody>) => api<typeof Profile>("PATCH", "/account/profile", { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["me"] }),
  });
}

/** Keeps the language of the interface with the person, for mails. Nothing else hangs on it, so a failure is let be. */
export function keepLocale(locale: string): void {
  void api<typeof Profile>("PATCH", "/account/profile", { body: { locale } }).catch(() => {});
}

/** Sets a new password; the person's other browsers are signed out by it. */
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

/** The browsers that the person is signed in with. */
export function useSessions(initial: readonly OpenSession[]) {
  return useQuery({
    queryKey: ["sessions"],
    queryFn: async ({ signal }) => (await api<typeof SessionList>("GET", "/account/sessions", { signal })).sessions,
    initialData: [...initial],
  });
}

/** Ends one session; it leaves the list at once and comes back when that fails. */
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
