import { BinaryReader } from "@/lib/engines/apertium/tagger/binary-reader";

/** A code point, a tag such as `<n>`, or "" for no symbol. */
export type Letter = string;
/** Left and right side of one step. */
export type Step = readonly [left: Letter, right: Letter];
/** A path through a dictionary: the symbols that it reads and those that it writes. */
export type Path = { readonly left: readonly Letter[]; readonly right: readonly Letter[] };

/** The edges of each state. */
type States = (readonly (readonly [left: number, right: number, to: number])[])[];

/** The states of a section, by number; 0 is the initial one. */
export type Section = {
  readonly name: string;
  readonly states: readonly ReadonlyMap<string, { readonly step: Step; readonly to: number }>[];
  readonly finals: ReadonlySet<number>;
};

const HEADER = "LTTB";
const SECTION_HEADER = "LTTD";

/** A dictionary compiled by lttoolbox 3.6 or 3.7, without weights. Throws for other formats. */
export class CompiledDictionary {
  readonly #tags = new Map<string, number>();
  readonly #pairs: (readonly [number, number])[] = [];
  readonly #head: Buffer;
  readonly #tail: Buffer;
  readonly #sectionCount: number;
  readonly #initials: number[] = [];
  readonly #finals: Set<number>[] = [];
  readonly #tagNames: string[] = [];
  readonly #edges: States[] = [];

  constructor(file: Buffer) {
    const reader = new BinaryReader(file);
    if (!reader.skip(HEADER) || reader.bytes(8).readBigUInt64LE() !== 0n)
      throw new Error("an unknown form of dictionary");
    reader.string();
    const tagCount = reader.number();
    for (let i = 1; i <= tagCount; i++) {
      const tag = `<${reader.string()}>`;
      this.#tags.set(tag, -i);
      this.#tagNames.push(tag);
    }
    this.#head = file.subarray(0, reader.position);
    for (let left = reader.number(); left > 0; left--)
      this.#pairs.push([reader.number() - tagCount, reader.number() - tagCount]);
    this.#sectionCount = reader.number();
    const start = reader.position;
    for (let left = this.#sectionCount; left > 0; left--) this.#read(reader);
    this.#tail = file.subarray(start);
  }

  /** True if a path starts by reading these symbols. */
  has(symbols: readonly Letter[]): boolean {
    const wanted = symbols.map((symbol) => this.#number(symbol));
    if (wanted.includes(undefined)) return false;
    return this.#edges.some((states, i) => {
      let reached = new Set([this.#initials[i]!]);
      for (const symbol of wanted) reached = this.#step(states, this.#closure(states, reached), symbol!);
      return reached.size > 0;
    });
  }

  /** Each entry that begins with these symbols: the symbols still to be read (`left`) and its whole output (`right`). */
  completions(symbols: readonly Letter[]): { left: string; right: string }[] {
    const found = new Map<string, { left: string; right: string }>();
    for (const [i, states] of this.#edges.entries()) {
      const visit = (state: number, at: number, left: string, right: string): void => {
        if (at === symbols.length && this.#finals[i]!.has(state)) found.set(`${left} ${right}`, { left, right });
        for (const [one, other, to] of states[state]!) {
          const written = right + this.#text(other);
          if (one === 0) visit(to, at, left, written);
          else if (at === symbols.length) visit(to, at, left + this.#text(one), written);
          else if (one === this.#number(symbols[at]!)) visit(to, at + 1, left, written);
        }
      };
      visit(this.#initials[i]!, 0, "", "");
    }
    return [...found.values()];
  }

  #text(symbol: number): string {
    if (symbol === 0) return "";
    return symbol > 0 ? String.fromCodePoint(symbol) : this.#tagNames[-symbol - 1]!;
  }

  /** The dictionary with an additional section. */
  with(sections: readonly Section[]): Buffer {
    const pairs = [...this.#pairs];
    const numbers = new Map(pairs.map(([left, right], i) => [`${left} ${right}`, i]));
    const numberOf = ([left, right]: Step): number => {
      const pair = [this.#needed(left), this.#needed(right)] as const;
      const known = numbers.get(pair.join(" "));
      if (known !== undefined) return known;
      numbers.set(pair.join(" "), pairs.length);
      return pairs.push(pair) - 1;
    };
    const written = sections.map((section) => writeSection(section, numberOf));
    const bias = this.#tags.size;
    return Buffer.concat([
      this.#head,
      numbersOf([pairs.length, ...pairs.flatMap(([left, right]) => [left + bias, right + bias])]),
      numbersOf([this.#sectionCount + sections.length]),
      this.#tail,
      ...written,
    ]);
  }

  #needed(symbol: Letter): number {
    const number = this.#number(symbol);
    if (number === undefined) throw new Error(`the dictionary has no tag ${symbol}`);
    return number;
  }

  #number(symbol: Letter): number | undefined {
    return symbol.length > 1 && symbol.startsWith("<") ? this.#tags.get(symbol) : (symbol.codePointAt(0) ?? 0);
  }

  #read(reader: BinaryReader): void {
    reader.string();
    if (!reader.skip(SECTION_HEADER) || reader.bytes(8).readBigUInt64LE() !== 0n)
      throw new Error("an unknown form of section");
    this.#initials.push(reader.number());
    let final = 0;
    this.#finals.push(new Set(Array.from({ length: reader.number() }, () => (final += reader.number()))));
    const count = reader.number();
    const states: (readonly [number, number, number])[][] = [];
    for (let state = 0; state < count; state++) {
      const edges: [number, number, number][] = [];
      let pair = 0;
      for (let left = reader.number(); left > 0; left--) {
        pair += reader.number();
        const [one, other] = this.#pairs[pair]!;
        edges.push([one, other, (state + reader.number()) % count]);
      }
      states.push(edges);
    }
    this.#edges.push(states);
  }

  #closure(states: States, from: ReadonlySet<number>): Set<number> {
    const reached = new Set(from);
    for (const state of reached) for (const [left, , to] of states[state]!) if (left === 0) reached.add(to);
    return reached;
  }

  #step(states: States, from: ReadonlySet<number>, symbol: number): Set<number> {
    const reached = new Set<number>();
    for (const state of from) for (const [left, , to] of states[state]!) if (left === symbol) reached.add(to);
    return reached;
  }
}

/** Builds a section from paths, as a tree of their steps. */
export function sectionOf(name: string, paths: Iterable<Path>): Section {
  const section = new SectionBuilder();
  const ends = new Set<number>();
  for (const { left, right } of paths) {
    let state = 0;
    for (let i = 0; i < Math.max(left.length, right.length); i++)
      state = section.follow(state, [left[i] ?? "", right[i] ?? ""]);
    ends.add(state);
  }
  return { name, states: section.states, finals: ends };
}

/**
 * Builds a section whose paths write only after reading everything. A reading program is then in one state of it at a
 * time, instead of one per letter that the paths may write, and takes a third less time for the dictionary.
 */
export function readingFirst(name: string, paths: Iterable<Path>): Section {
  const section = new SectionBuilder();
  const end = section.add();
  /** State by the symbols that remain to be written. */
  const writers = new Map<string, number>([["", end]]);
  const write = (rest: readonly Letter[]): number => {
    const key = rest.join("");
    const known = writers.get(key);
    if (known !== undefined) return known;
    const state = section.add();
    section.connect(state, ["", rest[0]!], write(rest.slice(1)));
    writers.set(key, state);
    return state;
  };
  for (const { left, right } of paths) {
    const read = left.reduce((state, letter) => section.follow(state, [letter, ""]), 0);
    section.connect(read, ["", right[0]!], write(right.slice(1)));
  }
  return { name, states: section.states, finals: new Set([end]) };
}

class SectionBuilder {
  readonly states: Map<string, { step: Step; to: number }>[] = [new Map()];

  add(): number {
    return this.states.push(new Map()) - 1;
  }

  connect(from: number, step: Step, to: number): void {
    this.states[from]!.set(step.join("\0"), { step, to });
  }

  /** The state that this step leads to, added if it is new. */
  follow(from: number, step: Step): number {
    const known = this.states[from]!.get(step.join("\0"));
    if (known) return known.to;
    const to = this.add();
    this.connect(from, step, to);
    return to;
  }
}

/** `perro<n><m>` as symbols. */
export function symbolsOf(text: string): Letter[] {
  return [...text.matchAll(/<[^>]+>|./gsu)].map(([symbol]) => symbol);
}

function writeSection({ name, states, finals }: Section, numberOf: (step: Step) => number): Buffer {
  const numbers: number[] = [0, finals.size];
  let base = 0;
  for (const final of [...finals].sort((a, b) => a - b)) {
    numbers.push(final - base);
    base = final;
  }
  numbers.push(states.length);
  for (const [state, edges] of states.entries()) {
    const sorted = [...edges.values()]
      .map(({ step, to }) => [numberOf(step), to] as const)
      .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    numbers.push(sorted.length);
    let pair = 0;
    for (const [number, to] of sorted) {
      numbers.push(number - pair, (to - state + states.length) % states.length);
      pair = number;
    }
  }
  const points = [...name].map((letter) => letter.codePointAt(0)!);
  return Buffer.concat([
    numbersOf([points.length, ...points]),
    Buffer.from(SECTION_HEADER),
    Buffer.alloc(8),
    numbersOf(numbers),
  ]);
}

/** Numbers are stored in one to four bytes; the two highest bits of the first byte say how many follow. */
function numbersOf(numbers: readonly number[]): Buffer {
  const bytes: number[] = [];
  for (const number of numbers) {
    const more = number < 0x40 ? 0 : number < 0x4000 ? 1 : number < 0x400000 ? 2 : 3;
    for (let i = more; i >= 0; i--) {
      const byte = Math.floor(number / 256 ** i) % 256;
      bytes.push(i === more ? byte | (more << 6) : byte);
    }
  }
  return Buffer.from(bytes);
}
