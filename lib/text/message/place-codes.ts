import type { Token } from "@/lib/text/segment";
import type { Span } from "./commands";
import { type SourceCode, type SourceCodes, textOf, wordSpans } from "./source-codes";

/** Inserts a missing pair around its words or, without these, around the words at its position in the source. */
export function insertPair(
  tokens: Token[],
  code: SourceCode,
  codes: SourceCodes,
  innerTranslation: string | undefined,
): void {
  const plain = textOf(tokens);
  const named = [innerTranslation, code.inner].map((text) => (text ? onlyOccurrence(plain, text.trim()) : null));
  const { start, end } = named.find((span) => span !== null) ?? spanByPosition(plain, code);
  const from = splitAt(tokens, start);
  const to = splitAt(tokens, end);
  let low = skip(tokens, from, code, codes);
  let high = Math.max(low, to);
  // Only whole pairs may be inside.
  const partners = partnersOf(tokens);
  for (let first = low, last = low; first > low || last < high; ) {
    const index = first > low ? --first : last++;
    const partner = partners.get(index) ?? index;
    low = Math.min(low, partner);
    high = Math.max(high, partner + 1);
  }
  tokens.splice(high, 0, { type: "close", id: code.id });
  tokens.splice(low, 0, { type: "open", id: code.id });
}

/** Inserts a missing single code between the words at its position in the source, with its surrounding white space. */
export function insertSingle(tokens: Token[], code: SourceCode, codes: SourceCodes): void {
  const plain = textOf(tokens);
  const offset = gapByPosition(plain, code);
  const spaceBefore = /\s$/.test(code.before) && offset > 0 && !/\s/.test(plain[offset - 1]!);
  const spaceAfter = /^\s/.test(code.after) && offset < plain.length && !/\s/.test(plain[offset]!);
  const index = skip(tokens, splitAt(tokens, offset), code, codes);
  const space: Token = { type: "text", text: " " };
  tokens.splice(
    index,
    0,
    ...(spaceBefore ? [space] : []),
    { type: "single", id: code.id },
    ...(spaceAfter ? [space] : []),
  );
}

/** The only occurrence of `text` in `plain` as whole words; null if there is no occurrence or several. */
function onlyOccurrence(plain: string, text: string): Span | null {
  const start = text ? plain.indexOf(text) : -1;
  const end = start + text.length;
  if (start < 0 || plain.indexOf(text, start + 1) >= 0) return null;
  const joined = /^[\p{L}\p{N}]{2}$/u;
  if (joined.test(plain.slice(Math.max(0, start - 1), start + 1)) && start > 0) return null;
  return joined.test(plain.slice(end - 1, end + 1)) ? null : { start, end };
}

function spanByPosition(plain: string, code: SourceCode): Span {
  const words = wordSpans(plain);
  const share = words.length / Math.max(1, code.wordsInAll);
  if (code.innerWords === 0 || words.length === 0) {
    if (code.innerWords > 0) return { start: 0, end: plain.length };
    const offset = gapByPosition(plain, code);
    return { start: offset, end: offset };
  }
  const count = Math.max(1, Math.min(words.length, Math.round(code.innerWords * share)));
  const first = Math.min(words.length - count, Math.round(code.wordsBefore * share));
  return { start: words[first]!.start, end: words[first + count - 1]!.end };
}

const CLAUSE_END = /[,.;:!?…،؛؟、。；：！？]["'”’»)\]]*\s*$/;

/** Offset of the gap between words at the code's position; for a single that is no word, the end of a nearby clause. */
function gapByPosition(plain: string, code: SourceCode): number {
  if (code.wordsBefore === 0 && !/\S/.test(code.before)) return 0;
  if (!/\S/.test(code.after)) return plain.length;
  const words = wordSpans(plain);
  // Only punctuation follows the code in the source, so it is put before the translation's final punctuation.
  if (code.wordsBefore + code.innerWords >= code.wordsInAll) {
    const tail = /[\p{P}\p{S}]*\s*$/u.exec(plain.slice(words.at(-1)?.end ?? 0));
    return plain.length - (tail?.[0].length ?? 0);
  }
  const wanted = Math.round((code.wordsBefore * words.length) / Math.max(1, code.wordsInAll));
  const gap = (index: number) => words[index]?.start ?? plain.length;
  if (code.kind === "single") {
    for (const near of [wanted, wanted + 1, wanted - 1, wanted + 2, wanted - 2]) {
      if (near > 0 && near < words.length && CLAUSE_END.test(plain.slice(words[near - 1]!.end, gap(near))))
        return gap(near);
    }
  }
  return gap(wanted);
}

/** Index of the token at an offset of the plain text. Splits a text token if needed. */
function splitAt(tokens: Token[], offset: number): number {
  let passed = 0;
  for (const [index, token] of tokens.entries()) {
    if (passed === offset) return index;
    if (token.type !== "text") continue;
    const within = offset - passed;
    if (within < token.text.length) {
      tokens.splice(
        index,
        1,
        { type: "text", text: token.text.slice(0, within) },
        { type: "text", text: token.text.slice(within) },
      );
      return index + 1;
    }
    passed += token.text.length;
  }
  return tokens.length;
}

/** Skips codes at the same offset: past those before it in the source, out of other pairs, into its own pair. */
function skip(tokens: readonly Token[], from: number, code: SourceCode, codes: SourceCodes): number {
  for (let index = from; ; index++) {
    const token = tokens[index];
    if (!token || token.type === "text") return index;
    const other = codes.get(token.id)!;
    const around = other.order < code.order && code.order < other.end;
    if (token.type === "close" ? around : !around && other.order > code.order) return index;
    if (token.type !== "open" || around) continue;
    const next = tokens[index + 1];
    if (next?.type !== "close") return index;
    index++;
  }
}

function partnersOf(tokens: readonly Token[]): Map<number, number> {
  const partners = new Map<number, number>();
  const open: number[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type === "open") open.push(index);
    if (token.type !== "close") continue;
    const from = open.pop()!;
    partners.set(from, index).set(index, from);
  }
  return partners;
}
