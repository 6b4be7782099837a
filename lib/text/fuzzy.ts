import { wordTokens } from "./message/word-tokens";
import { tokenize } from "./segment";

/**
 * Similarity of two encoded texts in percent: edit distance over words, in which punctuation and codes count little.
 * 100 only for identical texts; at most 99 if codes, numbers or spaces differ. Symmetric.
 */
export function matchPercent(a: string, b: string): number {
  if (a === b) return 100;
  const left = units(a).filter((unit) => unit.trim());
  const right = units(b).filter((unit) => unit.trim());
  const longest = Math.max(weightOf(left), weightOf(right));
  if (longest === 0) return left.length === right.length ? 99 : 0;
  const share = 1 - distance(left, right) / longest;
  // Sums of weights such as 0.2 are inexact; half a percent is less than the smallest difference.
  return Math.min(99, Math.max(0, Math.floor(share * 100 + 1e-6)));
}

/**
 * Features that similar texts share: each word in lower case with its count (a number is `⟦#⟧`), and the weight of the
 * whole text with punctuation and codes, in words. For texts with similarity p, see {@link matchPercent}, the features
 * that only one of them has weigh at most 1 − p of that.
 */
export function weighedWords(encoded: string): { words: ReadonlyMap<string, number>; weight: number } {
  const found = units(encoded).filter((unit) => unit.trim());
  const words = new Map<string, number>();
  for (const unit of found) {
    if (weight(unit) === MARK_WEIGHT) continue;
    const word = unit.toLowerCase();
    words.set(word, (words.get(word) ?? 0) + 1);
  }
  return { words, weight: weightOf(found) };
}

const NUMBER = /^\p{Nd}[\p{Nd}.,]*$/u;
const WORD = /[\p{L}\p{N}]/u;
/** Weight of a punctuation mark or a code, relative to a word. */
const MARK_WEIGHT = 0.2;
/** Weight of a word that differs only in capitals. */
const CASE_WEIGHT = 0.1;
/** Maximum length compared; the rest counts as different, so that the similarity is never overestimated. */
const MAX_UNITS = 1_000;

/** Words, punctuation and spaces; codes are `⟦1⟧…⟦/1⟧`, numbered by appearance, and a number is `⟦#⟧`. */
function units(encoded: string): string[] {
  const numbers = new Map<number, number>();
  return tokenize(encoded).flatMap((token) => {
    if (token.type === "text") return wordTokens(token.text).map((word) => (NUMBER.test(word) ? "⟦#⟧" : word));
    if (!numbers.has(token.id)) numbers.set(token.id, numbers.size + 1);
    return `⟦${token.type === "close" ? "/" : ""}${numbers.get(token.id)}⟧`;
  });
}

function weight(unit: string): number {
  return WORD.test(unit) && !unit.startsWith("⟦") ? 1 : unit === "⟦#⟧" ? 1 : MARK_WEIGHT;
}

function weightOf(list: readonly string[]): number {
  return list.reduce((sum, unit) => sum + weight(unit), 0);
}

/** Weighted Levenshtein distance, row by row, between the common beginning and end. */
function distance(a: readonly string[], b: readonly string[]): number {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const left = a.slice(start, a.length - end);
  const right = b.slice(start, b.length - end);
  const rest = Math.max(weightOf(left.splice(MAX_UNITS)), weightOf(right.splice(MAX_UNITS)));
  const rightWeights = right.map(weight);
  const rightFolded = right.map((unit) => unit.toLowerCase());
  let row = [0];
  for (const one of rightWeights) row.push(row.at(-1)! + one);
  for (const unit of left) {
    const own = weight(unit);
    const folded = unit.toLowerCase();
    const next = [row[0]! + own];
    for (let j = 0; j < right.length; j++) {
      const change = unit === right[j] ? 0 : folded === rightFolded[j] ? CASE_WEIGHT : Math.max(own, rightWeights[j]!);
      next.push(Math.min(row[j]! + change, row[j + 1]! + own, next[j]! + rightWeights[j]!));
    }
    row = next;
  }
  return row.at(-1)! + rest;
}
