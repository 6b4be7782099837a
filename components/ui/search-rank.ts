/**
 * How well a search matches the words of a choice, from 0 (no match) to 1. Best is the start of a whole word or name,
 * then the start of a later word, then any position within a word. Ignores case, accents and the kind of apostrophe.
 */
export function rank(search: string, words: readonly string[]): number {
  const needle = fold(search);
  if (needle === "") return 1;
  let best = 0;
  for (const [index, word] of words.entries()) {
    const at = fold(word).indexOf(needle);
    if (at < 0) continue;
    const startsWord = at === 0 || /[\s(\-/]/.test(fold(word)[at - 1]!);
    const score = at === 0 ? 1 : startsWord ? 0.75 : 0.4;
    best = Math.max(best, score - index * 0.02);
  }
  return best;
}

function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replace(/[’ʼ`]/g, "'").toLowerCase().trim();
}
