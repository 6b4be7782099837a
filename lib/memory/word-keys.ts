import { crc32 } from "node:zlib";
import { weighedWords } from "@/lib/text/fuzzy";

/** A match that is asked for shares at least so much with the text. */
export const MIN_SHARE = 0.6;
/** Who shares 60 % of many words has one of these but for one text in 1,500. */
const MAX_RARE = 8;
/** From so many words on, frequent ones are left out when the rarer ones already bring enough candidates. */
const MIN_RARE = 3;
const ENOUGH_CANDIDATES = 1_500;
/** A step in length: words are kept apart by the length of their text, so that texts of other lengths are never looked at. */
const LENGTH_STEP = 1.3;

/**
 * Numbers that stand for the words of a unit's source, one each, for an index. Words of another memory, another language or a
 * text of quite another length have other numbers. Two words may have the same one: what is found must be compared.
 */
export function wordKeys(memoryId: string, language: string, source: string): number[] {
  const { words } = weighedWords(source);
  const step = lengthStep(total(words));
  return [...words.keys()].map((word) => wordKey(memoryId, language, step, word));
}

export type WordQuery = {
  /** Of which every match has at least one. */
  readonly rare: readonly number[];
  /** Of which the best matches have the most. */
  readonly all: readonly number[];
  /** How many different words the text has. */
  readonly words: number;
};

/**
 * What to look for in the index. A match of 60 % lacks words of at most 40 % of the text's weight: it has one of any words
 * that weigh more, and the rarest of them bring the fewest others.
 * @param rows how many units have a key, 0 where it is rare
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
