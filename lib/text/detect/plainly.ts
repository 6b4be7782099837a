import { languagesOfWord } from "./common-words";

/** UTF-16 units read, common words required, and their required lead over another language. */
const READ = 300;
const MIN_WORDS = 4;
const MIN_LEAD = 2;

/**
 * True if the common words of a text are clearly those of a language (its base tag): a cheap check for texts with a
 * named language. False proves nothing.
 */
export function isPlainly(text: string, language: string): boolean {
  const counts = new Map<string, number>();
  for (const word of text
    .slice(0, READ)
    .normalize("NFC")
    .toLowerCase()
    .match(/[\p{L}\p{M}'’·]+/gu) ?? [])
    for (const one of languagesOfWord(word)) counts.set(one, (counts.get(one) ?? 0) + 1);
  const own = counts.get(language) ?? 0;
  if (own < MIN_WORDS) return false;
  counts.delete(language);
  return own >= Math.max(0, ...counts.values()) + MIN_LEAD;
}
