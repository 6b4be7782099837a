import { LONE_LETTER } from "@/lib/text/message/word-tokens";

/** A word of a text and its position. */
export type Word = {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** In lower case. */
  readonly folded: string;
};

const RUN = /[\p{L}\p{M}\p{N}]+/gu;
const UNSPACED = new RegExp(LONE_LETTER, "u");
const LETTER_OR_RUN = new RegExp(`${LONE_LETTER}\\p{M}*|(?:(?!${LONE_LETTER})[\\p{L}\\p{M}\\p{N}])+`, "gu");

/** The words of a text, split at apostrophes and hyphens as in `l'écran`; in scripts without spaces, each letter. */
export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(isUnspaced(text) ? LETTER_OR_RUN : RUN), ({ index, 0: word }) => ({
    start: index,
    end: index + word.length,
    text: word,
    folded: word.toLowerCase(),
  }));
}

/** True if a text contains letters of a script without spaces, where word boundaries are unknown. */
export function isUnspaced(text: string): boolean {
  return UNSPACED.test(text);
}

/** Endings of inflected forms, for languages in which a looser rule would match other words. */
const ENDINGS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set(["s", "es"]),
  es: new Set(["s", "es"]),
  ca: new Set(["s", "os"]),
  pt: new Set(["s", "es"]),
  fr: new Set(["s", "x", "e", "es"]),
  de: new Set(["e", "n", "en", "s", "es", "er", "ern"]),
  nl: new Set(["s", "en", "e", "n"]),
};

/** Endings that change in the plural: of the basic form and of the plural form. */
const CHANGES: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  en: [
    ["y", "ies"],
    ["f", "ves"],
    ["fe", "ves"],
    ["sis", "ses"],
    ["man", "men"],
    ["child", "children"],
  ],
  es: [
    ["z", "ces"],
    ["ión", "iones"],
    ["ón", "ones"],
    ["és", "eses"],
  ],
  ca: [
    ["a", "es"],
    ["ó", "ons"],
    ["ça", "ces"],
    ["ga", "gues"],
    ["ca", "ques"],
  ],
  pt: [
    ["ão", "ões"],
    ["ão", "ães"],
    ["m", "ns"],
    ["l", "is"],
    ["z", "zes"],
  ],
  fr: [
    ["al", "aux"],
    ["ail", "aux"],
  ],
};

/** True if a word is an inflected form of a term's word. Strict, because a match requires the term's translation. */
export function isFormOf(folded: string, term: string, language: string): boolean {
  if (folded === term) return true;
  const endings = ENDINGS[language];
  if (endings) {
    if (folded.startsWith(term) && endings.has(folded.slice(term.length))) return true;
    return (CHANGES[language] ?? []).some(
      ([from, to]) => term.endsWith(from) && folded === term.slice(0, -from.length) + to,
    );
  }
  const shared = sharedPrefix(folded, term);
  return shared >= 3 && shared >= term.length - 2 && folded.length - shared <= 3;
}

/** Minimum length: shorter words of a term count as articles and prepositions, unless it has no others. */
const MEANINGFUL = 4;

/**
 * True if a text contains a term in any form and order, also within compounds and after prefixes. Lenient, because
 * translations inflect terms. `words` are the text's words, converted by {@link bare}.
 */
export function hasForms(term: string, words: readonly string[]): boolean {
  const wanted = wordsOf(term).map(({ text }) => bare(text));
  const meaningful = wanted.filter((word) => word.length >= MEANINGFUL);
  return (meaningful.length > 0 ? meaningful : wanted).every((word) => {
    const stem = word.slice(0, stemLength(word.length));
    return words.some((text) =>
      stem.length >= MEANINGFUL ? text.includes(stem) : text.startsWith(stem) || text.endsWith(word),
    );
  });
}

/** A word in lower case without accents, which vary between its forms (`Buch`, `Bücher`). */
export function bare(word: string): string {
  const folded = word.toLowerCase();
  return /^[a-z\d]*$/.test(folded) ? folded : folded.normalize("NFD").replace(/\p{M}/gu, "");
}

/** Length of the beginning that a word's forms share: all of a short word, two thirds of a long one. */
function stemLength(length: number): number {
  return length <= 3 ? length : Math.max(3, Math.ceil(length * 0.66));
}

function sharedPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}
