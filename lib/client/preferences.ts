import type { QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { PatchProfileBody, Profile } from "@/lib/schemas/profile";
import { api } from "./fetch";

/*
 * Query key of the profile. The first page stores preferences without React Query's mutations, so that it loads less
 * code.
 */

export const PROFILE_KEY = ["profile"];

/** Stores preferences of the signed-in person. Rejects with an {@link ApiError}. */
export async function keepPreferences(
  client: QueryClient,
  preferences: z.input<typeof PatchProfileBody>["preferences"],
): Promise<void> {
  await takeProfile(client, await api<typeof Profile>("PATCH", "/account/profile", { body: { preferences } }));
}

/** Shows a person's changed data everywhere, including the page's frame. */
export function takeProfile(client: QueryClient, profile: z.output<typeof Profile>): Promise<void> {
  client.setQueryData(PROFILE_KEY, profile);
  return client.invalidateQueries({ queryKey: ["me"] });
}

/** Stores the interface language for use in mails. Errors are ignored. */
export function keepLocale(locale: string): void {
  void api<typeof Profile>("PATCH", "/account/profile", { body: { locale } }).catch(() => {});
}
