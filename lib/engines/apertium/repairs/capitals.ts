import type { Edit } from "./edits";

type Word = { readonly text: string; readonly start: number; readonly at: number };

/** Words that a language always capitalises, even if the source doesn't. */
const OWN_CAPITALS: Readonly<Record<string, RegExp>> = {
  en: /^(?:I|God|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|March|April|May|June|July|August|September|October|November|December|\p{Lu}\p{L}+(?:ish|ese|ian|ean|can|lan|ic|iard|ench|qi|eli|ani)s?|(?:Dutch|Welsh|Greek|Swiss|Jew|Roman|German|Norman|Latin|Turk|Pole|Dane|Swede|Czech|Slovak|Thai|Arab|Hindu|Muslim)s?)$/u,
};
/** Words that only English capitalises, so they don't justify a capital in another language. */
const ENGLISH_ONLY =
  /^(?:I|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|March|April|May|June|July|August|September|October|November|December|\p{Lu}\p{L}+(?:ish|ese|ench)|Dutch|Welsh|Greek|German|Roman|Latin|Turk|Czech|Thai|Arab)$/u;

/** Centuries are written in Roman numerals where English uses digits. */
const ROMAN_NUMBER = /^M{0,3}(?:C[MD]|D?C{0,3})(?:X[CL]|L?X{0,3})(?:I[XV]|V?I{0,3})$/;

const WORD = /[\p{L}\p{M}][\p{L}\p{M}\p{N}]*/gu;

/**
 * Removes capitals within the sentence that the source lacks: the engine starts a sentence after an unknown word, an
 * abbreviation and a code. Capitals are kept on words that resemble names in the source, and on as many others as in
 * the source, at about the same position. Also restores unusual capitals (`iPhone`, not `IPHONE`). If the engine began
 * with a small letter (`isSmall`), the source's first word counts as capitalised: "le Brésil est" of "Brasil es".
 */
export function repairCapitals(whole: string, source: string, to: string, isSmall = false): Edit[] {
  if (!/\p{Ll}/u.test(source)) return [];
  const words = wordsOf(whole);
  const given = wordsOf(source);
  const edits: Edit[] = [];
  const exact = new Set(given.map(({ text }) => text));
  const byLower = new Map(given.map(({ text }) => [text.toLowerCase(), text]));
  const capitals = given.slice(1).filter(({ text }) => /^\p{Lu}/u.test(text) && !ENGLISH_ONLY.test(text));
  const first = given[0];
  if (first && /^\p{Lu}/u.test(first.text) && (isSmall || /^\P{L}*\p{L}+\P{L}*[.!?:"“«]/u.test(source)))
    capitals.unshift(first);
  const written = new Set(words.map(({ text }) => text));
  // All acronyms were translated unchanged, so any other word in capitals isn't an acronym.
  const keepsShouts = given.every(({ text }) => !/^\p{Lu}+$/u.test(text) || /^[AI]$/.test(text) || written.has(text));
  const startsSmall = /^\P{L}*\p{Ll}/u.test(source);
  const open: Word[] = [];
  for (const [i, word] of words.entries()) {
    const { text } = word;
    if (/^xph\d+$/i.test(text) || exact.has(text)) {
      claim(capitals, ({ text: one }) => one === text);
      continue;
    }
    const own = byLower.get(text.toLowerCase());
    const isLong = text.length > 3 || /^\p{Lu}{2}/u.test(text) || (i === 0 && own === given[0]?.text);
    if (own && isLong && (isOddlyWritten(own) || isNameInSmall(word, own, given))) {
      edits.push(edit(word, own));
      continue;
    }
    if (ROMAN_NUMBER.test(text) && /\d|[IVXLC]{2}/.test(source)) continue;
    if (/^\p{Lu}{3,}$/u.test(text) && keepsShouts) {
      const isName = i === 0 || claim(capitals, (one) => isLike(one.text, text));
      edits.push(edit(word, isName ? text[0] + text.slice(1).toLowerCase() : text.toLowerCase()));
      continue;
    }
    if (i === 0 || !/^\p{Lu}[\p{Ll}\p{M}]*$/u.test(text) || OWN_CAPITALS[to.split("-")[0]!]?.test(text)) continue;
    if (startsSentence(whole, word, source)) continue;
    if (claim(capitals, (one) => isLike(one.text, text))) continue;
    if (/^[YEOU]$/.test(text) && !/[.!?…:]["'”»)]*\s+$/u.test(whole.slice(0, word.start))) {
      edits.push(edit(word, text.toLowerCase()));
      continue;
    }
    if (isBehindLowerCase(words[i - 1], given)) edits.push(edit(word, text.toLowerCase()));
    else if (startsSmall || i === 1 || hasCause(whole, word, words[i - 1], exact)) open.push(word);
  }
  if (open.length === 0) return edits;
  // The other capitalised words are assigned to the nearest remaining capital.
  const pairs = open.flatMap((word) =>
    capitals.map((capital) => ({ word, capital, distance: Math.abs(word.at - capital.at) })),
  );
  const kept = new Set<Word>();
  const used = new Set<Word>();
  for (const { word, capital } of pairs.sort((a, b) => a.distance - b.distance)) {
    if (kept.has(word) || used.has(capital)) continue;
    kept.add(word);
    used.add(capital);
  }
  for (const word of open) if (!kept.has(word)) edits.push(edit(word, word.text.toLowerCase()));
  return edits.sort((a, b) => a.start - b.start);
}

/** Words with their position as a share of the text's length. */
function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].map((match) => ({
    text: match[0],
    start: match.index,
    at: match.index / Math.max(1, text.length),
  }));
}

function edit({ start, text }: Word, replacement: string): Edit {
  return { start, end: start + text.length, text: replacement };
}

/** True for the first word of a later sentence if each full stop in the source is also followed by a capital. */
function startsSentence(whole: string, { start }: Word, source: string): boolean {
  if (!/[.!?…]["'”’»)]*\s+[¿¡"'“‘«(]*$/u.test(whole.slice(0, start))) return false;
  const stops = source.match(/[.!?…]["'”’»)]*\s+[¿¡"'“‘«(]*\p{L}/gu) ?? [];
  return stops.length > 0 && stops.every((stop) => /\p{Lu}$/u.test(stop));
}

/** Removes the first matching word from the list and returns it. */
function claim(words: Word[], isWanted: (word: Word) => boolean): boolean {
  const at = words.findIndex(isWanted);
  if (at >= 0) words.splice(at, 1);
  return at >= 0;
}

/** Unusual capitals: `iPhone`, `NATO`. */
function isOddlyWritten(word: string): boolean {
  return /\p{Lu}/u.test(word.slice(1));
}

/** A name of the source that lost its capital within the sentence. */
function isNameInSmall({ text }: Word, own: string, given: readonly Word[]): boolean {
  return /^\p{Ll}/u.test(text) && /^\p{Lu}/u.test(own) && given[0]!.text !== own;
}

/** True if the word before is a name or an abbreviation that the source always follows with a small letter. */
function isBehindLowerCase(before: Word | undefined, given: readonly Word[]): boolean {
  if (!before || !/^\p{Lu}/u.test(before.text)) return false;
  const nexts = given.flatMap(({ text }, i) => (text === before.text && given[i + 1] ? [given[i + 1]!.text] : []));
  return nexts.length > 0 && nexts.every((text) => /^\p{Ll}/u.test(text));
}

/** The engine starts a new sentence after an unknown word, a full stop, a number or a code. */
function hasCause(whole: string, { start }: Word, before: Word | undefined, exact: ReadonlySet<string>): boolean {
  return !/[\p{L}\p{M}]\s+$/u.test(whole.slice(0, start)) || exact.has(before?.text ?? "");
}

/** Endings and accents of names differ between languages, but rarely their beginnings. */
function isLike(a: string, b: string): boolean {
  const [one, other] = [plain(a), plain(b)];
  const needed = Math.min(3, one.length, other.length);
  return one.slice(0, needed) === other.slice(0, needed);
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
