import { useQuery } from "@tanstack/react-query";
import type { Translation, TranslationsByTarget } from "@/lib/schemas/translate";
import { api } from "./fetch";
import { findRemembered, fromMemory } from "./remembered";
import { type Answer, bodyOf, type TranslationRequest } from "./translation-request";

export type IntoTargets = Readonly<Record<string, TranslationsByTarget["results"][string] | Answer>>;

/**
 * The translations of a request into several languages, each with its own outcome; null sends no request. Translations
 * found in memories are used even if others fail.
 */
export function useTranslationsInto(request: TranslationRequest | null, targets: readonly string[]) {
  const isAsked = request !== null && targets.length > 0;
  const remembered = useQuery({
    queryKey: ["translation", "remembered", request, targets],
    queryFn: ({ signal }) => findRemembered(request!, targets, signal),
    enabled: isAsked,
    staleTime: 5 * 60_000,
  });
  const memoryHits = remembered.data ?? {};
  const others = targets.filter((target) => !memoryHits[target]);
  const translated = useQuery({
    queryKey: ["translation", "into", request, others],
    queryFn: ({ signal }) => translateInto(request!, others, signal),
    enabled: isAsked && remembered.isSuccess && others.length > 0,
    staleTime: 5 * 60_000,
  });
  const saved = Object.entries(memoryHits).map(([target, one]) => [target, fromMemory({ ...request!, target }, one)]);
  const data: IntoTargets = { ...Object.fromEntries(saved), ...translated.data };
  return { data, error: translated.error, isFetching: remembered.isFetching || translated.isFetching };
}

async function translateInto(
  request: TranslationRequest,
  targets: readonly string[],
  signal: AbortSignal,
): Promise<IntoTargets> {
  const { target: _, ...body } = bodyOf(request);
  if (targets.length > 1)
    return (await api<typeof TranslationsByTarget>("POST", "/translate", { body: { ...body, targets }, signal }))
      .results;
  const target = targets[0]!;
  return { [target]: await api<typeof Translation>("POST", "/translate", { body: { ...body, target }, signal }) };
}
