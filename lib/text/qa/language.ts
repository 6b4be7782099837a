import { isUntranslated } from "./consistency";
import { LISTED, languagesOf } from "./function-words";
import { areRelated } from "./related-languages";
import type { Finding, Subject } from "./subject";
import type { TextView } from "./text-view";

/** Function words of another language that are suspicious if the text has none of its own. */
const SUSPICIOUS = 3;
/** If it has some, the factor by which those of the other language must outnumber them. */
const OUTWEIGHS = 3;
/** And one word in this many must be such a word. */
const RAREST = 8;
/** One in this many words, as in running text, if the function words of the target language are unknown. */
const COMMONEST = 4;

/**
 * Detects a translation with function words of another language. Letter statistics would work for shorter texts but
 * weigh megabytes, too much for the browser.
 */
export function* language(subject: Subject): Generator<Finding> {
  const { target, sourceLanguage, targetLanguage } = subject;
  if (sourceLanguage === targetLanguage || target.words.length < SUSPICIOUS || isUntranslated(subject)) return;
  const { own, other } = countHits(target, targetLanguage);
  if (!other) return;
  if (!LISTED.has(targetLanguage)) {
    // Function words are shared by chance: without a list of its own, a language is only compared with that of the
    // source.
    if (other.language !== sourceLanguage || areRelated(other.language, targetLanguage)) return;
    if (other.hits * COMMONEST < target.words.length) return;
  }
  const needed = other.language === sourceLanguage || other.language === "en" ? SUSPICIOUS : SUSPICIOUS + 2;
  if (other.hits < Math.max(needed, own * OUTWEIGHS) || other.words.size < SUSPICIOUS) return;
  if (other.hits * RAREST < target.words.length) return;
  yield { check: "language.mismatch", params: { language: other.language } };
}

type Hits = { readonly language: string; hits: number; readonly words: Set<string> };

/**
 * Counts the function words of the target language, and of the other language with the most words that are not shared.
 */
function countHits({ words, prose }: TextView, targetLanguage: string): { own: number; other: Hits | undefined } {
  const script = scriptOf(targetLanguage);
  const others = new Map<string, Hits>();
  let own = 0;
  for (const { text, folded, start } of words) {
    const languages = languagesOf(folded);
    if (languages.length === 0) continue;
    // Keywords, such as those of SQL, and command options.
    if ((text.length > 1 && text === text.toUpperCase()) || /[-=[|]/.test(prose[start - 1] ?? "")) continue;
    if (languages.includes(targetLanguage)) {
      own++;
      continue;
    }
    for (const language of languages) {
      const found = others.get(language) ?? { language, hits: 0, words: new Set() };
      others.set(language, found);
      found.hits++;
      found.words.add(folded);
    }
  }
  // Another script has its own check, and Latin words in it are mostly names.
  const [other] = [...others.values()]
    .filter((one) => scriptOf(one.language) === script)
    .sort((a, b) => b.hits - a.hits);
  return { own, other };
}

const scripts = new Map<string, string | undefined>();

function scriptOf(language: string): string | undefined {
  if (!scripts.has(language)) scripts.set(language, new Intl.Locale(language).maximize().script);
  return scripts.get(language);
}
