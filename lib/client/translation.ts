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
  /** Id of the only engine to use; omitted: the best one. */
  readonly engine?: string;
};

/**
 * The translation of the current request; null requests nothing. Outdated requests are aborted, and responses are keyed
 * by request, so a stale one is never shown. The text is sent in the body, never in an address.
 */
export function useTranslation(request: TranslationRequest | null) {
  return useQuery({
    queryKey: ["translation", request],
    queryFn: async ({ signal }) => api<typeof Translation>("POST", "/translate", { body: request, signal }),
    enabled: request !== null,
    staleTime: 5 * 60_000,
    gcTime: 5 * 60_000,
    // Retries once after a network or server error, then shows it.
    retry: (count, error) => count < 1 && error instanceof ApiError && (error.status === 0 || error.status === 502),
    retryDelay: 500,
  });
}

/** The engines for a pair, best first; loaded on demand. */
export function useEnginesFor(pair: { readonly source: string; readonly target: string }, wanted: boolean) {
  return useQuery({
    queryKey: ["languages", "engines", pair],
    queryFn: async ({ signal }) => (await api<typeof EngineList>("GET", "/engines", { query: pair, signal })).engines,
    enabled: wanted,
  });
}
