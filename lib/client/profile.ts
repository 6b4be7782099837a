import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { DeleteUserBody, PasswordBody, PatchProfileBody, Profile } from "@/lib/schemas/profile";
import { api } from "./fetch";
import { PROFILE_KEY, takeProfile } from "./preferences";

/** The signed-in person with their preferences. */
export function useProfile() {
  return useQuery({
    queryKey: PROFILE_KEY,
    queryFn: ({ signal }) => api<typeof Profile>("GET", "/account/profile", { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Changes the signed-in person, and updates their name in the page's frame. */
export function useChangeProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof PatchProfileBody>) => api<typeof Profile>("PATCH", "/account/profile", { body }),
    onSuccess: (profile) => takeProfile(client, profile),
  });
}

/** Mails the person a link that confirms their address. */
export function useSendConfirmation() {
  return useMutation({ mutationFn: () => api("POST", "/account/profile/confirmation") });
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
