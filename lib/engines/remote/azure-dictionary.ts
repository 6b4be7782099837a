import type { Term } from "@/lib/engines/engine";
import { baseLanguage } from "@/lib/text/languages";
import { capitalised } from "@/lib/text/words";
import type { VendorDirection } from "./engine";
import { escapeAttribute, escapeMarkup, MAX_ATTRIBUTES, writeMarkup } from "./markup";
import type { Piece } from "./pieces";

/** Maximum UTF-16 units of a request to Azure, including all markup. */
const MAX_CHARACTERS = 50_000;

/**
 * The markup of pieces with terms for Azure's dynamic dictionary (learn.microsoft.com, "Dynamic dictionary"), which
 * inserts a given translation for a phrase. Azure supports it only between English and another language, and recommends
 * it only for proper names and compounds, because the sentence is not adapted to the inserted text. Other terms are
 * left to the checks after translation, and so are terms that exceed the size of the request.
 */
export function withDictionary(
  pieces: readonly Piece[],
  terms: readonly Term[],
  direction: Pick<VendorDirection, "source" | "target">,
): string[] {
  const entries = entriesOf(terms, direction);
  const plain = pieces.map(({ text, codes }) => writeMarkup(text, codes, "html"));
  if (entries.size === 0) return plain;
  let room = MAX_CHARACTERS - plain.reduce((sum, text) => sum + text.length, 0);
  return pieces.map(({ text, codes }, at) => {
    const marked = writeMarkup(text, codes, "html", (words) => mark(words, entries));
    const more = marked.length - plain[at]!.length;
    if (more > room) return plain[at]!;
    room -= more;
    return marked;
  });
}

/** Translations by the phrase as it may occur, longest first: as in the glossary, and as it starts a sentence. */
function entriesOf(
  terms: readonly Term[],
  { source, target }: Pick<VendorDirection, "source" | "target">,
): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  const english = baseLanguage(source) === "en" ? "source" : baseLanguage(target) === "en" ? "target" : null;
  if (!english) return entries;
  const suited = terms.filter((term) => isName(term[english]) && attributeOf(term.target).length < MAX_ATTRIBUTES);
  for (const term of suited.toSorted((a, b) => b.source.length - a.source.length)) {
    if (!entries.has(term.source)) entries.set(term.source, term.target);
    const [first, wording] = [capitalised(term.source), capitalised(term.target)];
    if (!entries.has(first)) entries.set(first, wording);
  }
  return entries;
}

/** True for a proper name or compound, judged by its English side: a capital, a digit, or several words. */
function isName(english: string): boolean {
  return /[\p{Lu}\p{N}]|\S[\s-]\S/u.test(english.trim());
}

function mark(text: string, entries: ReadonlyMap<string, string>): string {
  const phrases = [...entries.keys()].filter((phrase) => text.includes(phrase));
  if (phrases.length === 0) return escapeMarkup(text);
  let out = "";
  let from = 0;
  for (const { 0: phrase, index } of text.matchAll(new RegExp(phrases.map(literal).join("|"), "gu"))) {
    if (!isWhole(text, index, index + phrase.length)) continue;
    out += `${escapeMarkup(text.slice(from, index))}<mstrans:dictionary ${attributeOf(entries.get(phrase)!)}>${escapeMarkup(phrase)}</mstrans:dictionary>`;
    from = index + phrase.length;
  }
  return out + escapeMarkup(text.slice(from));
}

const literal = (phrase: string): string => phrase.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

const attributeOf = (translation: string): string => `translation="${escapeAttribute(translation)}"`;

/** Letters of scripts that separate words by spaces. */
const SPACED = /[\p{L}\p{M}\p{N}]/u;
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;

function isWhole(text: string, start: number, end: number): boolean {
  const joins = (at: number): boolean => {
    const [left, right] = [text.charAt(at - 1), text.charAt(at)];
    return [left, right].every((letter) => SPACED.test(letter) && !UNSPACED.test(letter));
  };
  return !joins(start) && !joins(end);
}
