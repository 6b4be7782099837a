import type { Forms } from "@/lib/text/plurals/plural-forms";
import type { InlineCode } from "@/lib/text/segment";

export type SourceText = {
  /** Encoded. */
  readonly source: string;
  readonly codes: readonly InlineCode[];
  readonly sourceForms?: Forms | null;
};

/** Punctuation, except before a digit, where it may change the number: `.5`, `-5`, `1,000`. */
const PUNCTUATION = /\p{P}+(?!\p{N})/gu;

/** Whether two sources contain the same words: they differ at most in punctuation, case and spacing. */
export function sameWords(a: SourceText, b: SourceText): boolean {
  return (
    wordsOf(a.source) === wordsOf(b.source) &&
    JSON.stringify(a.codes) === JSON.stringify(b.codes) &&
    formsOf(a) === formsOf(b)
  );
}

function wordsOf(encoded: string): string {
  return encoded.normalize("NFKC").replace(PUNCTUATION, "").replace(/\s+/g, " ").trim().toLowerCase();
}

function formsOf({ sourceForms }: SourceText): string {
  return JSON.stringify(Object.entries(sourceForms ?? {}).map(([form, text]) => [form, wordsOf(text)]));
}
