import type { Finding, Subject } from "./subject";
import { wordsOf } from "./word-forms";

/** The scripts that a language is written in, where the likely one is not the only one. */
const SCRIPTS: Readonly<Record<string, readonly string[]>> = {
  sr: ["Cyrl", "Latn"],
  bs: ["Latn", "Cyrl"],
  uz: ["Latn", "Cyrl"],
  kk: ["Cyrl", "Latn", "Arab"],
  ky: ["Cyrl", "Latn"],
  mn: ["Cyrl", "Mong"],
  az: ["Latn", "Cyrl", "Arab"],
  tt: ["Cyrl", "Latn"],
  crh: ["Latn", "Cyrl"],
  tg: ["Cyrl", "Latn"],
  ku: ["Latn", "Arab"],
  ha: ["Latn", "Arab"],
  ms: ["Latn", "Arab"],
  pa: ["Guru", "Arab"],
  sd: ["Arab", "Deva"],
  ks: ["Arab", "Deva"],
};
/** Scripts that are several of Unicode's. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  Jpan: ["Hani", "Hira", "Kana"],
  Kore: ["Hang", "Hani"],
  Hans: ["Hani", "Bopo"],
  Hant: ["Hani", "Bopo"],
  Aran: ["Arab"],
};
/** Fewer letters tell nothing. */
const LEAST_LETTERS = 4;

/** Text in a script that the language is not written in, but for names that the source has too. */
export function* script({ source, target, context }: Subject): Generator<Finding> {
  const own = scriptsOf(context.target);
  if (!own || target.prose === source.prose) return;
  const words = wordsOf(target.prose).map((word) => ({
    ...word,
    letters: count(word.text, LETTER),
    own: count(word.text, own),
  }));
  const native = words.reduce((sum, word) => sum + word.own, 0);
  const sourceScripts = scriptsOf(context.source);
  const inSource = new Set(wordsOf(source.prose).map(({ text }) => text));
  const foreign = words.filter(
    (word) => word.own < word.letters && !isName(word.text, inSource.has(word.text), native > 0, sourceScripts),
  );
  const letters = foreign.reduce((sum, word) => sum + word.letters - word.own, 0);
  if (letters < LEAST_LETTERS || letters <= native) return;
  const params = { expected: new Intl.Locale(context.target).maximize().script ?? "" };
  yield { check: "script.mismatch", params, ...target.range(foreign[0]!.start, foreign.at(-1)!.end) };
}

const LETTER = /\p{L}/gu;

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** "PDF", "Chrome", "iPhone", the name of a command: foreign words that a translation keeps. */
function isName(text: string, inSource: boolean, isTranslated: boolean, sourceScripts: RegExp | null): boolean {
  if (/\p{N}/u.test(text) || (text.length <= 5 && text === text.toUpperCase() && text !== text.toLowerCase()))
    return true;
  if (!inSource) return false;
  return isTranslated || text !== text.toLowerCase() || (sourceScripts !== null && !text.match(sourceScripts));
}

const known = new Map<string, RegExp | null>();

/** Matches the letters of a language's scripts; null where the script is not known. */
function scriptsOf(locale: string): RegExp | null {
  const found = known.get(locale);
  if (found !== undefined) return found;
  const { language, script: written } = new Intl.Locale(locale);
  const likely = new Intl.Locale(locale).maximize().script;
  const scripts = written ? [written] : (SCRIPTS[language] ?? (likely ? [likely] : []));
  const names = scripts.flatMap((name) => PARTS[name] ?? [name]);
  const pattern = names.length > 0 ? patternOf(names) : null;
  known.set(locale, pattern);
  return pattern;
}

function patternOf(names: readonly string[]): RegExp | null {
  try {
    // Letters that several scripts share (ー, ª) belong to all.
    return new RegExp(`[\\p{Lm}ªº${names.map((name) => `\\p{Script=${name}}`).join("")}]`, "gu");
  } catch {
    return null;
  }
}
