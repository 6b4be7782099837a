import { BinaryReader } from "./binary-reader";
import { PatternList } from "./pattern-list";

/** A set of coarse tags that a word may have, in ascending order. */
export type TagSet = readonly number[];

/** Contents of a `.prob` file: a hidden Markov model over coarse tags (TaggerDataHMM of Apertium 3.8). */
export class TaggerData {
  /** The possible tags of an unknown word. */
  readonly openClass: TagSet;
  readonly endOfSentence: number;
  readonly endOfFile: number;
  readonly undefinedTag: number;
  /** Readings preferred among those with the same coarse tag, and readings that are discarded if others exist. */
  readonly preferred: readonly RegExp[];
  readonly discarded: readonly RegExp[];
  readonly patterns: PatternList;
  /** Number of each ambiguity class. */
  readonly #numbers = new Map<string, number>();
  readonly #tagCount: number;
  readonly #classCount: number;
  readonly #transitions: Float64Array;
  readonly #emissions: Float64Array;

  constructor(file: Buffer) {
    const reader = new BinaryReader(file);
    let tag = 0;
    this.openClass = list(reader, () => (tag += reader.number()));
    list(reader, () => [reader.number(), reader.number()]); // Forbidden sequences, which the transitions already include.
    list(reader, () => reader.string());
    const tags = new Map(list(reader, () => [reader.string(), reader.number()] as const));
    list(reader, () => [reader.number(), list(reader, () => reader.number())]); // Enforced sequences, which the transitions already include.
    this.preferred = list(reader, () => readingPattern(reader.string()));
    list(reader, () => [reader.string(), reader.number()]);
    for (const one of list(reader, () => list(reader, () => reader.number()))) this.#add(one.sort((a, b) => a - b));
    this.#tagCount = reader.number();
    this.#classCount = reader.number();
    this.#transitions = Float64Array.from({ length: this.#tagCount ** 2 }, () => reader.double());
    this.#emissions = new Float64Array(this.#tagCount * this.#classCount).fill(NEVER_SEEN);
    for (let left = reader.number(); left > 0; left--) {
      const row = reader.number();
      const column = reader.number();
      this.#emissions[row * this.#classCount + column] = reader.double();
    }
    this.patterns = new PatternList(reader);
    this.discarded = reader.atEnd ? [] : list(reader, () => readingPattern(reader.string()));
    this.endOfSentence = tags.get("TAG_SENT") ?? 0;
    this.endOfFile = tags.get("TAG_kEOF") ?? 0;
    this.undefinedTag = tags.get("TAG_kUNDEF") ?? 0;
  }

  /** Number of the ambiguity class with exactly these tags; undefined if the training data did not contain it. */
  classOf(tags: TagSet): number | undefined {
    return this.#numbers.get(tags.join());
  }

  /** Probability of a tag after another tag. */
  transition(before: number, tag: number): number {
    return this.#transitions[before * this.#tagCount + tag]!;
  }

  /** Probability of a class given a tag; a constant for classes that are not in the training data. */
  emission(tag: number, classNumber: number | undefined): number {
    return classNumber === undefined ? NEVER_SEEN : this.#emissions[tag * this.#classCount + classNumber]!;
  }

  #add(tags: TagSet): void {
    const key = tags.join();
    if (this.#numbers.has(key)) return;
    this.#numbers.set(key, this.#numbers.size);
  }
}

/** Apertium's ZERO: the probability of what training did not contain, so that it isn't impossible. */
const NEVER_SEEN = 1e-10;

function list<T>(reader: BinaryReader, read: () => T): T[] {
  return Array.from({ length: reader.number() }, read);
}

function readingPattern(pattern: string): RegExp {
  return new RegExp(pattern.replaceAll("<*>", "(<[^>]+>)+"), "isu");
}
