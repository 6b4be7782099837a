import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { z } from "zod";
import type { Dictionary, DictionaryBody } from "@/lib/schemas/dictionary";
import type { EngineList, Translation, TranslationsByTarget } from "@/lib/schemas/translate";
import type { TextFormat } from "@/lib/vocabulary/text-formats";
import { ApiError } from "./api-error";
import { api } from "./fetch";
import { textParts } from "./text-parts";

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

/** The beginning of a long text's translation, while the rest is awaited. */
export type Arrived = { readonly request: TranslationRequest; readonly answer: Translation };

/**
 * The translation of the current request; null requests nothing. Outdated requests are aborted, and responses are keyed
 * by request, so a stale one is never shown. The text is sent in the body, never in an address. A long text is
 * translated part by part; what has `arrived` can be read before the rest is there.
 */
export function useTranslation(request: TranslationRequest | null) {
  const client = useQueryClient();
  const [installing, setInstalling] = useState<ModelInstalling | null>(null);
  const [arrived, setArrived] = useState<Arrived | null>(null);
  const translatePart = async (part: TranslationRequest, signal: AbortSignal) => {
    for (let isFirst = true; ; isFirst = false) {
      try {
        const answer = await api<typeof Translation>("POST", "/translate", { body: part, signal });
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
  };
  const query = useQuery({
    queryKey: ["translation", request],
    queryFn: async ({ signal }) => {
      const [first = "", ...rest] = request!.format === "text" ? textParts(request!.text) : [request!.text];
      const translate = async (part: TranslationRequest) => {
        // Most edits leave the other parts as they were.
        const key = ["translation", "part", part];
        const known = client.getQueryData<Translation>(key);
        if (known) return known;
        const answer = await translatePart(part, signal);
        if (rest.length > 0) client.setQueryData(key, answer);
        return answer;
      };
      let answer = await translate({ ...request!, text: first });
      const { target } = request!;
      // The rest is in the language of the beginning, unless that is in none or needs no translation.
      const source = answer.source === "und" || answer.source === target ? request!.source : answer.source;
      for (const text of rest) {
        setArrived({ request: request!, answer });
        answer = joined(answer, await translate({ ...request!, text, source }));
      }
      return answer;
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
    arrived: query.isPending && arrived?.request === request ? arrived : null,
  };
}

/** The translation of a text whose last part is the second one. */
function joined(before: Translation, after: Translation): Translation {
  const isNew = ({ code }: Translation["warnings"][number]) => before.warnings.every((each) => each.code !== code);
  return {
    ...before,
    translation: before.translation + after.translation,
    characters: before.characters + after.characters,
    warnings: [...before.warnings, ...after.warnings.filter(isNew)],
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
