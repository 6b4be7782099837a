import { isTranslatable } from "@/lib/text/lines";
import { type InlineCode, plainText, type Segment, serialize, type Token, tokenize } from "@/lib/text/segment";

/** A stretch of a segment that goes to a vendor, as encoded text. */
export type Piece = { readonly text: string; readonly codes: readonly InlineCode[] };

/** A segment cut into what is sent and what stays as it is. */
export type Cut = {
  readonly pieces: readonly Piece[];
  /** Puts the translated pieces, encoded and in order, among what stayed. */
  readonly join: (translated: readonly string[]) => string;
};

/** Line breaks, control characters and lone surrogates: vendors lose them, and XML forbids most. */
const UNSENDABLE = /[\p{Cc}\p{Cs}\u2028\u2029\ufffe\uffff]+/gu;

/**
 * Cuts a segment into pieces of at most `limit` UTF-16 units of text. White space, single codes at the edges, control
 * characters and what holds no words stay here, so that no vendor can lose them or charge for them. Longer pieces are
 * cut at a blank; a word longer than the limit is none and stays.
 */
export function cutSegment(segment: Segment, limit: number): Cut {
  const parts: (string | Piece)[] = [];
  for (const stretch of stretches(tokenize(segment.text), limit)) {
    const { before, core, after } = trim(stretch, segment.codes);
    const text = serialize(core);
    const isSent = text.length > 0 && sizeOf(core) <= limit && isTranslatable(plainText(text));
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

/** Rows of tokens that are sent together or stay together. */
function stretches(tokens: readonly Token[], limit: number): Token[][] {
  const rows: Token[][] = [];
  let row: Token[] = [];
  let size = 0;
  const end = (): void => {
    if (row.length > 0) rows.push(row);
    row = [];
    size = 0;
  };
  for (const token of tokens) {
    if (token.type !== "text") {
      row.push(token);
      continue;
    }
    for (const { text, isSent } of divide(token.text)) {
      if (!isSent) {
        end();
        rows.push([{ type: "text", text }]);
        continue;
      }
      for (const part of chop(text, limit)) {
        if (size > 0 && size + part.length > limit) end();
        row.push({ type: "text", text: part });
        size += part.length;
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

/** Cuts before blanks, as late as the limit allows. A word longer than the limit is a part of its own. */
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

/** Takes white space and single codes off the edges; a placeholder is a word of the sentence and goes with it. */
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

function sizeOf(tokens: readonly Token[]): number {
  return tokens.reduce((sum, token) => sum + (token.type === "text" ? token.text.length : 0), 0);
}
