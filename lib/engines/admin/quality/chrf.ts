import { matches, ngrams, total } from "./ngrams";

const ORDER = 6;
/** Recall has twice the weight of precision. */
const BETA = 2;

/**
 * chrF of translations with one reference each, 0–100 (Popović 2015, "chrF: character n-gram F-score for automatic MT
 * evaluation"), as sacrebleu computes it for a corpus: `nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no`.
 */
export function chrF(translations: readonly string[], references: readonly string[]): number {
  let [precision, recall, orders] = [0, 0, 0];
  const pairs = translations.map((text, i) => [characters(text), characters(references[i] ?? "")] as const);
  for (let n = 1; n <= ORDER; n++) {
    let [given, wanted, common] = [0, 0, 0];
    for (const [translation, reference] of pairs) {
      const [ours, theirs] = [ngrams(translation, n), ngrams(reference, n)];
      // N-grams longer than the reference cannot match, so they are not counted against the translation.
      given += theirs.size > 0 ? total(ours) : 0;
      wanted += total(theirs);
      common += matches(ours, theirs);
    }
    if (given === 0 || wanted === 0) continue;
    precision += common / given;
    recall += common / wanted;
    orders += 1;
  }
  if (orders === 0 || precision + recall === 0) return 0;
  [precision, recall] = [precision / orders, recall / orders];
  return (100 * (1 + BETA ** 2) * precision * recall) / (BETA ** 2 * precision + recall);
}

/** Code points without white space. */
function characters(text: string): string[] {
  return [...text.replace(/\s+/g, "")];
}
