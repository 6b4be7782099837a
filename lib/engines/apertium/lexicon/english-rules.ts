import type { Analysed } from "./stream";

/**
 * Chooses among readings of English words where a tagger that sees two neighbours is most often wrong: past tense or
 * participle, preposition or adverb, verb or noun. Only keeps or drops readings that the analyser returned.
 */
export function disambiguate(words: readonly Analysed[]): Analysed[] {
  const chosen: Analysed[] = [];
  for (const [i, word] of words.entries()) {
    const readings = word.readings.length > 1 ? choose(word, i, words, chosen) : null;
    chosen.push(readings && readings.length > 0 ? { ...word, readings } : word);
  }
  return chosen;
}

type Words = readonly Analysed[];

function choose(word: Analysed, i: number, words: Words, before: Words): readonly string[] | null {
  if (isPreposition(word, words[i + 1], before[i - 1])) return keep(word, "<pr>");
  if (has(word, "<past>") && has(word, "<pp>")) {
    const tense = pastOrParticiple(i, words, before);
    if (tense) return drop(word, tense === "past" ? "<vblex><pp>" : "<past>");
  }
  const verb = verbOrNoun(word, i, words, before);
  if (verb) return verb;
  return null;
}

/** Words that Apertium's tagger often mistakes for adverbs. */
const PREPOSITIONS = new Set("on about over near under against within around off since inside outside past".split(" "));
/** Prepositions that before a number also mean "some" or "more than". */
const BEFORE_NUMBERS = new Set("about over around off past near inside under".split(" "));

function isPreposition(word: Analysed, next: Analysed | undefined, previous: Analysed | undefined): boolean {
  if (!PREPOSITIONS.has(word.key) || !has(word, "<pr>") || !next) return false;
  if (/^(?:on|over|off)$/.test(word.key) && previous && /^(?:and|so|or|later|early)$/.test(previous.key)) return false;
  if (BEFORE_NUMBERS.has(word.key) && some(next, /<num>/)) return false;
  return isNounStart(next);
}

const isNounStart = (word: Analysed): boolean =>
  word.readings.some((reading) => /<det>|<num>|<n>|<np>|<obj>|<predet>|<subs>|^\*/.test(reading)) ||
  /^(?:this|that|these|those|it|which|whom|whose|what)$/.test(word.key) ||
  (all(word, "<adj>") && word.key !== "long");

const HAVE_BE = /<vbhaver>|<vbser>|^(?:be|have|get)</;
/** Words allowed between an auxiliary and its participle. */
const ADVERB = /<adv>|<neg>|<preadv>/;

function pastOrParticiple(i: number, words: Words, before: Words): "past" | "pp" | null {
  let at = i - 1;
  while (at >= 0 && some(before[at]!, ADVERB) && !some(before[at]!, /<n>|<prn>/)) at--;
  const previous = before[at];
  const next = words[i + 1];
  if (previous && some(previous, HAVE_BE)) return "pp";
  if (REPORTING.has(words[i]!.key)) return "past";
  if (!previous || some(previous, /<sent>/)) return at === i - 1 ? "pp" : null;
  // "has he gone", "was it found"
  if (all(previous, "<prn>") && some(previous, /<subj>/)) {
    const auxiliary = before[at - 1];
    return auxiliary && some(auxiliary, HAVE_BE) ? "pp" : "past";
  }
  if (/^(?:who|which|that|what)$/.test(previous.key) && !some(previous, /^\*/)) return "past";
  if (/^(?:there|everyone|everybody|nobody|someone|no one)$/.test(previous.key)) return "past";
  if (all(previous, "<det>") || all(previous, "<pr>") || /^(?:the|a|an)$/.test(previous.key)) return "pp";
  if (some(previous, /<cnjcoo>/)) return coordinated(at, before);
  if (some(previous, /<cm>|<cnjsub>|<cnjadv>/)) return null;
  if (!some(previous, /<n>|<np>|<num>|<acr>|<subs>|^\*|<rpar>|<guio>|<apos>/)) return null;
  if (next && next.key === "by") return "pp";
  const clause = clauseBefore(at, before);
  if (clause.hasFinite) return "pp";
  if (clause.startsWithPreposition) return null;
  return finiteFollows(i, words) ? "pp" : "past";
}

/** "lost and found": the second verb has the same tense as the first. */
function coordinated(at: number, before: Words): "past" | "pp" | null {
  for (let j = at - 1; j >= 0 && j > at - 12; j--) {
    const word = before[j]!;
    if (some(word, /<sent>/)) return null;
    if (word.readings.length > 0 && word.readings.every((reading) => reading.includes("<past>"))) {
      return some(word, /<vblex>/) ? "past" : some(word, /<vbser>|<vbhaver>/) ? "pp" : null;
    }
    if (word.readings.every((reading) => reading.includes("<vblex><pp>"))) return "pp";
    if (some(word, /<vaux>|<vbser>|<vbhaver>|<vbdo>/)) return null;
  }
  return null;
}

const FINITE = /<past>|<pres>|<vaux>|<pri>/;

const isFiniteVerb = (word: Analysed): boolean =>
  some(word, /<vaux>/) ||
  (word.readings.length > 0 &&
    word.readings.every((reading) => /<v/.test(reading) && FINITE.test(reading) && !/<inf>/.test(reading)));

/** Verbs whose participle rarely follows a noun. */
const REPORTING = new Set(
  "said told thought warned explained argued added noted claimed believed had felt knew went came became got remained began".split(
    " ",
  ),
);

/** True if the clause that ends at `at` already contains a finite verb. */
function clauseBefore(at: number, before: Words): { hasFinite: boolean; startsWithPreposition: boolean } {
  let j = at;
  let hasFinite = false;
  for (; j >= 0; j--) {
    const word = before[j]!;
    if (some(word, /<sent>|<cnjsub>|<rel>|<cnjadv>/) && !/^(?:as|that)$/.test(word.key)) break;
    if (word.key === "that" || /^[:;]$/.test(word.key) || /[—–"“”]/.test(word.gap)) break;
    if (isFiniteVerb(word)) {
      hasFinite = true;
      break;
    }
  }
  const first = before[j + 1];
  return {
    hasFinite,
    startsWithPreposition: first !== undefined && all(first, "<pr>") && !hasCommaAfter(j + 1, at, before),
  };
}

function hasCommaAfter(from: number, to: number, words: Words): boolean {
  for (let j = from; j <= to; j++) if (some(words[j]!, /<cm>/)) return true;
  return false;
}

/** True if a finite verb follows within the clause, so that the noun before it is the subject. */
function finiteFollows(i: number, words: Words): boolean {
  for (let j = i + 1; j < words.length && j < i + 14; j++) {
    const word = words[j]!;
    if (some(word, /<sent>|<cm>|<cnjsub>|<rel>|<cnjcoo>|<cnjadv>/) || some(word, /<subj>/)) return false;
    if (isFiniteVerb(word)) return true;
  }
  return false;
}

/** Verbs with which sentences in documentation begin. */
const COMMANDS = new Set(
  "open use click press set see select choose type enter run check copy close save visit".split(" "),
);

/** "Open the file", "Press Ctrl": a verb at the start with its object. */
function isCommand({ key }: Analysed, next: Analysed | undefined): boolean {
  if (next?.gap !== " ") return false;
  if (all(next, "<det>") || all(next, "<obj>") || /^(?:the|a|an|it|your|this)$/.test(next.key)) return true;
  return COMMANDS.has(key) && (/^xph\d+$/.test(next.key) || all(next, "<np>"));
}

function verbOrNoun(word: Analysed, i: number, words: Words, before: Words): readonly string[] | null {
  const isVerb = has(word, "<vblex>");
  if (!isVerb || !some(word, /<n>|<adj>/)) return null;
  const previous = before[i - 1];
  const next = words[i + 1];
  if (!previous || some(previous, /<sent>/)) return isCommand(word, next) ? keep(word, "<inf>") : null;
  if (/^(?:the|a|an|this|my|your|his|its|our|their|these|those|no|every|each)$/.test(previous.key))
    return drop(word, "<vblex>");
  if (previous.key === "to" && next && (all(next, "<det>") || some(next, /<obj>/))) return keep(word, "<inf>");
  if (all(previous, "<vaux>") || /^(?:cannot|n't)$/.test(previous.key)) return keep(word, "<inf>");
  if (/^(?:i|we|they|he|she)$/.test(previous.key)) return keep(word, "<vblex>");
  return null;
}

function has(word: Analysed, tag: string): boolean {
  return word.readings.some((reading) => reading.includes(tag));
}

function some(word: Analysed, pattern: RegExp): boolean {
  return word.readings.some((reading) => pattern.test(reading));
}

function all(word: Analysed, tag: string): boolean {
  return word.readings.length > 0 && word.readings.every((reading) => reading.includes(tag));
}

function keep(word: Analysed, tag: string): readonly string[] {
  return word.readings.filter((reading) => reading.includes(tag));
}

function drop(word: Analysed, tag: string): readonly string[] {
  return word.readings.filter((reading) => !reading.includes(tag));
}
