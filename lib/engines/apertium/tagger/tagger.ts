import { ReadingSorter } from "./readings";
import type { TaggerData, TagSet } from "./tagger-data";
import { addReading, Word } from "./word";

/** A word, or a separately tagged part of it; equal for all its occurrences. */
type Entry = {
  /** Empty for an unknown word. */
  readonly tags: TagSet;
  /** Undefined if the training data do not contain this set of tags. */
  readonly classNumber: number | undefined;
  /** Output for each tag; other tags get the first output. */
  readonly texts: readonly string[];
};

/**
 * Mark between two words without a blank, as in `low-income`. Rules that move such words leave them joined; in the
 * answer the mark shows where.
 */
export const JOIN = "[j]";
/** Only the inline codes of the word. */
const ONLY_BOUND = /^(?:\[\[[^\]]*\]\])*$/;

/** A tag on the best path to a word, with a link to its predecessor. */
type Link = { readonly tag: number; readonly before: Link | null };

/** Cache size: the same words recur often. */
const MAX_KNOWN = 20_000;

/**
 * Chooses one reading for each word, as apertium-tagger does (HMM::tagger of 3.8.3), but independently for each
 * message. For words with a set of tags that training did not contain, the original uses a similar class and, through a
 * reference, permanently overwrites the tags of unknown words, so that its answers depend on everything processed
 * before. Here such a word is decided by its neighbours alone, which on FLORES is as good as the original after some
 * hundred sentences and no worse than the original at its start.
 */
export class Tagger {
  readonly #sorter: ReadingSorter;
  /** Entries by the text between `^` and `$`. */
  readonly #known = new Map<string, readonly Entry[]>();

  constructor(
    private readonly data: TaggerData,
    private readonly withSurface: boolean,
  ) {
    this.#sorter = new ReadingSorter(data);
  }

  /** Tags a message in Apertium's stream format. Input and output are UTF-8 bytes in a binary string. */
  tag(message: string): string {
    const sentence = new Sentence(this.data);
    for (let at = 0; ; ) {
      const start = unescapedIndex(message, at, "^");
      const before = message.slice(at, start);
      const end = start < message.length ? unescapedIndex(message, start + 1, "$") : message.length;
      if (end >= message.length) return sentence.end(before + message.slice(start + 1));
      at = end + 1;
      // A word without a reading extends to the end of the next word.
      let unit = message.slice(start + 1, end);
      if (unescapedIndex(unit, 0, "/") >= unit.length) {
        at = unescapedIndex(message, at, "$") + 1;
        if (at > message.length) return sentence.end(`${before}$${message.slice(end + 1)}`);
        unit = `${unit}$${message.slice(end + 1, at - 1)}`;
      }
      const entries = this.#entriesOf(unit);
      sentence.add(before, entries[0]!);
      for (let i = 1; i < entries.length; i++) sentence.addPart(entries[i]!);
    }
  }

  #entriesOf(unit: string): readonly Entry[] {
    let known = this.#known.get(unit);
    if (!known) {
      if (this.#known.size >= MAX_KNOWN) this.#known.clear();
      known = this.#read(Buffer.from(unit, "latin1").toString("utf8"));
      this.#known.set(unit, known);
    }
    return known;
  }

  #read(unit: string): Entry[] {
    const words = [new Word()];
    const surfaceEnd = Math.min(unescapedIndex(unit, 0, "/"), unescapedIndex(unit, 0, "$"));
    words[0]!.surface = unit.slice(0, surfaceEnd);
    for (let at = surfaceEnd; at < unit.length; ) {
      const end = unescapedIndex(unit, at + 1, "/");
      const reading = unit.slice(at + 1, end);
      if (end < unit.length || !reading.startsWith("*")) addReading(words, this.#sorter.sort(reading), this.data);
      at = end;
    }
    return words.map((word, i): Entry => {
      word.discard(this.data);
      const { tags } = word;
      const lead = i === 0 && unit[surfaceEnd] === "$" ? "$" : "";
      const texts = (tags.length > 0 ? tags : [-1]).map((tag) => binary(lead + word.write(tag, this.withSurface)));
      return { tags, classNumber: tags.length > 0 ? this.data.classOf(tags) : undefined, texts };
    });
  }
}

/** Viterbi's algorithm over the words of one message; writes output at each unambiguous word. */
class Sentence {
  #out = "";
  #isEmpty = true;
  #waiting: { readonly before: string; readonly entry: Entry; readonly tags: TagSet }[] = [];
  #tags: TagSet;
  #probabilities: number[] = [1];
  #paths: (Link | null)[] = [null];

  constructor(private readonly data: TaggerData) {
    this.#tags = [data.endOfSentence];
  }

  /** Adds a word, with the text before it. */
  add(gap: string, entry: Entry): void {
    const isJoined = !this.#isEmpty && ONLY_BOUND.test(gap);
    this.#isEmpty = false;
    this.#add(isJoined ? JOIN + gap : gap, entry);
  }

  /** Adds another part of a word. */
  addPart(entry: Entry): void {
    this.#add("", entry);
  }

  #add(before: string, entry: Entry): void {
    const tags = entry.tags.length > 0 ? entry.tags : this.data.openClass;
    const classNumber = entry.tags.length > 0 ? entry.classNumber : this.data.classOf(tags);
    if (tags.length === 1 && this.#waiting.length === 0) {
      this.#out += before + textOf(entry, tags[0]!);
      this.#tags = tags;
      return;
    }
    this.#waiting.push({ before, entry, tags });
    this.#step(tags, classNumber);
    if (tags.length === 1) this.#write();
  }

  /** Ends the message, with the text after its last word. */
  end(rest: string): string {
    if (this.#waiting.length > 0) {
      const tags = [this.data.endOfFile];
      this.#step(tags, this.data.classOf(tags));
      this.#write();
    }
    return this.#out + rest;
  }

  #step(tags: TagSet, classNumber: number | undefined): void {
    const probabilities: number[] = [];
    const ways: (Link | null)[] = [];
    const isFirst = this.#waiting.length === 1 && tags === this.#waiting[0]!.tags;
    for (const tag of tags) {
      const emission = this.data.emission(tag, classNumber);
      let best = 0;
      let from = 0;
      for (let i = 0; i < this.#tags.length; i++) {
        const reached = this.#probabilities[i]! * this.data.transition(this.#tags[i]!, tag) * emission;
        if (best > reached) continue;
        best = reached;
        from = i;
      }
      probabilities.push(best);
      ways.push({ tag, before: isFirst ? null : this.#paths[from]! });
    }
    this.#tags = tags;
    this.#probabilities = probabilities;
    this.#paths = ways;
  }

  #write(): void {
    const chosen: number[] = [];
    for (let link = this.#paths[0]!; link; link = link.before!) chosen.push(link.tag);
    for (const [i, { before, entry }] of this.#waiting.entries()) {
      this.#out += before + textOf(entry, chosen[chosen.length - 1 - i]!);
    }
    this.#waiting = [];
    this.#probabilities = [1];
    this.#paths = [null];
  }
}

function textOf({ tags, texts }: Entry, tag: number): string {
  return texts[tags.length > 1 ? tags.indexOf(tag) : 0] ?? texts[0]!;
}

/** In UTF-8, an ASCII byte is never part of another character. */
function unescapedIndex(text: string, from: number, wanted: string): number {
  for (let at = text.indexOf(wanted, from); at >= 0; at = text.indexOf(wanted, at + 1)) {
    let escapes = 0;
    while (at - escapes > from && text[at - escapes - 1] === "\\") escapes++;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}

function binary(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}
