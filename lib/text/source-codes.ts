import type { InlineCodeKind } from "@/lib/vocabulary/inline-codes";
import { type InlineCode, type Segment, type Token, tokenize } from "./segment";

/** A code as it stands in the source. */
export type SourceCode = {
  readonly id: number;
  readonly pair: boolean;
  readonly kind: InlineCodeKind;
  readonly deletable: boolean;
  /** Its number in the order of the source, and that of the first code after its end. */
  readonly order: number;
  end: number;
  /** Place in the sentence: words before it, of all. */
  readonly wordsBefore: number;
  readonly wordsInAll: number;
  /** Plain text of a pair, and the words in it. */
  inner: string;
  innerWords: number;
  readonly before: string;
  after: string;
};

export type SourceCodes = ReadonlyMap<number, SourceCode>;

/** The codes of a source in its order, outer before inner. Marks that have no partner are none. */
export function describeSource(source: Segment): SourceCodes {
  const declared = new Map(source.codes.map((code): [number, InlineCode] => [code.id, code]));
  const tokens = tokenize(source.text);
  const closed = new Set(tokens.flatMap((token) => (token.type === "close" ? [token.id] : [])));
  const plain = textOf(tokens);
  // Token by token, as the words before each code: a line break parts words that have no space between.
  const wordsInAll = tokens.reduce((sum, token) => sum + (token.type === "text" ? wordSpans(token.text).length : 0), 0);
  const codes = new Map<number, SourceCode>();
  const open: { code: SourceCode; from: number }[] = [];
  let offset = 0;
  let words = 0;
  for (const token of tokens) {
    if (token.type === "text") {
      offset += token.text.length;
      words += wordSpans(token.text).length;
    } else if (token.type === "close") {
      const top = open.at(-1);
      if (top?.code.id !== token.id) continue;
      open.pop();
      top.code.end = codes.size;
      top.code.inner = plain.slice(top.from, offset);
      top.code.innerWords = words - top.code.wordsBefore;
      top.code.after = plain.slice(offset);
    } else if (!codes.has(token.id) && (token.type === "single" || closed.has(token.id))) {
      const pair = token.type === "open";
      const code: SourceCode = {
        id: token.id,
        pair,
        kind: declared.get(token.id)?.kind ?? (pair ? "pair" : "single"),
        deletable: declared.get(token.id)?.deletable ?? false,
        order: codes.size,
        end: codes.size + 1,
        wordsBefore: words,
        wordsInAll,
        inner: "",
        innerWords: 0,
        before: plain.slice(0, offset),
        after: plain.slice(offset),
      };
      codes.set(token.id, code);
      if (pair) open.push({ code, from: offset });
    }
  }
  return codes;
}

export type Span = { readonly start: number; readonly end: number };

/** Words, in scripts without spaces single characters. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}][\p{L}\p{M}\p{N}'’_]*/gu;

/** Where the words of a plain text stand. */
export function wordSpans(plain: string): Span[] {
  return Array.from(plain.matchAll(WORD), ({ index, 0: word }) => ({ start: index, end: index + word.length }));
}

/** The text of tokens without their codes. */
export function textOf(tokens: readonly Token[]): string {
  return tokens.map((token) => (token.type === "text" ? token.text : "")).join("");
}
