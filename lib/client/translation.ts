import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { z } from "zod";
import type { Translation, TriedTranslation } from "@/lib/schemas/translate";
import { ApiError } from "./api-error";
import { api } from "./fetch";
import { textParts } from "./text-parts";
import { type Answer, bodyOf, type TranslationRequest } from "./translation-request";

/** Progress of installing a model for which a translation waits. */
export type ModelInstalling = {
  readonly request: TranslationRequest;
  /** Source and target, such as `de-en`. */
  readonly pair: string;
  readonly phase: "queued" | "downloading" | "checking";
  /** 0–1. */
  readonly progress: number;
  readonly downloadBytes: number;
};

/** Milliseconds between requests for the progress of a model. */
const INSTALLING_MS = 1_000;

/** The translated beginning of a long text, while the rest is being translated. */
export type Arrived = { readonly request: TranslationRequest; readonly answer: Answer };

/**
 * The translation of the current request; null sends no request. Outdated requests are aborted, and responses are keyed
 * by request, so an outdated one is never shown. The text is sent in the body, never in an address. A memory's
 * translation of the whole text takes precedence over machine translation. A long text is translated part by part;
 * `arrived` is what can be read before the rest arrives.
 */
export function useTranslation(request: TranslationRequest | null) {
  const client = useQueryClient();
  const [installing, setInstalling] = useState<ModelInstalling | null>(null);
  const [arrived, setArrived] = useState<Arrived | null>(null);
  const translatePart = async (part: TranslationRequest, signal: AbortSignal) => {
    for (let isFirst = true; ; isFirst = false) {
      try {
        const answer = await api<typeof Translation>("POST", "/translate", { body: bodyOf(part), signal });
        // The new model has added language pairs.
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
  const translateByMachine = async (whole: TranslationRequest, signal: AbortSignal) => {
    const [first = "", ...rest] = whole.format === "text" ? textParts(whole.text) : [whole.text];
    const translate = async (part: TranslationRequest) => {
      // Parts have their own keys, because most edits change only one part.
      const key = ["translation", "part", part];
      const cached = client.getQueryData<Translation>(key);
      if (cached) return cached;
      const answer = await translatePart(part, signal);
      if (rest.length > 0) client.setQueryData(key, answer);
      return answer;
    };
    let answer = await translate({ ...whole, text: first });
    // The rest has the source language of the beginning, unless that has none or needs no translation.
    const source = answer.source === "und" || answer.source === whole.target ? whole.source : answer.source;
    for (const text of rest) {
      setArrived({ request: whole, answer });
      answer = joined(answer, await translate({ ...whole, text, source }));
    }
    return answer;
  };
  const query = useQuery({
    queryKey: ["translation", request],
    queryFn: ({ signal }) => preferRemembered(request!, signal, (until) => translateByMachine(request!, until)),
    enabled: request !== null,
    staleTime: 5 * 60_000,
    gcTime: 5 * 60_000,
    // Retries once after a network or server error, then shows the error.
    retry: (count, error) => count < 1 && isOut(error),
    retryDelay: 500,
    // Milliseconds after which it is tried again while the server is unavailable or a model cannot be installed yet.
    refetchInterval: ({ state: { error } }) => (isOut(error) ? 3_000 : modelRetryMs(error)),
  });
  // Properties are listed by name, so that only changes of these cause rendering.
  return {
    data: query.data,
    error: query.error,
    isPaused: query.fetchStatus === "paused",
    refetch: query.refetch,
    installing: query.isPending && installing?.request === request ? installing : null,
    arrived: query.isPending && arrived?.request === request ? arrived : null,
  };
}

const isOut = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status === 502);
const modelRetryMs = (error: unknown) =>
  error instanceof ApiError && error.code === "model_unavailable" && (error.retryAfterSeconds ?? 60) * 1_000;

/** Starts machine translation at once, and uses it too if the code that searches memories cannot be loaded. */
async function preferRemembered(
  request: TranslationRequest,
  signal: AbortSignal,
  translate: (signal: AbortSignal) => Promise<Translation>,
): Promise<Answer> {
  const needless = new AbortController();
  const machine = translate(AbortSignal.any([signal, needless.signal]));
  // The result is awaited only if no memory contains the text, so an error must not be unhandled.
  machine.catch(() => {});
  const memories = await import("./remembered").catch(() => null);
  return memories ? memories.rememberedOr(machine, request, signal, needless) : machine;
}

/** The translation of a text that consists of these two parts. */
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

export type Tried = z.output<typeof TriedTranslation>;

/** Translates a text for a visitor; `source` may be `auto`. */
export function tryTranslation(
  body: { readonly text: string; readonly source: string; readonly target: string },
  signal: AbortSignal,
): Promise<Tried> {
  return api<typeof TriedTranslation>("POST", "/try", { body, signal });
}
