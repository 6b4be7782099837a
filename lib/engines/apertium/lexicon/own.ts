/** Ends the lemmas of our own entries, so that none of them meets an entry of the engine's dictionaries. */
export const OWN = "·";

/** What the tagger needs to know of the additions. */
export type Lexicon = {
  /** `protester<n>`: the first part of readings that get our lemma, and the base of unknown words. */
  readonly lemmas: readonly string[];
  /** `carry out`: verbs with a particle. */
  readonly phrasalVerbs: readonly string[];
  /** Phrase → its reading. */
  readonly phrases: Readonly<Record<string, string>>;
};

/** A name in characters without case: the dictionaries' programs read capitals as small letters too. */
export function veil(name: string): string {
  return name.replace(/./gsu, (letter) => String.fromCodePoint(0xe100 + letter.codePointAt(0)!));
}
