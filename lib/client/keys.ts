import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import type { LimitsSummary } from "@/lib/schemas/account";
import type { ApiKey, ApiKeyList, CreatedApiKey, CreateKeyBody } from "@/lib/schemas/keys";
import type { KeyOverlap } from "@/lib/vocabulary/accounts";
import { useChange } from "./change";
import { api, at } from "./fetch";
import { usePaged } from "./paged";

export type Key = z.output<typeof ApiKey>;
export type KeyPage = z.output<typeof ApiKeyList>;
export type CreatedKey = z.output<typeof CreatedApiKey>;
export type NewKey = z.input<typeof CreateKeyBody>;
export type LimitsState = z.output<typeof LimitsSummary>;

/** Queries that each change of a key refreshes. */
export const KEYS = [["keys"], ["limits"]] as const;

/** The workspace's keys, newest first. For managers. */
export function useKeys(initial: KeyPage | undefined, enabled: boolean) {
  return usePaged<typeof ApiKeyList>(["keys"], "/account/keys", { initial, enabled });
}

/** Tier, limits and remaining requests; refreshed every half minute while the page is visible. */
export function useLimits(initial: LimitsState) {
  return useQuery({
    queryKey: ["limits"],
    queryFn: ({ signal }) => api<typeof LimitsSummary>("GET", "/account/limits", { signal }),
    initialData: initial,
    refetchInterval: 30_000,
  });
}

/** Creates a key. Only the response contains the secret; it is not cached. */
export function useCreateKey() {
  return useChange(KEYS, (body: NewKey) => api<typeof CreatedApiKey>("POST", "/account/keys", { body }), {
    gcTime: 0,
  });
}

/** Replaces a key, which stays valid for the overlap. */
export function useRotateKey() {
  return useChange(
    KEYS,
    ({ id, overlap }: { id: string; overlap: KeyOverlap }) =>
      api<typeof CreatedApiKey>("POST", at`/account/keys/${id}/rotate`, { body: { overlap } }),
    { gcTime: 0 },
  );
}

/** Replaces the addresses that may use a key; an empty list allows all. */
export function useChangeAddresses() {
  return useChange(KEYS, ({ id, allowedAddresses }: { id: string; allowedAddresses: string[] }) =>
    api("PATCH", at`/account/keys/${id}`, { body: { allowedAddresses } }),
  );
}

export function useRevokeKey() {
  return useChange(KEYS, (id: string) => api("DELETE", at`/account/keys/${id}`));
}
