import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "@/lib/client/api-error";
import { api } from "@/lib/client/fetch";
import { type Cause, isCause } from "@/lib/vocabulary/causes";

/** A pair, language or all languages that this server cannot translate, with the reason. */
export type Missing = {
  readonly source?: string | undefined;
  readonly target?: string | undefined;
  /** True if the source language was detected, not chosen. */
  readonly isDetected?: boolean;
  readonly cause?: Cause;
  /** The reason why a model is unavailable. */
  readonly reason?: string;
};

type Pair = { readonly source: string | null; readonly target: string };

/** What a rejected translation of a pair lacks; null for other errors. The source may be `auto` or null. */
export function missingOf(error: unknown, { source, target }: Pair): Missing | null {
  if (!(error instanceof ApiError)) return null;
  const field = error.fields.find(({ code }) => code === "unsupported_pair" || code === "unsupported_language");
  const cause = error.code === "model_unavailable" ? error.code : field?.reason;
  if (!isCause(cause)) return null;
  const from = field?.detectedLanguage ?? (source === "auto" ? null : source);
  const isDetected = field?.detectedLanguage !== undefined;
  // If the source has other targets, or the target is the unknown language, only the target is missing.
  if (from === null || (field?.code === "unsupported_language" && field.path !== "source")) return { target, cause };
  const reason = typeof error.details.reason === "string" ? { reason: error.details.reason } : {};
  const isPair = field === undefined || (field.supportedTargets ?? []).length > 0;
  return isPair ? { source: from, target, cause, ...reason } : { source: from, isDetected, cause };
}

/** Requests what is missing from the administrators, and whether that was done since the page was loaded. */
export function useRequestLanguage({ source, target }: Missing) {
  const client = useQueryClient();
  const queryKey = ["language requests", source, target];
  const { data: isRequested = false } = useQuery({
    queryKey,
    queryFn: () => false,
    initialData: false,
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const request = useMutation({
    mutationFn: () =>
      api("POST", "/account/language-requests", { body: target ? { source, target } : { target: source } }),
    onSuccess: () => client.setQueryData(queryKey, true),
  });
  return [request, isRequested] as const;
}
