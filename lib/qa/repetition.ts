import { wordTokens } from "@/lib/text/word-tokens";
import type { Finding, Subject } from "./subject";

/** Words that stand twice in a row, and the loops into which engines fall. */
export function* repetition(subject: Subject): Generator<Finding> {
  const { source, target } = subject;
  const loop = findLoop(target.prose);
  if (loop && !findLoop(source.prose)) {
    yield { check: "mt.repetition", params: { times: loop.times }, ...target.range(loop.start, loop.end) };
  }
  yield* repeatedWords(subject);
}

/** Words that a language says twice, and languages (`*`) in which any word may be: reduplication makes plurals and adverbs. */
const TWICE: Readonly<Record<string, string>> = {
  en: "that had is her so very bye",
  es: "no sí muy casi bla",
  ca: "no sí gairebé",
  pt: "não sim muito quase se",
  fr: "nous vous très en non oui",
  it: "piano via poco appena quasi man mano passo così molto",
  de: "die der das sie dass den dem in an auf zu so sehr",
  nl: "die dat ze is zijn heel",
  sv: "det den som är om på att han hon i",
  da: "der det den de som er om på at",
  nb: "det den som er om på at",
  pl: "bardzo",
  ru: "чуть еле очень да нет вот едва",
  tr: "*",
  az: "*",
  kk: "*",
  uz: "*",
  id: "*",
  ms: "*",
  jv: "*",
  tl: "*",
  fil: "*",
  vi: "*",
  hi: "*",
  ur: "*",
  bn: "*",
  mr: "*",
  ne: "*",
  th: "*",
  lo: "*",
  km: "*",
  zh: "*",
  ja: "*",
  ko: "*",
  hu: "*",
  eu: "*",
  sw: "*",
  af: "*",
};

const WORD = /\p{L}[\p{L}\p{M}'’]*/gu;

function* repeatedWords({ source, target, targetLanguage }: Subject): Generator<Finding> {
  const twice = TWICE[targetLanguage] ?? "";
  if (twice === "*" || runsOf(source.prose, []).length > 0) return;
  for (const { word, from, to } of runsOf(target.prose, twice.split(" "))) {
    yield { check: "repeated.word", params: { word }, ...target.replace(from, to, "") };
  }
}

type Run = { readonly word: string; readonly from: number; readonly to: number };

/** Where the same word follows itself after nothing but a space: from the end of the first one to that of the last. */
function runsOf(prose: string, allowed: readonly string[]): Run[] {
  const runs: Run[] = [];
  let last = { folded: "", end: 0 };
  for (const { index, 0: word } of prose.matchAll(WORD)) {
    const folded = word.toLowerCase();
    const between = prose.slice(last.end, index);
    const end = index + word.length;
    if (folded === last.folded && /^[ \u00a0]{1,3}$/.test(between) && !allowed.includes(folded)) {
      const run = runs.at(-1);
      if (run?.to === last.end) runs[runs.length - 1] = { ...run, to: end };
      else runs.push({ word, from: last.end, to: end });
    }
    last = { folded, end };
  }
  return runs;
}

/** Longest phrase whose repetition is looked for, in words. */
const LONGEST_PHRASE = 10;

/**
 * A phrase of up to ten words that is said over and over: a single word or letter eight times, a phrase of two words
 * four times, a longer one three times.
 */
function findLoop(prose: string): { start: number; end: number; times: number } | null {
  const tokens: string[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const token of wordTokens(prose)) {
    at += token.length;
    if (!/[\p{L}\p{N}]/u.test(token)) continue;
    tokens.push(token.toLowerCase());
    ends.push(at);
  }
  for (let period = 1; period <= Math.min(LONGEST_PHRASE, tokens.length / 3); period++) {
    const least = period === 1 ? 8 : period === 2 ? 4 : 3;
    let run = 0;
    for (let i = period; i <= tokens.length; i++) {
      if (i < tokens.length && tokens[i] === tokens[i - period]) run++;
      else {
        const times = Math.floor(run / period) + 1;
        const first = i - run - period;
        if (times >= least) return { start: ends[first]! - tokens[first]!.length, end: ends[i - 1]!, times };
        run = 0;
      }
    }
  }
  return null;
}
