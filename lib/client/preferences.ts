import type { QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { PatchProfileBody, Profile } from "@/lib/schemas/profile";
import { api } from "./fetch";

/*
 * Preferences that the first page stores. They need no state of their own, and without React Query's mutations that page
 * loads less.
 */

export const PROFILE_KEY = ["profile"];

/** Stores preferences of the signed-in person. Rejects with an {@link ApiError}. */
export async function keepPreferences(
  client: QueryClient,
  preferences: z.input<typeof PatchProfileBody>["preferences"],
): Promise<void> {
  await takeProfile(client, await api<typeof Profile>("PATCH", "/account/profile", { body: { preferences } }));
}

/** Shows a changed person everywhere, also in the page's frame. */
export function takeProfile(client: QueryClient, profile: z.output<typeof Profile>): Promise<void> {
  client.setQueryData(PROFILE_KEY, profile);
  return client.invalidateQueries({ queryKey: ["me"] });
}

/** Stores the interface language for mails. Failures are ignored. */
export function keepLocale(locale: string): void {
  void api<typeof Profile>("PATCH", "/account/profile", { body: { locale } }).catch(() => {});
}
