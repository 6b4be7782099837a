import type { TaggerData } from "./tagger-data";

/** A coarse tag for a part of a reading; `endsWord` if the rest is a separate word (`do<vblex>+not<adv>`). */
type Step = { readonly tag: number; readonly form: string; readonly endsWord: boolean };

export type Reading = {
  readonly steps: readonly Step[];
  /** Set if the last part has no tag: the parts are then ignored and the whole reading gets this tag. */
  readonly whole?: { readonly tag: number; readonly form: string };
};

/** Cache size: the same readings recur often. */
const MAX_KNOWN = 20_000;

/** Assigns coarse tags to readings exactly as apertium-tagger does (FileMorphoStream::lrlmClassify of 3.8.3). */
export class ReadingSorter {
  readonly #known = new Map<string, Reading>();

  constructor(private readonly data: TaggerData) {}

  sort(reading: string): Reading {
    let known = this.#known.get(reading);
    if (!known) {
      if (this.#known.size >= MAX_KNOWN) this.#known.clear();
      known = this.#sort(reading);
      this.#known.set(reading, known);
    }
    return known;
  }

  #sort(reading: string): Reading {
    const { patterns, undefinedTag } = this.data;
    const steps: Step[] = [];
    const limit = reading.length;
    let floor = 0;
    let lastTag = -1;
    let lastAt = 0;
    let isCut = false;
    let states = patterns.initial;
    for (let i = 0; i < limit; i++) {
      if (reading[i] === "<") {
        const end = endOfTag(reading, i);
        const symbol = end > 0 ? patterns.symbolOf(reading.slice(i, end)) : 0;
        if (end > 0) i = end - 1;
        states = symbol ? patterns.step(states, symbol, patterns.anyTag) : patterns.step(states, patterns.anyTag);
      } else {
        if (reading[i] === "+") {
          const tag = patterns.classify(states);
          if (tag !== -1) {
            lastAt = i - 1;
            lastTag = tag;
          }
        }
        states = patterns.step(states, lowerCase(reading, i), patterns.anyChar);
      }
      const isStuck = states.length === 0;
      if (!isStuck && (i !== limit - 1 || patterns.classify(states) !== -1)) continue;
      if (lastAt === floor) {
        steps.push({ tag: undefinedTag, form: reading.slice(floor), endsWord: false });
        return { steps };
      }
      const endsWord = reading[lastAt + 1] === "+";
      steps.push({ tag: lastTag, form: reading.slice(floor, lastAt + 1), endsWord });
      if (endsWord) {
        floor = lastAt + 1;
        lastAt = isStuck ? floor + 1 : floor;
        states = patterns.initial;
        isCut = true;
      }
      i = floor++;
    }
    const tag = patterns.classify(states);
    if (tag === -1 && isCut) return { steps, whole: { tag: lastTag, form: reading } };
    steps.push({ tag: tag === -1 ? undefinedTag : tag, form: reading.slice(floor), endsWord: false });
    return { steps };
  }
}

/** Position after the tag's closing `>`; 0 if there is none. */
function endOfTag(reading: string, start: number): number {
  for (let at = start + 1; at < reading.length; at++) {
    if (reading[at] === "\\") at++;
    else if (reading[at] === ">") return at + 1;
  }
  return 0;
}

/** Lower case of one code unit; unchanged if its lower case is longer. */
function lowerCase(reading: string, at: number): number {
  const lower = reading[at]!.toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : reading.charCodeAt(at);
}
