import type { Finding, Subject } from "./subject";

/** Letters that a language takes for what takes one letter in English, roughly, as parallel texts have it. */
const LENGTH: Readonly<Record<string, number>> = {
  zh: 0.33,
  ja: 0.46,
  ko: 0.5,
  th: 0.9,
  lo: 0.9,
  km: 1.05,
  my: 1.05,
  ar: 0.85,
  he: 0.8,
  fa: 0.9,
  ur: 0.95,
  hi: 0.95,
  de: 1.15,
  fr: 1.15,
  es: 1.15,
  it: 1.15,
  pt: 1.1,
  ca: 1.15,
  el: 1.15,
  ru: 1.1,
  uk: 1.1,
  bg: 1.1,
  hu: 1.1,
  fi: 1.1,
  pl: 1.1,
  nl: 1.1,
};

/** A translation of less or more than these shares of what is usual is suspicious; of short texts much more so. */
const SHORTEST = 0.4;
const LONGEST = 2.3;
/** Letters, at the scale of English, that a text may have more or less whatever its length. */
const SLACK = 16;

/** Far more or fewer letters than the languages let expect: cut off, or run on. */
export function* lengthRatio({ source, target, sourceLanguage, targetLanguage }: Subject): Generator<Finding> {
  if (target.isBlank) return;
  const from = letters(source.prose) / (LENGTH[sourceLanguage] ?? 1);
  const to = letters(target.prose) / (LENGTH[targetLanguage] ?? 1);
  if (from === 0 || (to >= from * SHORTEST - SLACK && to <= from * LONGEST + SLACK)) return;
  yield { check: "length.ratio", params: { direction: to < from ? "short" : "long" } };
}

function letters(prose: string): number {
  let count = 0;
  for (const { 0: run } of prose.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) count += run.length;
  return count;
}
