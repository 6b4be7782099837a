import type { QaTerm } from "./checked";
import type { TextView } from "./text-view";
import { isFormOf, isUnspaced, type Word, wordsOf } from "./word-forms";

/** A term and its range in a text. */
export type TermMatch = { readonly term: QaTerm; readonly start: number; readonly end: number };

/** Occurrences of a list of terms. Ignores a shorter term within a longer one. */
export function findTerms(terms: readonly QaTerm[], { prose, words }: TextView, language: string): TermMatch[] {
  const { byStart, unspaced } = indexOf(terms);
  const found: TermMatch[] = [];
  for (const [at, { folded }] of words.entries()) {
    for (const { term, words: wanted } of byStart.get(startOf(folded)) ?? []) {
      const span = matchAt(words, at, wanted, prose, term.caseSensitive, language);
      if (span) found.push({ term, ...span });
    }
  }
  for (const term of unspaced) {
    for (const span of findAll(prose, term.source, term.caseSensitive)) found.push({ term, ...span });
  }
  return longest(found);
}

/** Occurrences of a term's words in any inflected form. */
export function findPhrase(
  phrase: string,
  { prose, words }: TextView,
  caseSensitive: boolean,
  language: string,
): { start: number; end: number }[] {
  if (isUnspaced(phrase)) return findAll(prose, phrase, caseSensitive);
  const wanted = wordsOf(phrase);
  if (wanted.length === 0) return [];
  return words.flatMap((_, at) => matchAt(words, at, wanted, prose, caseSensitive, language) ?? []);
}

type Index = {
  readonly byStart: ReadonlyMap<string, readonly { readonly term: QaTerm; readonly words: readonly Word[] }[]>;
  readonly unspaced: readonly QaTerm[];
};

const indexes = new WeakMap<readonly QaTerm[], Index>();

/** Indexes terms by the beginning of their first word, so that large glossaries are searched fast. */
function indexOf(terms: readonly QaTerm[]): Index {
  let index = indexes.get(terms);
  if (!index) {
    const byStart = new Map<string, { term: QaTerm; words: readonly Word[] }[]>();
    const unspaced: QaTerm[] = [];
    for (const term of terms) {
      const words = wordsOf(term.source);
      if (isUnspaced(term.source)) unspaced.push(term);
      else if (words[0]) {
        const start = startOf(words[0].folded);
        byStart.set(start, [...(byStart.get(start) ?? []), { term, words }]);
      }
    }
    index = { byStart, unspaced };
    indexes.set(terms, index);
  }
  return index;
}

function startOf(folded: string): string {
  return folded.slice(0, 2);
}

/** Matches the words of a term in sequence, separated by one space, hyphen or apostrophe at most. */
function matchAt(
  words: readonly Word[],
  at: number,
  wanted: readonly Word[],
  text: string,
  caseSensitive: boolean,
  language: string,
): { start: number; end: number } | null {
  for (const [index, { text: exact, folded }] of wanted.entries()) {
    const word = words[at + index];
    if (!word) return null;
    if (caseSensitive ? word.text !== exact : !isFormOf(word.folded, folded, language)) return null;
    if (index > 0 && !/^[\s\u00a0'’‐‑-]{1,2}$/.test(text.slice(words[at + index - 1]!.end, word.start))) return null;
  }
  return { start: words[at]!.start, end: words[at + wanted.length - 1]!.end };
}

function findAll(text: string, term: string, caseSensitive: boolean): { start: number; end: number }[] {
  const lower = text.toLowerCase();
  // A few letters have a longer lower case, which would shift offsets; texts with these are compared with case.
  const [where, what] = caseSensitive || lower.length !== text.length ? [text, term] : [lower, term.toLowerCase()];
  const found: { start: number; end: number }[] = [];
  for (let at = where.indexOf(what); at >= 0 && what; at = where.indexOf(what, at + what.length)) {
    found.push({ start: at, end: at + what.length });
  }
  return found;
}

function longest(found: readonly TermMatch[]): TermMatch[] {
  const byLength = [...found].sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: TermMatch[] = [];
  let reach = 0;
  let last: TermMatch | undefined;
  for (const match of byLength) {
    const same = last && match.start === last.start && match.end === last.end;
    if (match.end <= reach && !same) continue;
    kept.push(match);
    last = match;
    reach = Math.max(reach, match.end);
  }
  return kept;
}
