import { functionWordsOf, LISTED } from "./function-words";
import { areKin } from "./kinship";
import type { Finding, Subject } from "./subject";

/** Function words of another language that make a text suspicious, if it has none of its own. */
const SUSPICIOUS = 3;
/** With some of its own: so many times as many. */
const OUTWEIGHS = 3;

/**
 * A translation with the small words of another language instead of its own. Statistics of letters would tell languages
 * apart in shorter texts, but weigh megabytes, which a browser need not load for one check.
 */
export function* language({ target, sourceLanguage, targetLanguage }: Subject): Generator<Finding> {
  if (sourceLanguage === targetLanguage) return;
  const words = target.prose.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  if (words.length < SUSPICIOUS) return;
  const own = functionWordsOf(targetLanguage);
  const hits = words.filter((word) => own.has(word)).length;
  const found = mostLikely(words, own, targetLanguage);
  if (!found || (own.size === 0 && areKin(found.language, targetLanguage))) return;
  const needed = found.language === sourceLanguage || found.language === "en" ? SUSPICIOUS : SUSPICIOUS + 2;
  if (found.hits < Math.max(needed, hits * OUTWEIGHS) || found.distinct < SUSPICIOUS) return;
  if (found.hits * 8 < words.length) return;
  yield { check: "language.mismatch", params: { language: found.language } };
}

type Candidate = { readonly language: string; readonly hits: number; readonly distinct: number };

/** The other language whose function words, without those that are the target's too, the text has most of. */
function mostLikely(words: readonly string[], own: ReadonlySet<string>, targetLanguage: string): Candidate | null {
  let best: Candidate | null = null;
  for (const candidate of LISTED) {
    if (candidate === targetLanguage) continue;
    const theirs = functionWordsOf(candidate);
    const found = words.filter((word) => theirs.has(word) && !own.has(word));
    if (found.length <= (best?.hits ?? 0)) continue;
    best = { language: candidate, hits: found.length, distinct: new Set(found).size };
  }
  return best;
}
