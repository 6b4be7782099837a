/** Number of occurrences of each n-gram. */
export function ngrams(items: readonly string[], n: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (let at = 0; at + n <= items.length; at++) {
    // Joined with a space, which occurs in no token and no counted character.
    const ngram = items.slice(at, at + n).join(" ");
    counts.set(ngram, (counts.get(ngram) ?? 0) + 1);
  }
  return counts;
}

/** Number of n-grams that occur in both. */
export function matches(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [ngram, count] of a) sum += Math.min(count, b.get(ngram) ?? 0);
  return sum;
}

/** Number of n-grams. */
export function total(counts: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}
