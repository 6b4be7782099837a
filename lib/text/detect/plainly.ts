import { languagesOfWord, wordsOf } from "./common-words";

/** Maximum UTF-16 units read, minimum number of common words, and by how many they must exceed another language's. */
const READ = 300;
const MIN_WORDS = 4;
const MIN_LEAD = 2;

/**
 * True if the common words of a text clearly belong to a language (a base tag). A cheap check for texts whose language
 * is given; false does not mean another language.
 */
export function isPlainly(text: string, language: string): boolean {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text.slice(0, READ)))
    for (const one of languagesOfWord(word)) counts.set(one, (counts.get(one) ?? 0) + 1);
  const own = counts.get(language) ?? 0;
  if (own < MIN_WORDS) return false;
  counts.delete(language);
  return own >= Math.max(0, ...counts.values()) + MIN_LEAD;
}
