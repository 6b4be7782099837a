import type { Finding, Subject } from "./subject";

/** Languages that use other scripts besides their usual one. */
const SCRIPTS: Readonly<Record<string, readonly string[]>> = {
  sr: ["Cyrl", "Latn"],
  bs: ["Latn", "Cyrl"],
  uz: ["Latn", "Cyrl", "Arab"],
  kk: ["Cyrl", "Latn", "Arab"],
  ky: ["Cyrl", "Latn"],
  mn: ["Cyrl", "Mong"],
  az: ["Latn", "Cyrl", "Arab"],
  tt: ["Cyrl", "Latn"],
  crh: ["Latn", "Cyrl"],
  kaa: ["Latn", "Cyrl"],
  tg: ["Cyrl", "Latn"],
  ku: ["Latn", "Arab"],
  ha: ["Latn", "Arab"],
  ms: ["Latn", "Arab"],
  pa: ["Guru", "Arab"],
  sd: ["Arab", "Deva"],
  ks: ["Arab", "Deva"],
};
/** Scripts that consist of several Unicode scripts. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  Jpan: ["Hani", "Hira", "Kana"],
  Kore: ["Hang", "Hani"],
  Hira: ["Hani", "Hira", "Kana"],
  Kana: ["Hani", "Hira", "Kana"],
  Hans: ["Hani", "Bopo"],
  Hant: ["Hani", "Bopo"],
  Aran: ["Arab"],
};
/** Minimum number of letters for a decision. */
const MIN_LETTERS = 4;
/**
 * A text is accepted if the letters of its script outnumber foreign ones by this factor, since those are commands and
 * names.
 */
const OUTWEIGHS = 3;

/** Reports text in a foreign script, except for names that the source contains, too. */
export function* script({ source, target, context }: Subject): Generator<Finding> {
  const own = scriptsOf(context.target);
  if (!own || target.prose === source.prose) return;
  if (target.prose.search(own.foreignLetter) < 0) return;
  const native = target.prose.match(own.letter)?.length ?? 0;
  const sourceScripts = scriptsOf(context.source);
  const inSource = new Set(source.prose.match(own.foreignWord)?.map(stem));
  const joined = source.prose.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const isOfSource = (text: string) =>
    inSource.has(stem(text)) || (native > 0 && text.length > 3 && joined.includes(text.toLowerCase()));
  const foreign = [...target.prose.matchAll(own.foreignWord)].filter(
    ([text]) =>
      !isName(text) && !isDatePattern(text) && !(isOfSource(text) && (native > 0 || isInSource(text, sourceScripts))),
  );
  const letters = foreign.reduce((sum, [text]) => sum + (text.match(LETTER)?.length ?? 0), 0);
  if (letters < MIN_LETTERS || letters <= native * OUTWEIGHS) return;
  if (native === 0 && foreign.length === 1 && !inSource.has(stem(foreign[0]![0]))) return;
  const last = foreign.at(-1)!;
  const params = { expected: new Intl.Locale(context.target).maximize().script ?? "" };
  yield { check: "script.mismatch", params, ...target.range(foreign[0]!.index, last.index + last[0].length) };
}

const LETTER = /\p{L}/gu;

/** "Webhook" counts as the same name as "Webhooks". */
function stem(word: string): string {
  return word.slice(0, 6);
}

/** "PDF", "MAX_SIZE", "iPhone", "H2O". */
function isName(text: string): boolean {
  const isUpper = text === text.toUpperCase() && text !== text.toLowerCase();
  return (isUpper ? text.length <= 5 : /.\p{Lu}/u.test(text)) || /[\p{N}_]/u.test(text);
}

/** `yyyy`, `MMM`, `dd`: letters of a date pattern. */
export function isDatePattern(text: string): boolean {
  return /^([GyYMLdDEeHhKkmsSaZz])\1*$/.test(text);
}

/** A name from the source, or a word that is foreign in the source, too. */
function isInSource(text: string, source: Scripts | null): boolean {
  return text !== text.toLowerCase() || (source !== null && text.search(source.letter) < 0);
}

type Scripts = {
  /** Matches a letter of the language's scripts. */
  readonly letter: RegExp;
  readonly foreignLetter: RegExp;
  /** A run of letters in other scripts. */
  readonly foreignWord: RegExp;
};

const known = new Map<string, Scripts | null>();

/** Null if the language's script is unknown. */
function scriptsOf(locale: string): Scripts | null {
  const found = known.get(locale);
  if (found !== undefined) return found;
  const { language, script: written } = new Intl.Locale(locale);
  const likely = new Intl.Locale(locale).maximize().script;
  const names = written ? [written] : (SCRIPTS[language] ?? (likely ? [likely] : []));
  const scripts = names.length > 0 ? patternsOf(names.flatMap((name) => PARTS[name] ?? [name])) : null;
  known.set(locale, scripts);
  return scripts;
}

function patternsOf(names: readonly string[]): Scripts | null {
  try {
    // Characters shared by several scripts (ー, ª) belong to all of them.
    const own = `\\p{Lm}ªº${names.map((name) => `\\p{Script=${name}}`).join("")}`;
    const letter = `[${own}]`;
    return {
      letter: new RegExp(letter, "gu"),
      // A character class is several times faster than a lookahead at every character.
      foreignLetter: new RegExp(`[^\\P{L}${own}]`, "u"),
      foreignWord: new RegExp(`(?:(?!${letter})[\\p{L}\\p{N}_])(?:(?!${letter})[\\p{L}\\p{M}\\p{N}_])*`, "gu"),
    };
  } catch {
    return null;
  }
}
