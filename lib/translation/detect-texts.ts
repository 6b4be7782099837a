import type { z } from "zod";
import { type Caller, requireWithin } from "@/lib/identity/auth/caller";
import { countUsage } from "@/lib/identity/quota/usage";
import type { Detections } from "@/lib/schemas/translate";
import { rankLanguages, scoreLanguages } from "@/lib/text/detect/detect";
import { languageShares } from "@/lib/text/detect/mixture";
import { isTranslatable } from "@/lib/text/lines";
import { codePoints } from "@/lib/text/words";
import { detectableLanguages, serviceOf } from "./languages";
import { chooseSource } from "./source-language";

/** Number of texts that every tier may send in one request; a tier's batch limit may be higher. */
const MIN_TEXTS = 100;

/** The languages of texts, each with at most three candidates. Throws 413. */
export async function detectTexts(caller: Caller, texts: readonly string[]): Promise<z.input<typeof Detections>> {
  const { batchItems, batchCharacters } = caller.limits;
  requireWithin(caller, Math.max(MIN_TEXTS, batchItems), { actual: texts.length, unit: "items", field: "texts" });
  const actual = texts.reduce((sum, text) => sum + codePoints(text), 0);
  requireWithin(caller, batchCharacters, { actual, unit: "characters", field: "texts" });
  const candidates = await detectableLanguages(caller);
  const detections = [];
  for (const text of texts) {
    const ranked = isTranslatable(text) ? rankLanguages(await scoreLanguages(text, candidates)) : [];
    const found = await chooseSource(ranked, [text], null, caller);
    const others = ranked.filter(({ language, confidence }) => language !== found?.language && confidence > 0);
    detections.push({
      language: found?.language ?? null,
      confidence: found?.confidence ?? 0,
      ...(found ? await serviceOf(found.language, caller) : { supported: false, installable: false }),
      candidates: found ? [found, ...others].slice(0, 3) : [],
      languages: found ? await languageShares(text, found, candidates) : [],
    });
  }
  countUsage({ characters: actual });
  return { detections };
}
