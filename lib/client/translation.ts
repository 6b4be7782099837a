import { useQuery } from "@tanstack/react-query";
import type { EngineList, Translation } from "@/lib/schemas/translate";
import type { TextFormat } from "@/lib/vocabulary/text-formats";
import { ApiError } from "./api-error";
import { api } from "./fetch";

export type TranslationRequest = {
  readonly text: string;
  /** A tag, or `auto`. */
  readonly source: string;
  readonly target: string;
  readonly format: TextFormat;
  /** Id of the only engine to use; left out: the best one. */
  readonly engine?: string;
};

/**
 * The translation of what is asked now; null asks nothing. A request that nobody waits for any more is aborted, and an
 * answer belongs to its own question only, so a stale one is never given. The text goes in the body, never in an address.
 */
export function useTranslation(request: TranslationRequest | null) {
  return useQuery({
    queryKey: ["translation", request],
    queryFn: async ({ signal }) => api<typeof Translation>("POST", "/translate", { body: request, signal }),
    enabled: request !== null,
    staleTime: 5 * 60_000,
    gcTime: 5 * 60_000,
    // One quiet try more where the network or the service stumbled; then the person is told.
    retry: (count, error) => count < 1 && error instanceof ApiError && (error.status === 0 || error.status === 502),
    retryDelay: 500,
  });
}

/** The engines that translate a pair, the best one first; asked for once somebody wants to know. */
export function useEnginesFor(pair: { readonly source: string; readonly target: string }, wanted: boolean) {
  return useQuery({
    queryKey: ["languages", "engines", pair],
    queryFn: async ({ signal }) => (await api<typeof EngineList>("GET", "/engines", { query: pair, signal })).engines,
    enabled: wanted,
  });
}
