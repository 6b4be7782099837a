import type { Finding, Subject } from "./subject";
import type { TextView } from "./text-view";
import type { Word } from "./word-forms";

/** Repeated words, and repetition loops of engines. */
export function* repetition(subject: Subject): Generator<Finding> {
  const { source, target } = subject;
  const loop = loopOf(target);
  if (loop && !loopOf(source)) {
    yield { check: "mt.repetition", params: { times: loop.times }, ...target.range(loop.start, loop.end) };
  }
  yield* repeatedWords(subject);
}

/** Words that a language repeats correctly, and endings (`-`) of such words. */
const TWICE: Readonly<Record<string, string>> = {
  en: "that had is her so very bye",
  es: "no sí muy casi bla",
  ca: "no sí gairebé",
  pt: "não sim muito quase se",
  gl: "se si non",
  fr: "nous vous très en non oui",
  it: "piano via poco appena quasi man mano passo così molto",
  de: "die der das sie dass den dem in an auf zu so sehr",
  nl: "die dat ze is zijn heel je we u",
  sv: "det den som är om på att han hon i",
  da: "der det den de som er om på at",
  nb: "det den som er om på at",
  pl: "bardzo",
  ru: "чуть еле очень да нет вот едва",
  ar: "-ًا",
  he: "סוף לאט ככה",
};
/** Languages with reduplication, in which every word may be repeated. */
const REDUPLICATING: ReadonlySet<string> = new Set(
  "tr az kk uz id ms jv tl fil vi hi ur bn mr pa gu or as ne th lo km zh ja ko hu eu sw af ig yo".split(" "),
);
/** Function words that even these languages do not repeat. */
const NEVER_TWICE: Readonly<Record<string, string>> = {
  tr: "ve ile için veya ama olarak gibi",
  az: "və ilə üçün",
  id: "yang dan di dari untuk dengan pada adalah atau",
  ms: "yang dan di dari untuk dengan pada adalah atau",
  fil: "ang ng sa mga",
  tl: "ang ng sa mga",
  hu: "a és hogy egy",
  eu: "eta edo da du",
  af: "die en van het vir",
  sw: "ya wa na kwa",
  hi: "और में से को है का के की",
  ur: "اور میں سے کو ہے",
  bn: "এবং ও থেকে",
  mr: "आणि",
};
const ALLOWED = new Map(Object.entries(TWICE).map(([language, words]) => [language, words.split(" ")]));
const NEVER = new Map(Object.entries(NEVER_TWICE).map(([language, words]) => [language, new Set(words.split(" "))]));
const NONE: readonly string[] = [];

function* repeatedWords({ source, target, targetLanguage }: Subject): Generator<Finding> {
  const never = NEVER.get(targetLanguage);
  if (REDUPLICATING.has(targetLanguage) && !never) return;
  const all = runsOf(target, ALLOWED.get(targetLanguage) ?? NONE);
  const runs = never ? all.filter(({ word }) => never.has(word.toLowerCase())) : all;
  if (runs.length === 0 || runsOf(source, NONE).length > 0) return;
  for (const { word, from, to } of runs) {
    const { start, end } = target.range(from - 1, to);
    // A name in its own markup, and a prefix: "<b>Move</b> move", "de de-installatie".
    if (target.encoded.slice(start, end).includes("</g") || /[-‐‑]/.test(target.prose[to] ?? "")) continue;
    yield { check: "repeated.word", params: { word }, ...target.replace(from, to, "") };
  }
}

type Run = { readonly word: string; readonly from: number; readonly to: number };

/** Repetitions of a word after a single space, from the end of the first to the end of the last. */
function runsOf({ prose, words }: TextView, allowed: readonly string[]): Run[] {
  const isAllowed = (word: string) =>
    allowed.some((one) => (one.startsWith("-") ? word.endsWith(one.slice(1)) : word === one));
  const runs: Run[] = [];
  for (const [index, { text, folded, start, end }] of words.entries()) {
    const last = words[index - 1];
    if (folded !== last?.folded || start - last.end !== 1 || !/[ \u00a0]/.test(prose[last.end]!)) continue;
    // "l'un l'autre", "cancel·la la", "help 'help", "2 2"
    if (/['’·/]/.test(prose[last.start - 1] ?? "") || !/\p{L}/u.test(folded) || isAllowed(folded)) continue;
    const run = runs.at(-1);
    if (run?.to === last.end) runs[runs.length - 1] = { ...run, to: end };
    else runs.push({ word: text, from: last.end, to: end });
  }
  return runs;
}

type Loop = { readonly start: number; readonly end: number; readonly times: number };

/** Plural forms separated by vertical bars may be equal: `%d rok|%d rok|%d rok`. */
function loopOf({ prose, words }: TextView): Loop | null {
  if (!prose.includes("|")) return findLoop(words);
  let from = 0;
  for (let at = 1; at <= words.length; at++) {
    if (at < words.length && !prose.slice(words[at - 1]!.end, words[at]!.start).includes("|")) continue;
    const loop = findLoop(words.slice(from, at));
    if (loop) return loop;
    from = at;
  }
  return null;
}

/** Maximum length of a phrase checked for repetition, in words. */
const MAX_PHRASE_WORDS = 10;

/**
 * Finds a repeated phrase of up to ten words: a single word or letter eight times, two words four times, a longer
 * phrase three times.
 */
function findLoop(words: readonly Word[]): Loop | null {
  for (let period = 1; period <= Math.min(MAX_PHRASE_WORDS, words.length / 3); period++) {
    const least = period === 1 ? 8 : period === 2 ? 4 : 3;
    let run = 0;
    for (let i = period; i <= words.length; i++) {
      if (i < words.length && words[i]!.folded === words[i - period]!.folded) run++;
      else {
        const times = Math.floor(run / period) + 1;
        if (times >= least) return { start: words[i - run - period]!.start, end: words[i - 1]!.end, times };
        run = 0;
      }
    }
  }
  return null;
}
