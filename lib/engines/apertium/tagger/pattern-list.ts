import type { BinaryReader } from "./binary-reader";

type Transitions = { readonly symbols: Int32Array; readonly targets: Int32Array };

/** Patterns that map lemmas and fine-grained tags to a tagger's coarse tags (lttoolbox's PatternList). */
export class PatternList {
  readonly #symbols = new Map<string, number>();
  readonly #initial: number;
  readonly #states: readonly Transitions[];
  /** Coarse tags of final states. */
  readonly #finals = new Map<number, number>();
  readonly anyChar: number;
  readonly anyTag: number;

  /** Throws for a format newer than that of lttoolbox 3.7. */
  constructor(reader: BinaryReader) {
    for (let left = reader.number(); left > 0; left--) {
      const symbol = -this.#symbols.size - 1;
      this.#symbols.set(`<${reader.string()}>`, symbol);
    }
    for (let left = 2 * reader.number(); left > 0; left--) reader.number();
    if (reader.number() !== 1) throw new Error("the pattern list has an unknown form");
    reader.string();
    [this.#initial, this.#states] = readTransducer(reader, this.#symbols.size);
    for (let left = reader.number(); left > 0; left--) {
      const state = reader.number();
      this.#finals.set(state, reader.number());
    }
    this.anyChar = this.symbolOf("<ANY_CHAR>");
    this.anyTag = this.symbolOf("<ANY_TAG>");
  }

  get initial(): readonly number[] {
    return [this.#initial];
  }

  /** 0 for a tag that occurs in no pattern. */
  symbolOf(tag: string): number {
    return this.#symbols.get(tag) ?? 0;
  }

  /** The states reached by a symbol, or by a wildcard for symbols of its kind. */
  step(states: readonly number[], ...symbols: readonly number[]): number[] {
    const reached: number[] = [];
    for (const state of states) {
      for (const symbol of symbols) {
        const next = search(this.#states[state]!, symbol);
        if (next >= 0) reached.push(next);
      }
    }
    return reached;
  }

  /** The first coarse tag whose pattern ends in these states; -1 for none. */
  classify(states: readonly number[]): number {
    let best = -1;
    for (const state of states) {
      const tag = this.#finals.get(state);
      if (tag !== undefined && (best < 0 || tag < best)) best = tag;
    }
    return best;
  }
}

/** Same binary search as in lttoolbox, so that the same transition is found among several with one symbol. */
function search({ symbols, targets }: Transitions, symbol: number): number {
  let left = 0;
  let right = symbols.length - 1;
  while (left <= right) {
    const middle = (left + right) >> 1;
    const found = symbols[middle]!;
    if (found === symbol) return targets[middle]!;
    if (found > symbol) right = middle - 1;
    else left = middle + 1;
  }
  return -1;
}

const HEADER = "LTTD";
const HAS_WEIGHTS = 1n;

function readTransducer(reader: BinaryReader, symbolCount: number): [initial: number, states: Transitions[]] {
  const features = reader.skip(HEADER) ? reader.bytes(8).readBigUInt64LE() : 0n;
  if (features > HAS_WEIGHTS) throw new Error("the transducer has an unknown form");
  const readWeight = (): void => {
    // A double is stored as two numbers, each in one or two parts.
    for (let parts = features === HAS_WEIGHTS ? 2 : 0; parts > 0; parts--) {
      if (reader.number() >= 0x04000000) reader.number();
    }
  };
  const initial = reader.number();
  for (let left = reader.number(); left > 0; left--) {
    reader.number();
    readWeight();
  }
  const count = reader.number();
  const states = Array.from({ length: count }, (_, state): Transitions => {
    const transitions: [symbol: number, target: number][] = [];
    let symbol = 0;
    for (let left = reader.number(); left > 0; left--) {
      symbol += reader.number() - symbolCount;
      transitions.push([symbol, (state + reader.number()) % count]);
      readWeight();
    }
    transitions.sort(([a], [b]) => a - b);
    return {
      symbols: Int32Array.from(transitions, ([one]) => one),
      targets: Int32Array.from(transitions, ([, target]) => target),
    };
  });
  return [initial, states];
}
