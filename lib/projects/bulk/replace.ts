import type { TranslationRow } from "@/lib/projects/translations/translation-rows";
import type { BulkAction } from "@/lib/schemas/bulk-edits";
import { compilePattern, type Replacement, withReplacements } from "@/lib/text/pattern";
import { type InlineCode, serialize, type Token, tokenize } from "@/lib/text/segment";

type Replace = Extract<BulkAction, { type: "replace" }>;

const LETTER = "[\\p{L}\\p{M}\\p{N}_]";

/**
 * Replaces matches in an encoded text as readers see it, with single codes as their `equiv`. A match that includes a
 * code or part of one stays, because the code's position in the new words is unknown. Returns the number of such
 * matches.
 */
export function replaceIn(
  encoded: string,
  codes: readonly InlineCode[],
  action: Replace,
): { readonly text: string; readonly left: number } {
  const pieces = piecesOf(encoded, codes);
  const all = replacementsOf(action)(pieces.map(({ shown }) => shown).join(""));
  let done = 0;
  const tokens = pieces.map(({ token, shown, start }) => {
    if (token.type !== "text") return token;
    const end = start + shown.length;
    const within = all.filter((one) => start <= one.start && one.end <= end);
    done += within.length;
    const inToken = within.map((one) => ({ ...one, start: one.start - start, end: one.end - start }));
    return { ...token, text: withReplacements(token.text, inToken) };
  });
  return { text: serialize(tokens), left: all.length - done };
}

/** Whether a replacement skips a match in any form of a translation because it includes a code. */
export function leavesMatches(
  { text, forms }: Pick<TranslationRow, "text" | "forms">,
  codes: readonly InlineCode[],
  action: Replace,
): boolean {
  const encoded = [text ?? "", ...Object.values(forms ?? {})];
  // Most texts contain no codes, so they need no second search.
  return encoded.some((one) => one.includes("<") && replaceIn(one, codes, action).left > 0);
}

type Piece = { readonly token: Token; readonly shown: string; readonly start: number };

/** The tokens, each with its displayed text and its offset. */
function piecesOf(encoded: string, codes: readonly InlineCode[]): Piece[] {
  const equiv = new Map(codes.map((code) => [code.id, code.equiv ?? ""]));
  let end = 0;
  return tokenize(encoded).map((token) => {
    const shown = token.type === "text" ? token.text : token.type === "single" ? (equiv.get(token.id) ?? "") : "";
    const start = end;
    end += shown.length;
    return { token, shown, start };
  });
}

function replacementsOf({ find, replace, caseSensitive, wholeWord, regex }: Replace): (text: string) => Replacement[] {
  if (regex) {
    const compiled = compilePattern(find, caseSensitive);
    return (text) => (typeof compiled === "string" ? [] : compiled.replacements(text, replace));
  }
  const literal = find.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const pattern = new RegExp(
    wholeWord ? `(?<!${LETTER})${literal}(?!${LETTER})` : literal,
    caseSensitive ? "gu" : "giu",
  );
  return (text) =>
    [...text.matchAll(pattern)].map(({ index, 0: match }) => {
      return { start: index, end: index + match.length, replacement: replace };
    });
}
