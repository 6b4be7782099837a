import type { Finding, Subject } from "./subject";
import type { TextView } from "./text-view";
import type { Word } from "./word-forms";

/**
 * Letters per letter of English text: medians of messages with 30 or more letters in free software catalogues (about
 * 800 to 20,000 per language), rounded. 1 for languages not listed.
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
 * Usual range of the length ratio: translators who omit or explain something stay within it. The additional letters are
 * for labels, in which a word may become a phrase ("PIN"). Outside the range, a part is missing or repeated.
 */
const MIN_RATIO = 0.4;
const SHORT_SLACK = 8;
const MAX_RATIO = 2.2;
const LONG_SLACK = 45;

/** Reports a translation much shorter or longer than usual for its languages: truncated, or with added text. */
export function* lengthRatio(subject: Subject): Generator<Finding> {
  if (subject.target.isBlank) return;
  const { from, to } = usualLengths(subject);
  if (from === 0 || (to >= from * MIN_RATIO - SHORT_SLACK && to <= from * MAX_RATIO + LONG_SLACK)) return;
  // The translation is the abbreviation of a source that contains both: "Constant Rate Factor (CRF)".
  const text = subject.target.prose.trim();
  if (/^[\p{Lu}\p{N}-]{2,10}$/u.test(text) && subject.source.prose.includes(text)) return;
  yield { check: "length.ratio", params: { direction: to < from ? "short" : "long" } };
}

/** The relative length of a translation; 1 is usual for its languages. */
export function relativeLength(subject: Subject): number {
  const { from, to } = usualLengths(subject);
  return from === 0 ? 1 : to / from;
}

/** Letters of source and target, converted to the same language. */
function usualLengths({ source, target, sourceLanguage, targetLanguage }: Subject): { from: number; to: number } {
  return {
    from: longestVariant(source) / (LENGTH[sourceLanguage] ?? 1),
    to: longestVariant(target) / (LENGTH[targetLanguage] ?? 1),
  };
}

/** Letters of a text, or of the longest of the plural forms that it lists: "one file|%d files". */
function longestVariant({ prose, words }: TextView): number {
  if (!prose.includes("|")) return letters(words);
  const bars = [...prose.matchAll(/\|/g)].map(({ index }) => index);
  return Math.max(
    ...[...bars, prose.length].map((end, i) => {
      const start = bars[i - 1] ?? -1;
      return letters(words.filter((word) => word.start > start && word.start < end));
    }),
  );
}

/** Number of alphabetic letters that one character of these scripts corresponds to. */
const IDEOGRAPH = 3;
const SYLLABLE = 2;

/**
 * Number of letters. A Chinese, Japanese or Korean character counts as several alphabetic letters.
 */
function letters(words: readonly Word[]): number {
  let count = 0;
  for (const { text } of words) count += text.length * letterWeight(text.charCodeAt(0));
  return count;
}

function letterWeight(unit: number): number {
  if (unit < 0x1100) return 1;
  if ((unit >= 0x4e00 && unit <= 0x9fff) || (unit >= 0x3400 && unit <= 0x4dbf)) return IDEOGRAPH;
  return (unit >= 0x3040 && unit <= 0x30ff) || (unit >= 0xac00 && unit <= 0xd7af) ? SYLLABLE : 1;
}
