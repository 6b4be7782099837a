import { AppError } from "@/lib/base/errors";
import { type LanguageScore, rankLanguages, type Shares, scoreLanguages } from "@/lib/text/detect/detect";
import { isTranslatable } from "@/lib/text/lines";
import { detectableLanguages, findHops, isSame, type RoutingScope, sourcesInto } from "./languages";

export type Detected = LanguageScore;

/**
 * Confidence below which the response gets the warning `low_confidence`. Words such as “Hi”, “Cancel” or “casa”, which
 * several languages share, score between 0.5 and 0.6; most phrases of three words score above 0.9.
 */
export const CONFIDENT = 0.6;

/** Minimum confidence and letters for considering the language of a text certain, even if it is unsupported. */
const CERTAIN = 0.8;
const MIN_LETTERS = 20;

/** Maximum weight of a text in a batch, in UTF-16 units; also the weight of languages that no text has. */
const MAX_WEIGHT = 500;
const UNSEEN = 0.02;

/** Detects the source language of a text. Throws 422 if no language matches. */
export async function detectSource(text: string, target: string, reach: RoutingScope, shares?: Shares) {
  const ranked = rankLanguages(shares?.size ? shares : await scoreLanguages(text, await detectableLanguages(reach)));
  const found = await chooseSource(ranked, [text], target, reach);
  if (found) return found;
  throw new AppError("language_not_detected", "Couldn't detect the language of the text. Set source.", {
    reason: "no_candidate",
  });
}

/**
 * The most probable language, if it can be translated into the target or the texts are certainly in it; else the most
 * probable one that can be. `target` null: any target, whatever the length of the texts. Null without languages.
 */
export async function chooseSource(
  ranked: readonly LanguageScore[],
  texts: readonly string[],
  target: string | null,
  reach: RoutingScope,
): Promise<Detected | null> {
  const [best] = ranked;
  if (!best) return null;
  if ((target !== null && isSame(best.language, target)) || isCertain(best, target === null ? null : texts))
    return rounded(best);
  const sources = await sourcesInto(target, reach);
  for (const one of ranked) {
    if (!sources.has(one.language)) continue;
    if (reach.engine === undefined || target === null || (await findHops(one.language, target, reach)))
      return rounded(one);
  }
  return rounded(best);
}

/** The languages of the texts in a batch. An uncertain text is probably in the language of the others. */
export async function scoreTogether(texts: readonly string[], reach: RoutingScope): Promise<readonly Shares[]> {
  const served = await detectableLanguages(reach);
  const scored: Shares[] = [];
  for (const text of texts) scored.push(isTranslatable(text) ? await scoreLanguages(text, served) : new Map());
  const weights = texts.map((text, i) => (scored[i]!.size > 0 ? Math.min(text.length, MAX_WEIGHT) : 0));
  const votes = new Map<string, number>();
  for (const [i, shares] of scored.entries())
    for (const [language, share] of shares) votes.set(language, (votes.get(language) ?? 0) + weights[i]! * share);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return scored.map((shares, i) => {
    const [best] = rankLanguages(shares);
    const others = total - weights[i]!;
    if (!best || others === 0 || isCertain(best, [texts[i]!])) return shares;
    // Squared, because texts of a batch have the same language more often than the shares suggest.
    const weighed = [...shares].map(([language, share]) => {
      const vote = ((votes.get(language) ?? 0) - weights[i]! * share) / others;
      return [language, share * (vote ** 2 + UNSEEN)] as const;
    });
    const sum = weighed.reduce((all, [, share]) => all + share, 0);
    return new Map(weighed.map(([language, share]) => [language, share / sum]));
  });
}

function isCertain({ confidence }: LanguageScore, texts: readonly string[] | null): boolean {
  if (confidence < CERTAIN || texts === null) return confidence >= CERTAIN;
  return texts.reduce((sum, text) => sum + (text.match(/\p{L}/gu)?.length ?? 0), 0) >= MIN_LETTERS;
}

function rounded({ language, confidence }: LanguageScore): Detected {
  return { language, confidence: Math.round(confidence * 100) / 100 };
}
