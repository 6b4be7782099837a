import { baseLanguage } from "@/lib/text/languages";
import { splitSentences } from "@/lib/text/sentences";
import { detectLanguage, type LanguageScore } from "./detect";
import { languagesByScript } from "./known-languages";

/**
 * Minimum letters for a sentence's own language, a third of them in scripts other than Latin, and minimum confidence.
 */
const MIN_LETTERS = 12;
const SURE = 0.8;
/** Minimum share of the letters for a language to be listed. */
const MIN_SHARE = 0.05;
/** Maximum UTF-16 units read. */
const MAX_TEXT_LENGTH = 2_000;
/** A run of Latin letters, or of letters in other scripts, with everything between them. */
const ONE_SCRIPT = /[\p{scx=Latn}\P{L}]+|[^\p{scx=Latn}]+/gu;

/** A language with its share of a text's letters, greater than 0 and at most 1. */
export type LanguageShare = { readonly language: string; readonly share: number };

/**
 * The languages of a text, by sentences and scripts, most letters first. A sentence that is short or ambiguous gets the
 * language of the whole text. `served`: the engines' tags.
 */
export async function languageShares(
  text: string,
  whole: LanguageScore,
  served: readonly string[],
): Promise<LanguageShare[]> {
  const letters = new Map<string, number>();
  let all = 0;
  const sentences = splitSentences(text.slice(0, MAX_TEXT_LENGTH), whole.language);
  for (const sentence of sentences.flatMap((one) => one.match(ONE_SCRIPT) ?? [])) {
    const count = sentence.match(/\p{L}/gu)?.length ?? 0;
    const isIts = (one: string) => baseLanguage(one) === baseLanguage(whole.language);
    const isOther = !/\p{scx=Latn}/u.test(sentence) && !languagesByScript(sentence).some(isIts);
    const mayDiffer = count >= (isOther ? MIN_LETTERS / 3 : MIN_LETTERS) && count < text.length;
    const own = mayDiffer ? await detectLanguage(sentence, served) : null;
    const language = own && (isOther || own.confidence >= SURE) ? own.language : whole.language;
    letters.set(language, (letters.get(language) ?? 0) + count);
    all += count;
  }
  return [...letters]
    .map(([language, count]) => ({ language, share: Math.round((count / all) * 100) / 100 }))
    .filter(({ share }) => share >= MIN_SHARE)
    .sort((a, b) => b.share - a.share);
}
