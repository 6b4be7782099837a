import { isUntranslated } from "./consistency";
import { LISTED, languagesOf } from "./function-words";
import { areRelated } from "./related-languages";
import type { Finding, Subject } from "./subject";
import type { TextView } from "./text-view";

/** Minimum function words of another language if the text has none of the target language. */
const SUSPICIOUS = 3;
/** Otherwise, the factor by which they must outnumber the target's function words. */
const OUTWEIGHS = 3;
/** Maximum number of words per such function word. */
const RAREST = 8;
/** The same maximum, as in running text, if the target language's function words are unknown. */
const COMMONEST = 4;

/**
 * Detects a translation by function words of another language. Letter statistics would work for shorter texts but need
 * megabytes of data, too much for the browser.
 */
export function* language(subject: Subject): Generator<Finding> {
  const { target, sourceLanguage, targetLanguage } = subject;
  if (sourceLanguage === targetLanguage || target.words.length < SUSPICIOUS || isUntranslated(subject)) return;
  const { own, other } = countHits(target, targetLanguage);
  if (!other) return;
  if (!LISTED.has(targetLanguage)) {
    // Languages share function words by chance: a language without its own list is only compared with the source
    // language.
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
 * Counts function words of the target language, and of the other language that has the most words not shared with it.
 */
function countHits({ words, prose }: TextView, targetLanguage: string): { own: number; other: Hits | undefined } {
  const script = scriptOf(targetLanguage);
  const others = new Map<string, Hits>();
  let own = 0;
  for (const { text, folded, start } of words) {
    const languages = languagesOf(folded);
    if (languages.length === 0) continue;
    // Keywords, such as those of SQL, and command options, do not count.
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
  // Another script has its own check, and Latin words in such a text are mostly names.
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
