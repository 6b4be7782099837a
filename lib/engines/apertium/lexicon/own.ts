/** Suffix of our entries' lemmas, so that they differ from all entries of the engine's dictionaries. */
export const OWN = "·";

/** Data about the additions that the tagger needs. */
export type Lexicon = {
  /** `protester<n>`: beginnings of readings whose lemma is replaced by ours, and of the base forms of unknown words. */
  readonly lemmas: readonly string[];
  /** Phrasal verbs such as `carry out`. */
  readonly phrasalVerbs: readonly string[];
  /** Phrases with their readings. */
  readonly phrases: Readonly<Record<string, string>>;
};

/** A name encoded in characters without case, because the programs read capitals as small letters, too. */
export function veil(name: string): string {
  return name.replace(/./gsu, (letter) => String.fromCodePoint(0xe100 + letter.codePointAt(0)!));
}
