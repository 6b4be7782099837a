/** A pattern for a letter of a script without spaces between words. */
export const LONE_LETTER =
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]";

/** Alternatives in the order in which they are tried; the last one matches any character. */
const TOKEN = new RegExp(
  [
    String.raw`<\/?g\d{1,6}>|<x\d{1,6}\/>`, // inline codes
    "&(?:lt|gt|amp);",
    String.raw`${LONE_LETTER}\p{M}*`,
    String.raw`\p{Nd}+(?:[.,]\p{Nd}+)*(?![\p{L}_])`,
    String.raw`(?:(?!${LONE_LETTER})[\p{L}\p{M}\p{N}_])+(?:['’](?=\p{L})[\p{L}\p{M}]+)*`,
    String.raw`\s+`,
    String.raw`[\s\S]`,
  ].join("|"),
  "gu",
);

/** The words, numbers, codes, spaces and punctuation of an encoded text. Joining them gives the text. */
export function wordTokens(encoded: string): string[] {
  return encoded.match(TOKEN) ?? [];
}
