import { crc32 } from "node:zlib";
import { weighedWords } from "@/lib/text/fuzzy";

/** Minimum share of a text's weight that a match must have in common with it. */
export const MIN_SHARE = 0.6;
/** Maximum rare words to search for. Of matches of long texts, all but one in 1,500 contain one of them. */
const MAX_RARE = 8;
/** From this many words on, frequent words are omitted if rarer ones already yield enough candidates. */
const MIN_RARE = 3;
const ENOUGH_CANDIDATES = 1_500;
/** Ratio between length classes. Words are indexed by length class, so that units of other lengths are not searched. */
const LENGTH_STEP = 1.3;

/**
 * Index keys of the words in a unit's source, one number per word. The same word has another number in another memory,
 * language or length class. Numbers may collide, so results must be compared.
 */
export function wordKeys(memoryId: string, language: string, source: string): number[] {
  const { words } = weighedWords(source);
  const step = lengthStep(total(words));
  return [...words.keys()].map((word) => wordKey(memoryId, language, step, word));
}

export type WordQuery = {
  /** Keys of rare words. Every match has at least one of them. */
  readonly rare: readonly number[];
  /** Keys of all words. The best matches have most of them. */
  readonly all: readonly number[];
  /** Number of different words in the text. */
  readonly words: number;
};

/**
 * The keys to search for. A match of 60 % lacks words with at most 40 % of the text's weight, so it contains at least
 * one word of any set that weighs more; a set of the rarest words yields the fewest other candidates.
 * @param rows number of units with a key, 0 if rare
 */
export function wordQuery(
  memoryIds: readonly string[],
  language: string,
  source: string,
  rows: (key: number) => number,
): WordQuery {
  const { words, weight } = weighedWords(source);
  const steps = stepsBetween(Math.max(1, Math.ceil(total(words) - (1 - MIN_SHARE) * weight)), weight / MIN_SHARE);
  const byRarity = [...words]
    .map(([word, times]) => {
      const keys = memoryIds.flatMap((id) => steps.map((step) => wordKey(id, language, step, word)));
      return { word, times, keys, rows: keys.reduce((sum, key) => sum + rows(key), 0) };
    })
    .sort((a, b) => a.rows - b.rows || b.word.length - a.word.length);
  const rare: number[] = [];
  let lacking = 0;
  let candidates = 0;
  for (const [i, one] of byRarity.entries()) {
    candidates += one.rows;
    const enough = lacking > (1 - MIN_SHARE) * weight || i >= MAX_RARE;
    if (enough || (i >= MIN_RARE && candidates > ENOUGH_CANDIDATES)) break;
    rare.push(...one.keys);
    lacking += one.times;
  }
  return { rare, all: byRarity.flatMap(({ keys }) => keys), words: words.size };
}

function wordKey(memoryId: string, language: string, step: number, word: string): number {
  return crc32(`${memoryId} ${language} ${step} ${word}`) | 0;
}

function lengthStep(words: number): number {
  return Math.floor(Math.log(words) / Math.log(LENGTH_STEP) + 1e-9);
}

function stepsBetween(fewest: number, most: number): number[] {
  const steps = new Set<number>();
  for (let words = fewest; words <= most + 1e-9; words++) steps.add(lengthStep(words));
  return [...steps];
}

function total(words: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const times of words.values()) sum += times;
  return sum;
}
