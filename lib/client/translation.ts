import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { z } from "zod";
import type { Dictionary, DictionaryBody } from "@/lib/schemas/dictionary";
import type { EngineList, Translation, TranslationsByTarget } from "@/lib/schemas/translate";
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
  readonly glossaryId?: string;
  /** Its glossaries, memories, instructions and tone are used. */
  readonly projectId?: string;
  readonly formality?: "more" | "less";
};

/** How far the model of a translation is. */
export type ModelInstalling = {
  readonly request: TranslationRequest;
  /** Source and target: `de-en`. */
  readonly pair: string;
  readonly phase: "queued" | "downloading" | "checking";
  /** 0–1. */
  readonly progress: number;
  readonly downloadBytes: number;
};

/** Milliseconds between two looks at a model that is being installed. */
const INSTALLING_MS = 1_000;

/**
 * The translation of the current request; null requests nothing. Outdated requests are aborted, and responses are keyed
 * by request, so a stale one is never shown. The text is sent in the body, never in an address.
 */
export function useTranslation(request: TranslationRequest | null) {
  const client = useQueryClient();
  const [installing, setInstalling] = useState<ModelInstalling | null>(null);
  const query = useQuery({
    queryKey: ["translation", request],
    queryFn: async ({ signal }) => {
      for (let isFirst = true; ; isFirst = false) {
        try {
          const answer = await api<typeof Translation>("POST", "/translate", { body: request, signal });
          // A model has brought new pairs.
          if (!isFirst) void client.invalidateQueries({ queryKey: ["languages"] });
          return answer;
        } catch (error) {
          if (!(error instanceof ApiError && error.code === "model_installing")) throw error;
          const { pair, phase, progress, downloadBytes } = error.details as Omit<ModelInstalling, "request">;
          setInstalling({ request: request!, pair, phase, progress, downloadBytes });
          await pause(INSTALLING_MS, signal);
        }
      }
    },
    enabled: request !== null,
    staleTime: 5 * 60_000,
    gcTime: 5 * 60_000,
    // Retries once after a network or server error, then shows it.
    retry: (count, error) => count < 1 && error instanceof ApiError && (error.status === 0 || error.status === 502),
    retryDelay: 500,
  });
  // By name: what is read here renders when it changes.
  return {
    data: query.data,
    error: query.error,
    isPaused: query.fetchStatus === "paused",
    refetch: query.refetch,
    installing: query.isPending && installing?.request === request ? installing : null,
  };
}

/** Rejects when the signal is aborted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** Other translations of a request, best first; loaded on demand. */
export function useAlternatives(request: TranslationRequest) {
  return useQuery({
    queryKey: ["translation", "alternatives", request],
    queryFn: async ({ signal }) =>
      (await api<typeof Translation>("POST", "/translate", { body: { ...request, alternatives: 3 }, signal }))
        .alternatives ?? [],
    staleTime: 5 * 60_000,
  });
}

type Lookup = z.input<typeof DictionaryBody>;

/** What the workspace's glossaries and memories say of a word. */
export function useDictionary(lookup: Lookup) {
  return useQuery({
    queryKey: ["dictionary", lookup],
    queryFn: async ({ signal }) =>
      (await api<typeof Dictionary>("POST", "/account/dictionary", { body: lookup, signal })).entries,
    staleTime: 60_000,
  });
}

/** The translations of a request into several languages, each with its own outcome; null requests nothing. */
export function useTranslationsInto(request: TranslationRequest | null, targets: readonly string[]) {
  return useQuery({
    queryKey: ["translation", "into", request, targets],
    queryFn: async ({ signal }) => {
      const { target: _, ...rest } = request!;
      if (targets.length > 1)
        return (await api<typeof TranslationsByTarget>("POST", "/translate", { body: { ...rest, targets }, signal }))
          .results;
      const target = targets[0]!;
      const answer = await api<typeof Translation>("POST", "/translate", { body: { ...rest, target }, signal });
      return { [target]: answer };
    },
    enabled: request !== null && targets.length > 0,
    staleTime: 5 * 60_000,
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
