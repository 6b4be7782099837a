import { splitSentences } from "@/lib/text/sentences";
import { detectLanguage, type LanguageScore } from "./detect";

/** Letters of a sentence, and the confidence, from which it counts in a language of its own. */
const MIN_LETTERS = 12;
const SURE = 0.8;
/** Languages with less of the letters are not named. */
const MIN_SHARE = 0.05;
/** UTF-16 units read. */
const MAX_TEXT_LENGTH = 2_000;

/** A language with its part of a text's letters, over 0 to 1. */
export type LanguageShare = { readonly language: string; readonly share: number };

/**
 * The languages of a text, sentence by sentence, most letters first. A sentence that is short or unclear counts in the
 * language of the whole text. `served`: the engines' tags.
 */
export async function languageShares(
  text: string,
  whole: LanguageScore,
  served: readonly string[],
): Promise<LanguageShare[]> {
  const letters = new Map<string, number>();
  let all = 0;
  for (const sentence of splitSentences(text.slice(0, MAX_TEXT_LENGTH), whole.language)) {
    const count = sentence.match(/\p{L}/gu)?.length ?? 0;
    const own = count >= MIN_LETTERS && count < text.length ? await detectLanguage(sentence, served) : null;
    const language = own && own.confidence >= SURE ? own.language : whole.language;
    letters.set(language, (letters.get(language) ?? 0) + count);
    all += count;
  }
  return [...letters]
    .map(([language, count]) => ({ language, share: Math.round((count / all) * 100) / 100 }))
    .filter(({ share }) => share >= MIN_SHARE)
    .sort((a, b) => b.share - a.share);
}
