import { languagesOfWord } from "./common-words";

/** UTF-16 units that are read, common words that are needed, and how many more they must be than another language's. */
const READ = 300;
const MIN_WORDS = 4;
const MIN_LEAD = 2;

/**
 * True when the common words of a text are plainly those of a language (its base tag): cheap, for texts whose language was
 * named. False says nothing.
 */
export function isPlainly(text: string, language: string): boolean {
  const counts = new Map<string, number>();
  for (const word of text
    .slice(0, READ)
    .toLowerCase()
    .match(/[\p{L}\p{M}'’·]+/gu) ?? [])
    for (const one of languagesOfWord(word)) counts.set(one, (counts.get(one) ?? 0) + 1);
  const own = counts.get(language) ?? 0;
  if (own < MIN_WORDS) return false;
  counts.delete(language);
  return own >= Math.max(0, ...counts.values()) + MIN_LEAD;
}
