import { baseLanguage } from "@/lib/text/languages";
import { languagesOfWord, wordsOf } from "./common-words";
import type { Detectors } from "./detectors";
import { foreignLetters } from "./letters";

/** Detector labels for languages that have another tag here. */
const LABELS: Readonly<Record<string, readonly string[]>> = {
  nb: ["nb", "no"],
  he: ["he", "iw"],
  id: ["id", "in"],
  fil: ["fil", "tl"],
  zh: ["zh", "yue", "wuu"],
  "sr-Latn": ["sr-Latn", "sr", "sh"],
  hr: ["hr", "sh"],
  bs: ["bs", "sh"],
};

const setOf = (languages: string): ReadonlySet<string> => new Set(languages.split(" "));

/** Less spoken languages that detectors wrongly find in texts of related ones. */
const RARE = setOf("an ast ceb co frp gd haw ht jv la lb mg mi oc sc sm so su szl ug");
/** Widely spoken languages, which are more likely for a short ambiguous text. */
const LARGE = setOf(
  "ar bg ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv nb nl pl pt ro ru sk sl sr sv th tr uk vi zh",
);

const KNOWN_TO_CLD3 = setOf(
  "af am ar az be bg bn bs ca ceb co cs cy da de el en eo es et eu fa fi fil fr fy ga gd gl gu ha haw hr ht hu hy id ig is it ja jv ka kk km kn ko ku ky la lb lo lt lv mg mi mk ml mn mr ms mt my nb ne nl pa pl ps pt ro ru sd si sk sl sm so sq sr su sv sw ta te tg th tr uk ur uz vi xh yi yo zh zu sr-Latn",
);
const KNOWN_TO_ELD = setOf(
  "am ar az be bg bn ca cs da de el en es et eu fa fi fr gu he hi hr hu hy is it ja ka kn ko ku lo lt lv ml mr ms nl nb or pa pl pt ro ru sk sl sq sr sv ta te th fil sr-Latn tr uk ur vi yo zh",
);
/** The languages that ELD reports for texts in languages that it doesn't support. */
const ELD_NEIGHBOURS: Readonly<Record<string, readonly string[]>> = {
  af: ["nl"],
  bs: ["hr"],
  gl: ["es", "pt"],
  id: ["ms"],
  mk: ["bg"],
  nn: ["no"],
};
/** Languages that CLD3 often confuses. */
const CLD3_NEIGHBOURS: readonly (readonly string[])[] = [
  ["id", "ms"],
  ["da", "nb", "nn"],
  ["af", "nl"],
  ["hr", "bs", "sr-Latn"],
];
/** Languages that fastText mistakes for a more widely spoken one, with the factor that corrects this. */
const MISTAKEN: Readonly<Record<string, number>> = { ms: 1.5 };

const TUNING = {
  /** Score that a language gets from a detector that doesn't report it, and from one that doesn't support it. */
  ftFloor: 0.03,
  cldFloor: 0.02,
  cldUnknown: 0.06,
  cldNeighbour: 0.5,
  cldNeighbourFloor: 0.06,
  eldFloor: 0.03,
  eldUnknown: 0.2,
  /** Weight of each detector, for texts of up to `short` UTF-16 units and for longer texts. */
  short: 36,
  shortWeights: [0.7, 0.6, 0.8],
  longWeights: [0.9, 0.8, 0],
  /** Penalty, as a natural logarithm, for a word that is not in a language's list but in another one. */
  wordMiss: 1.8,
  /** The same penalty in a short text, for which detectors are less reliable. */
  shortWordMiss: 3,
  letterMiss: 3,
  rare: 0.1,
  rareServed: 0.4,
  /**
   * For short texts without a listed word: the weight of a less spoken language that is not supported, and of English,
   * in which most labels are written.
   */
  smallLanguage: 0.2,
  englishLabel: 3,
  served: 1.6,
};

/** Maximum words looked up; more do not improve the result. */
const MAX_WORDS = 120;

/**
 * Scores a text for each language of its script: the results of fastText, CLD3 and, for short texts, ELD, multiplied by
 * those of words and letters. The scores are comparable only with each other.
 */
export function evidenceOf(
  text: string,
  possible: readonly string[],
  served: ReadonlySet<string>,
  { fastText, cld3, eld }: Detectors,
): Map<string, number> {
  if (possible.length === 1) return new Map([[possible[0]!, 1]]);
  const isShort = text.length <= TUNING.short;
  const lowerCase = text.toLowerCase();
  const [ft, cld, el] = isShort ? TUNING.shortWeights : TUNING.longWeights;
  const byFastText = isShort ? average(fastText(text), fastText(lowerCase)) : fastText(text);
  const byCld3 = cld3(text);
  const byEld = isShort ? eld(lowerCase) : new Map<string, number>();
  const words = wordsOf(text).slice(0, MAX_WORDS);
  const byWords = wordCosts(words, possible, isShort ? TUNING.shortWordMiss : TUNING.wordMiss);
  const saysLittle = isShort && words.every((word) => languagesOfWord(word).size === 0);
  const byLetters = foreignLetters(lowerCase, possible);
  const evidence = new Map<string, number>();
  for (const language of possible) {
    const logarithm =
      ft! * Math.log(shareOf(language, byFastText) + TUNING.ftFloor) +
      cld! * Math.log(cld3Share(language, byCld3)) +
      el! * Math.log(eldShare(language, byEld)) -
      (byWords.get(language) ?? 0) -
      TUNING.letterMiss * (byLetters.get(language) ?? 0) +
      Math.log(prior(language, served, saysLittle));
    evidence.set(language, Math.exp(logarithm));
  }
  return evidence;
}

function prior(language: string, served: ReadonlySet<string>, saysLittle: boolean): number {
  const isServed = served.has(baseLanguage(language));
  if (RARE.has(language)) return isServed ? TUNING.rareServed : TUNING.rare;
  if (saysLittle && !isServed && !LARGE.has(language)) return TUNING.smallLanguage;
  const often = MISTAKEN[language] ?? 1;
  return often * (isServed ? TUNING.served : 1) * (saysLittle && language === "en" ? TUNING.englishLabel : 1);
}

function shareOf(language: string, scores: ReadonlyMap<string, number>): number {
  return (LABELS[language] ?? [language]).reduce((sum, label) => sum + (scores.get(label) ?? 0), 0);
}

function cld3Share(language: string, found: ReturnType<Detectors["cld3"]>): number {
  if (!found) return TUNING.cldFloor;
  if (!KNOWN_TO_CLD3.has(language)) return TUNING.cldUnknown;
  const isNamed = (one: string) => (LABELS[one] ?? [one]).includes(found.label);
  // Even if fastText is certain, about two results in a hundred are wrong.
  const probability = found.probability * 0.98;
  if (isNamed(language)) return probability + 0.005;
  const isNeighbour = CLD3_NEIGHBOURS.some((group) => group.includes(language) && group.some(isNamed));
  return (
    (1 - probability) * (isNeighbour ? TUNING.cldNeighbour : 1 / 8) + (isNeighbour ? TUNING.cldNeighbourFloor : 0.005)
  );
}

function eldShare(language: string, scores: ReadonlyMap<string, number>): number {
  const neighbours = ELD_NEIGHBOURS[language];
  if (neighbours) return neighbours.reduce((sum, label) => sum + (scores.get(label) ?? 0), 0) + TUNING.eldFloor;
  if (!KNOWN_TO_ELD.has(language)) return TUNING.eldUnknown;
  return shareOf(language, scores) + TUNING.eldFloor;
}

function average(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): Map<string, number> {
  return new Map(
    [...new Set([...a.keys(), ...b.keys()])].map((key) => [key, ((a.get(key) ?? 0) + (b.get(key) ?? 0)) / 2]),
  );
}

/** The penalty of each language for words that are in some list but not in its own. */
function wordCosts(words: readonly string[], possible: readonly string[], miss: number): Map<string, number> {
  const costs = new Map<string, number>();
  for (const word of words) {
    const languages = languagesOfWord(word);
    const named = possible.filter((language) => languages.has(language));
    if (named.length === 0) continue;
    // A word that many languages share counts less against the others.
    const cost = miss / Math.sqrt(named.length);
    for (const language of possible)
      if (!languages.has(language)) costs.set(language, (costs.get(language) ?? 0) + cost);
  }
  return costs;
}
