import { type InlineCode, type Segment, type Token, tokenize } from "@/lib/text/segment";
import type { InlineCodeKind } from "@/lib/vocabulary/segments";
import { type Span, spansOf } from "./commands";

/** A code in a source. */
export type ListedCode = {
  readonly id: number;
  readonly pair: boolean;
  readonly kind: InlineCodeKind;
  readonly deletable: boolean;
};

/** A code with its position in the source. */
export type SourceCode = ListedCode & {
  /** The code's index in source order, and the index of the first code after its end. */
  readonly order: number;
  end: number;
  /** Position of the code in its sentence: the number of words before it, and of all words of the sentence. */
  readonly wordsBefore: number;
  readonly wordsInAll: number;
  /** Plain text of a pair and the number of its words. */
  inner: string;
  innerWords: number;
  readonly before: string;
  after: string;
};

export type SourceCodes = ReadonlyMap<number, SourceCode>;

/** The codes of a source in order, outer before inner. Ignores unpaired tags. */
export function listCodes(source: Pick<Segment, "codes">, tokens: readonly Token[]): ReadonlyMap<number, ListedCode> {
  const declared = new Map(source.codes.map((code): [number, InlineCode] => [code.id, code]));
  const closed = new Set(tokens.flatMap((token) => (token.type === "close" ? [token.id] : [])));
  const codes = new Map<number, ListedCode>();
  for (const token of tokens) {
    if (token.type === "text" || codes.has(token.id)) continue;
    const pair = token.type === "open" && closed.has(token.id);
    if (!pair && token.type !== "single") continue;
    const { kind = pair ? "pair" : "single", deletable = false } = declared.get(token.id) ?? {};
    codes.set(token.id, { id: token.id, pair, kind, deletable });
  }
  return codes;
}

/** {@link listCodes}, with the codes' positions. */
export function describeSource(source: Segment): SourceCodes {
  const tokens = tokenize(source.text);
  const listed = listCodes(source, tokens);
  const plain = textOf(tokens);
  // Counted per token, like the words before each code, since a line break separates words without a space.
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
    } else if (!codes.has(token.id) && listed.get(token.id)?.pair === (token.type === "open")) {
      const code: SourceCode = {
        ...listed.get(token.id)!,
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
      if (code.pair) open.push({ code, from: offset });
    }
  }
  return codes;
}

/** Words, or single characters in scripts without spaces. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}][\p{L}\p{M}\p{N}'’_]*/gu;

/** Positions of the words in a plain text. */
export function wordSpans(plain: string): Span[] {
  return spansOf(plain, WORD);
}

/** The text of tokens, without codes. */
export function textOf(tokens: readonly Token[]): string {
  return tokens.map((token) => (token.type === "text" ? token.text : "")).join("");
}
