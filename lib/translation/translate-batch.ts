import type { z } from "zod";
import { AppError } from "@/lib/base/errors";
import { allOrNone } from "@/lib/base/pool/all-or-none";
import { type Caller, requireWithin } from "@/lib/identity/auth/caller";
import { countUsage } from "@/lib/identity/quota/usage";
import type {
  BatchItem,
  BatchTranslation,
  BatchTranslationsByTarget,
  TranslateBatchBody,
} from "@/lib/schemas/translate";
import { codePoints } from "@/lib/text/words";
import { type Pair, resolvePair, resolveTargets } from "./languages";
import { asItem, byTarget, engineAndSource, onlyAppErrors } from "./outcomes";
import { type Named, type Resources, requireResources } from "./resources";
import { scoreTogether } from "./source-language";
import { routingScopeOf, type ToOneTarget, translateOne } from "./translate-text";

/** Maximum texts translated at a time; the engine's queue limits the rest. */
const CONCURRENCY = 32;

export type BatchInput = ToOneTarget<z.output<typeof TranslateBatchBody>> & Pick<Named, "glossaryIds">;

/**
 * Translates several texts; without a named source, each from its own language. A text that fails becomes an item with
 * its error; if all fail because of the engine, so does the request. Throws as `translateText` for the whole request.
 */
export async function translateBatch(
  caller: Caller,
  input: BatchInput,
  signal?: AbortSignal,
  waitSeconds = 0,
): Promise<BatchTranslation> {
  const characters = checkSize(caller, input.texts);
  const pair = await resolvePair(input.source, input.target, routingScopeOf(caller, input));
  const resources = await requireResources(caller, input);
  const [items] = await translateItems(caller, input, [pair], resources, signal, waitSeconds);
  const failure = failureOf(items!);
  if (failure) throw failure;
  countUsage({ characters, target: pair.target, projectId: input.projectId, ...engineAndSource(items!) });
  return { translations: items!.map(asItem), target: pair.target, characters };
}

/**
 * Translates texts into several languages. A language that fails as a whole is an error. Throws as `translateBatch`.
 */
export async function translateBatchByTarget(
  caller: Caller,
  input: Omit<BatchInput, "target"> & { readonly targets: readonly string[] },
  signal?: AbortSignal,
  waitSeconds = 0,
): Promise<BatchTranslationsByTarget> {
  const characters = checkSize(caller, input.texts);
  const named = await resolveTargets(input.source, input.targets, routingScopeOf(caller, input));
  const resources = await requireResources(caller, input);
  const pairs = named.flatMap(({ pair }) => (pair instanceof AppError ? [] : [pair]));
  const translated = await translateItems(caller, input, pairs, resources, signal, waitSeconds);
  const outcomes = named.map(({ pair }) => {
    if (pair instanceof AppError) return pair;
    const items = translated[pairs.indexOf(pair)]!;
    return failureOf(items) ?? { translations: items.map(asItem), target: pair.target, characters };
  });
  const answer = byTarget(input.targets, outcomes);
  countUsage({ characters: answer.characters, projectId: input.projectId, ...engineAndSource(translated.flat()) });
  return answer;
}

/** The items for each pair, in the order of the texts. */
async function translateItems(
  caller: Caller,
  input: Omit<BatchInput, "target">,
  pairs: readonly Pair[],
  resources: Resources,
  signal: AbortSignal | undefined,
  waitSeconds: number,
): Promise<readonly (readonly (BatchItem | AppError)[])[]> {
  const { texts } = input;
  const shares = pairs.some(({ source }) => source === null) ? await scoreTogether(texts, caller) : [];
  const items = pairs.map(() => new Array<BatchItem | AppError>(texts.length));
  const failure = new AbortController();
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let n = next++; n < texts.length * pairs.length && !failure.signal.aborted; n = next++) {
      const [p, i] = [Math.floor(n / texts.length), n % texts.length];
      const item = { ...input, text: texts[i]!, ...(shares[i] ? { shares: shares[i] } : {}) };
      items[p]![i] = await translateOne(caller, item, pairs[p]!, resources, signal, waitSeconds).catch(onlyAppErrors);
    }
  };
  await allOrNone(Array.from({ length: CONCURRENCY }, lane), failure);
  return items;
}

/** The error of a batch in which all texts failed because of the engine. */
function failureOf(items: readonly (BatchItem | AppError)[]): AppError | undefined {
  const failed = items.filter((item): item is AppError => item instanceof AppError);
  return failed.length === items.length && failed.every((error) => error.status >= 500) ? failed[0] : undefined;
}

function checkSize(caller: Caller, texts: readonly string[]): number {
  const { batchItems, batchCharacters, textCharacters } = caller.limits;
  requireWithin(caller, batchItems, { actual: texts.length, unit: "items", field: "texts" });
  const lengths = texts.map(codePoints);
  for (const [i, actual] of lengths.entries())
    requireWithin(caller, textCharacters, { actual, unit: "characters", field: `texts.${i}` });
  const total = lengths.reduce((sum, length) => sum + length, 0);
  requireWithin(caller, batchCharacters, { actual: total, unit: "characters", field: "texts" });
  return total;
}
