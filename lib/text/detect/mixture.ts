import { baseLanguage } from "@/lib/text/languages";
import { splitSentences } from "@/lib/text/sentences";
import { languagesOfWord, wordsOf } from "./common-words";
import { detectLanguage, type LanguageScore } from "./detect";
import { languagesByScript } from "./known-languages";

/**
 * Minimum letters for a sentence's own language, a third of them in scripts other than Latin, and minimum confidence.
 */
const MIN_LETTERS = 12;
const SURE = 0.8;
/** Where a clause ends that may be in another language than its sentence, if so many common words say so. */
const CLAUSE_END = /(?<=[,;:)]\s|\s[-–—/]\s)|(?=\()/u;
const MIN_COMMON_WORDS = 2;
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
  const isIts = (one: string) => baseLanguage(one) === baseLanguage(whole.language);
  /** The other language of a part, if it is sure. */
  const otherOf = async (part: string) => {
    const isOther = !/\p{scx=Latn}/u.test(part) && !languagesByScript(part).some(isIts);
    const count = lettersOf(part);
    const mayDiffer = count >= (isOther ? MIN_LETTERS / 3 : MIN_LETTERS) && count < text.length;
    const own = mayDiffer ? await detectLanguage(part, served) : null;
    return own && (isOther || (own.confidence >= SURE && !isIts(own.language))) ? own.language : null;
  };
  for (const sentence of splitSentences(text.slice(0, MAX_TEXT_LENGTH), whole.language))
    for (const part of sentence.match(ONE_SCRIPT) ?? []) {
      const other = await otherOf(part);
      for (const clause of other ? [part] : part.split(CLAUSE_END)) {
        const own = other ?? (await otherOf(clause));
        const language = own && (other || hasWordsOf(own, clause, isIts)) ? own : whole.language;
        letters.set(language, (letters.get(language) ?? 0) + lettersOf(clause));
        all += lettersOf(clause);
      }
    }
  return [...letters]
    .map(([language, count]) => ({ language, share: Math.round((count / all) * 100) / 100 }))
    .filter(({ share }) => share >= MIN_SHARE)
    .sort((a, b) => b.share - a.share);
}

function lettersOf(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

/** Whether a clause has more common words of its language alone than of the text's language alone, and enough. */
function hasWordsOf(language: string, clause: string, isIts: (language: string) => boolean): boolean {
  const listed = wordsOf(clause).map((word) => [...languagesOfWord(word)]);
  const own = listed.filter((languages) => languages.includes(language) && !languages.some(isIts)).length;
  const others = listed.filter((languages) => !languages.includes(language) && languages.some(isIts)).length;
  return own >= MIN_COMMON_WORDS && own > others;
}
