import { isTranslatable } from "@/lib/text/lines";
import { type InlineCode, plainText, type Segment, serialize, type Token, tokenize } from "@/lib/text/segment";

/** A part of a segment that is sent to a vendor, as encoded text. */
export type Piece = { readonly text: string; readonly codes: readonly InlineCode[] };

/** A segment divided into parts that are sent and parts that are kept here. */
export type Cut = {
  readonly pieces: readonly Piece[];
  /** Joins the translated pieces, encoded and in order, with the parts kept here. */
  readonly join: (translated: readonly string[]) => string;
};

/** Line breaks, control characters and lone surrogates, which vendors lose and XML mostly forbids. */
const UNSENDABLE = /[\p{Cc}\p{Cs}\u2028\u2029\ufffe\uffff]+/gu;

/** UTF-16 units of a code's markup without its content: see markup.ts. */
const SINGLE_SIZE = 60;
const PAIR_END_SIZE = 25;
/** Maximum UTF-16 units of a code's content that vendors see: an inline example may be as long as a page. */
const MAX_EQUIV_LENGTH = 60;

/** The beginning of a code's content, sent to vendors as context. */
export function equivShown({ equiv = "" }: InlineCode): string {
  return equiv.slice(0, MAX_EQUIV_LENGTH).replace(UNSENDABLE, " ");
}

/** Approximate UTF-16 units of a piece with its markup, since vendors count all of it. */
export function sizeOf({ text, codes }: Piece): number {
  const equivs = equivSizes(codes);
  return tokenize(text).reduce(
    (sum, token) => sum + (token.type === "text" ? token.text.length : markupSize(token, equivs)),
    0,
  );
}

function equivSizes(codes: readonly InlineCode[]): ReadonlyMap<number, number> {
  return new Map(codes.map((code) => [code.id, equivShown(code).length]));
}

function markupSize(token: Exclude<Token, { type: "text" }>, equivs: ReadonlyMap<number, number>): number {
  return token.type === "single" ? SINGLE_SIZE + (equivs.get(token.id) ?? 0) : PAIR_END_SIZE;
}

/**
 * Divides a segment into pieces of at most `limit` UTF-16 units of text, and twice as many with markup. White space,
 * single codes at the edges, control characters and parts without words are not sent, so that no vendor can lose or
 * charge for them. Longer pieces are divided at a blank or a code; a word longer than the limit is not sent.
 */
export function cutSegment(segment: Segment, limit: number): Cut {
  const parts: (string | Piece)[] = [];
  for (const stretch of stretches(tokenize(segment.text), segment.codes, limit)) {
    const { before, core, after } = trim(stretch, segment.codes);
    const text = serialize(core);
    const isSent = text.length > 0 && textSizeOf(core) <= limit && isTranslatable(plainText(text));
    parts.push(serialize(before), isSent ? { text, codes: segment.codes } : text, serialize(after));
  }
  const pieces = parts.filter((part): part is Piece => typeof part !== "string");
  return {
    pieces,
    join: (translated) => {
      let next = 0;
      return parts.map((part) => (typeof part === "string" ? part : (translated[next++] ?? part.text))).join("");
    },
  };
}

/** Sequences of tokens that are all sent or all kept. */
function stretches(tokens: readonly Token[], codes: readonly InlineCode[], limit: number): Token[][] {
  const equivs = equivSizes(codes);
  const rows: Token[][] = [];
  let row: Token[] = [];
  let text = 0;
  let markup = 0;
  const end = (): void => {
    if (row.length > 0) rows.push(row);
    row = [];
    text = 0;
    markup = 0;
  };
  const hasRoom = (moreText: number, moreMarkup: number): boolean =>
    text + moreText <= limit && text + moreText + markup + moreMarkup <= 2 * limit;
  for (const token of tokens) {
    if (token.type !== "text") {
      const more = markupSize(token, equivs);
      if (!hasRoom(0, more)) end();
      row.push(token);
      markup += more;
      continue;
    }
    for (const { text: stretch, isSent } of divide(token.text)) {
      if (!isSent) {
        end();
        rows.push([{ type: "text", text: stretch }]);
        continue;
      }
      for (const part of chop(stretch, limit)) {
        if (!hasRoom(part.length, 0)) end();
        row.push({ type: "text", text: part });
        text += part.length;
      }
    }
  }
  end();
  return rows;
}

function divide(text: string): { text: string; isSent: boolean }[] {
  const parts: { text: string; isSent: boolean }[] = [];
  let from = 0;
  for (const match of text.matchAll(UNSENDABLE)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index), isSent: true });
    parts.push({ text: match[0], isSent: false });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isSent: true });
  return parts;
}

/** Divides before blanks, as late as the limit allows. A word longer than the limit becomes a separate part. */
function chop(text: string, limit: number): string[] {
  const parts: string[] = [];
  let from = 0;
  while (text.length - from > limit) {
    const blank = text.lastIndexOf(" ", from + limit);
    const next = blank > from ? blank : text.indexOf(" ", from + limit);
    if (next < 0) break;
    parts.push(text.slice(from, next));
    from = next;
  }
  parts.push(text.slice(from));
  return parts;
}

/** Removes white space and single codes from the edges; a placeholder is a word of the sentence and is kept. */
function trim(
  row: readonly Token[],
  codes: readonly InlineCode[],
): { before: readonly Token[]; core: readonly Token[]; after: readonly Token[] } {
  const words = new Set(codes.filter(({ kind }) => kind === "placeholder").map(({ id }) => id));
  const isEdge = (token: Token): boolean =>
    token.type === "text" ? token.text.trim() === "" : token.type === "single" && !words.has(token.id);
  const first = row.findIndex((token) => !isEdge(token));
  if (first < 0) return { before: row, core: [], after: [] };
  const last = row.findLastIndex((token) => !isEdge(token));
  const before = row.slice(0, first);
  const core = row.slice(first, last + 1);
  const after = row.slice(last + 1);
  const head = core[0];
  if (head?.type === "text") {
    const text = head.text.trimStart();
    before.push({ type: "text", text: head.text.slice(0, head.text.length - text.length) });
    core[0] = { type: "text", text };
  }
  const tail = core.at(-1);
  if (tail?.type === "text") {
    const text = tail.text.trimEnd();
    after.unshift({ type: "text", text: tail.text.slice(text.length) });
    core[core.length - 1] = { type: "text", text };
  }
  return { before, core, after };
}

function textSizeOf(tokens: readonly Token[]): number {
  return tokens.reduce((sum, token) => sum + (token.type === "text" ? token.text.length : 0), 0);
}
