import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import type { Dictionary, DictionaryBody } from "@/lib/schemas/dictionary";
import type { EngineList, Translation } from "@/lib/schemas/translate";
import { api } from "./fetch";
import { bodyOf, type TranslationRequest } from "./translation-request";

/** Other translations of a request, best first; loaded on demand. */
export function useAlternatives(request: TranslationRequest) {
  return useQuery({
    queryKey: ["translation", "alternatives", request],
    queryFn: async ({ signal }) =>
      (await api<typeof Translation>("POST", "/translate", { body: { ...bodyOf(request), alternatives: 3 }, signal }))
        .alternatives ?? [],
    staleTime: 5 * 60_000,
  });
}

type Lookup = z.input<typeof DictionaryBody>;

/** Entries for a word in the workspace's glossaries and memories. */
export function useDictionary(lookup: Lookup) {
  return useQuery({
    queryKey: ["dictionary", lookup],
    queryFn: async ({ signal }) =>
      (await api<typeof Dictionary>("POST", "/account/dictionary", { body: lookup, signal })).entries,
    staleTime: 60_000,
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
