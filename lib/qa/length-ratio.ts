import type { Finding, Subject } from "./subject";
import type { TextView } from "./text-view";

/**
 * Letters per letter of English: medians over messages of 30 letters and more in free software catalogues (about 800 to
 * 20,000 per language), rounded. 1 if not listed.
 */
const LENGTH: Readonly<Record<string, number>> = {
  ar: 0.8,
  ko: 0.95,
  ca: 1.15,
  de: 1.2,
  es: 1.2,
  fi: 1.1,
  fr: 1.2,
  it: 1.2,
  ja: 1.3,
  nl: 1.15,
  pl: 1.15,
  pt: 1.1,
  ru: 1.15,
  tr: 1.1,
  uk: 1.15,
};

/**
 * One message in a thousand is outside these shares of the usual length, with at least this many letters of difference.
 */
const MIN_RATIO = 0.55;
const MAX_RATIO = 1.8;
const SLACK = 12;

/** A translation much shorter or longer than usual for the languages: truncated, or run on. */
export function* lengthRatio({ source, target, sourceLanguage, targetLanguage }: Subject): Generator<Finding> {
  if (target.isBlank) return;
  const from = letters(source) / (LENGTH[sourceLanguage] ?? 1);
  const to = letters(target) / (LENGTH[targetLanguage] ?? 1);
  if (from === 0 || (to >= from * MIN_RATIO - SLACK && to <= from * MAX_RATIO + SLACK)) return;
  yield { check: "length.ratio", params: { direction: to < from ? "short" : "long" } };
}

/** Alphabetic letters equivalent to one character of these scripts. */
const IDEOGRAPH = 3;
const SYLLABLE = 2;

/**
 * Number of letters. Chinese, Japanese and Korean text is converted to alphabetic letters, except for its Latin names.
 */
function letters({ words }: TextView): number {
  let count = 0;
  for (const { text } of words) count += text.length * letterWeight(text.charCodeAt(0));
  return count;
}

function letterWeight(unit: number): number {
  if (unit < 0x1100) return 1;
  if ((unit >= 0x4e00 && unit <= 0x9fff) || (unit >= 0x3400 && unit <= 0x4dbf)) return IDEOGRAPH;
  return (unit >= 0x3040 && unit <= 0x30ff) || (unit >= 0xac00 && unit <= 0xd7af) ? SYLLABLE : 1;
}
