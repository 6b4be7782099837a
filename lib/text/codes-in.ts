import { type InlineCode, tokenize } from "./segment";

/** The codes that occur in an encoded text: a plural form need not have all of the segment's. */
export function codesIn(encoded: string, codes: readonly InlineCode[]): readonly InlineCode[] {
  const present = new Set(tokenize(encoded).flatMap((token) => (token.type === "text" ? [] : [token.id])));
  return codes.filter(({ id }) => present.has(id));
}
