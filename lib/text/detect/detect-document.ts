import { confidenceOf } from "./calibration";
import { type LanguageScore, scoreLanguages } from "./detect";

/** Maximum texts sampled from a document; more do not improve the result. */
const SAMPLE = 20;

/**
 * The languages of a document, most probable first, from about 20 of its longest texts, weighted by length and
 * confidence. Empty if none can be detected.
 */
export async function detectDocument(
  texts: readonly string[],
  candidates: readonly string[],
): Promise<readonly LanguageScore[]> {
  const votes = new Map<string, number>();
  let total = 0;
  const longest = [...texts].sort((a, b) => b.length - a.length).slice(0, SAMPLE);
  for (const text of longest) {
    const shares = await scoreLanguages(text, candidates);
    if (shares.size === 0) continue;
    const weight = Math.min(text.length, 500);
    for (const [language, share] of shares)
      votes.set(language, (votes.get(language) ?? 0) + weight * confidenceOf(share));
    total += weight;
  }
  return [...votes]
    .sort(([, a], [, b]) => b - a)
    .map(([language, vote]) => ({ language, confidence: Math.min(vote / total, 1) }));
}
