import type { z } from "zod";
import type { Caller } from "@/lib/auth/caller";
import { AppError } from "@/lib/errors";
import { countUsage } from "@/lib/limits/usage";
import type { BatchItem, BatchTranslation, TranslateBatchBody } from "@/lib/schemas/translate";
import { codePoints } from "@/lib/text/words";
import { resolvePair } from "./languages";
import { requireResources } from "./resources";
import { routingScopeOf, translateOne } from "./translate-text";

/** Concurrent texts; the engine's queue does the rest. */
const CONCURRENCY = 32;

/**
 * Translates several texts, each from its own language if none is named. A text that fails becomes an item with its
 * error; if all fail because of the engine, the request does. Throws as `translateText` for the request as a whole.
 */
export async function translateBatch(
  caller: Caller,
  input: z.output<typeof TranslateBatchBody>,
  signal?: AbortSignal,
  waitSeconds = 0,
): Promise<BatchTranslation> {
  const characters = checkSize(caller, input.texts);
  const pair = await resolvePair(input.source, input.target, routingScopeOf(caller, input));
  const resources = await requireResources(caller, input);

  const items: (BatchItem | AppError)[] = new Array(input.texts.length);
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let i = next++; i < input.texts.length; i = next++) {
      const item = { ...input, text: input.texts[i]! };
      items[i] = await translateOne(caller, item, pair, resources, signal, waitSeconds).catch(onlyAppErrors);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));

  const failed = items.filter((item): item is AppError => item instanceof AppError);
  const [first] = failed;
  if (first && failed.length === items.length && failed.every((error) => error.status >= 500)) throw first;
  countUsage({ characters, target: pair.target, projectId: input.projectId, ...engineAndSource(items) });
  return { translations: items.map(asItem), target: pair.target, characters };
}

function onlyAppErrors(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  throw thrown;
}

function asItem(item: BatchItem | AppError): BatchItem {
  return item instanceof AppError ? { error: { code: item.code, message: item.message, details: item.details } } : item;
}

/** Engine and source for usage statistics, if equal for all texts. */
function engineAndSource(items: readonly (BatchItem | AppError)[]): { engine?: string; source?: string } {
  const done = items.flatMap((item) => (item instanceof AppError || "error" in item ? [] : [item]));
  const engines = new Set(done.map((item) => item.engine));
  const sources = new Set(done.map((item) => item.source));
  return {
    ...(engines.size === 1 ? { engine: [...engines][0]! } : {}),
    ...(sources.size === 1 ? { source: [...sources][0]! } : {}),
  };
}

function checkSize(caller: Caller, texts: readonly string[]): number {
  const { batchItems, batchCharacters, textCharacters } = caller.limits;
  const tooLarge = (limit: number, actual: number, unit: "items" | "characters", field: string) =>
    new AppError("too_large", `${field} has ${actual} ${unit}; the tier ${caller.tier} takes ${limit}.`, {
      limit,
      actual,
      unit,
      field,
      tier: caller.tier,
    });
  if (texts.length > batchItems) throw tooLarge(batchItems, texts.length, "items", "texts");
  const lengths = texts.map(codePoints);
  const longest = lengths.findIndex((length) => length > textCharacters);
  if (longest >= 0) throw tooLarge(textCharacters, lengths[longest]!, "characters", `texts.${longest}`);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  if (total > batchCharacters) throw tooLarge(batchCharacters, total, "characters", "texts");
  return total;
}
