import type { z } from "zod";
import { AppError } from "@/lib/base/errors";
import type { Caller } from "@/lib/identity/auth/caller";
import { countUsage } from "@/lib/identity/quota/usage";
import type { Detections } from "@/lib/schemas/translate";
import { detectLanguage } from "@/lib/text/detect/detect";
import { isTranslatable } from "@/lib/text/lines";
import { codePoints } from "@/lib/text/words";
import { detectableLanguages, serviceOf } from "./languages";

/** The languages of texts, each with at most three candidates. Throws 413. */
export async function detectTexts(caller: Caller, texts: readonly string[]): Promise<z.input<typeof Detections>> {
  checkItems(caller, texts.length);
  const actual = texts.reduce((sum, text) => sum + codePoints(text), 0);
  const limit = caller.limits.batchCharacters;
  if (actual > limit)
    throw new AppError("too_large", `The texts have ${actual} characters; the tier ${caller.tier} takes ${limit}.`, {
      limit,
      actual,
      unit: "characters",
      field: "texts",
      tier: caller.tier,
    });
  const candidates = await detectableLanguages(caller);
  const detections = [];
  for (const text of texts) {
    const found = isTranslatable(text) ? await detectLanguage(text, candidates) : null;
    detections.push({
      language: found?.language ?? null,
      confidence: found?.confidence ?? 0,
      ...(found ? await serviceOf(found.language, caller) : { supported: false, installable: false }),
      candidates: [...(found?.candidates ?? [])],
    });
  }
  countUsage({ characters: actual });
  return { detections };
}

/** Minimum number of texts that every tier may send at once; a tier's batch limit may be higher. */
const MIN_TEXTS = 100;

function checkItems({ limits, tier }: Caller, actual: number): void {
  const limit = Math.max(MIN_TEXTS, limits.batchItems);
  if (actual <= limit) return;
  throw new AppError("too_large", `texts has ${actual} items; the tier ${tier} takes ${limit}.`, {
    limit,
    actual,
    unit: "items",
    field: "texts",
    tier,
  });
}
