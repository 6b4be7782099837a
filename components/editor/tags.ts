import { type InlineCode, tokenize } from "@/lib/text/segment";

/** An entry of the menu: a single code, or a pair around the caret. */
export type TagChoice = { readonly id: number; readonly encoded: string; readonly isMissing: boolean };

/** The codes of a source in order, each marked if the target lacks it. */
export function tagChoices(source: string, target: string): TagChoice[] {
  const have = new Set(tokenize(target).flatMap((token) => (token.type === "text" ? [] : [token.id])));
  const seen = new Set<number>();
  return tokenize(source).flatMap((token) => {
    if (token.type === "text" || token.type === "close" || seen.has(token.id)) return [];
    seen.add(token.id);
    const encoded = token.type === "single" ? `<x${token.id}/>` : `<g${token.id}></g${token.id}>`;
    return [{ id: token.id, encoded, isMissing: !have.has(token.id) }];
  });
}

/** A target with all missing codes appended, in source order. */
export function withMissingTags(source: string, target: string): string {
  const missing = tagChoices(source, target).filter((choice) => choice.isMissing);
  return target + missing.map((choice) => choice.encoded).join("");
}

/** Name of a code in a menu. */
export function tagName(id: number, codes: readonly InlineCode[]): string {
  const code = codes.find((one) => one.id === id);
  return code?.equiv?.trim() ? code.equiv.trim() : String(id);
}
