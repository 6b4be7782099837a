import { type InlineCode, tokenize } from "./segment";

/** Those of a segment's codes that stand in an encoded text: one of its plural forms need not have all. */
export function codesIn(encoded: string, codes: readonly InlineCode[]): readonly InlineCode[] {
  const present = new Set(tokenize(encoded).flatMap((token) => (token.type === "text" ? [] : [token.id])));
  return codes.filter(({ id }) => present.has(id));
}
