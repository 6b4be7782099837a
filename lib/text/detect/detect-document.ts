import { detectLanguage, type LanguageScore } from "./detect";

/** Texts sampled from a document; more do not improve the result. */
const SAMPLE = 20;

/**
 * Detects the language of a document from about 20 of its longest texts, weighted by length and confidence. Null if
 * none can be detected.
 */
export async function detectDocument(
  texts: readonly string[],
  candidates: readonly string[],
): Promise<LanguageScore | null> {
  const votes = new Map<string, number>();
  let total = 0;
  const longest = [...texts].sort((a, b) => b.length - a.length).slice(0, SAMPLE);
  for (const text of longest) {
    const found = await detectLanguage(text, candidates);
    if (!found) continue;
    const weight = Math.min(text.length, 500);
    for (const { language, confidence } of found.candidates)
      votes.set(language, (votes.get(language) ?? 0) + weight * confidence);
    total += weight;
  }
  const [winner] = [...votes].sort(([, a], [, b]) => b - a);
  return winner ? { language: winner[0], confidence: Math.min(winner[1] / total, 1) } : null;
}
