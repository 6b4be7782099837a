import { escapeText, type InlineCode, type Segment, type Token, tokenize } from "@/lib/text/segment";
import type { Span } from "./splice";

/**
 * A piece of a paragraph in source order, with its source range in `start` and `end`. `text` is decoded, with
 * insignificant line breaks replaced by spaces; `raw` is the markup of a code.
 */
export type Piece =
  | { readonly type: "text"; readonly start: number; readonly end: number; readonly text: string }
  | {
      readonly type: "open" | "close";
      readonly start: number;
      readonly end: number;
      readonly raw: string;
      /** An opening piece and the next unmatched closing piece with this name form a pair. */
      readonly name: string;
      readonly kind: "pair" | "format";
      /** Stays in the segment even at its edge, because its spelling depends on the text. */
      readonly kept?: boolean;
    }
  | {
      readonly type: "single";
      readonly start: number;
      readonly end: number;
      readonly raw: string;
      readonly kind: "single" | "placeholder";
      readonly equiv?: string | undefined;
      readonly deletable?: boolean;
    };

/** Pieces without surrounding codes and spaces, their source range, and the pairs among them. */
export type Trimmed = {
  readonly pieces: readonly Piece[];
  readonly start: number;
  readonly end: number;
  readonly partners: ReadonlyMap<Piece, Piece>;
};

type Code = Exclude<Piece, { type: "text" }>;

/** The pieces that each code of a segment stands for. */
export type CodeSpelling = ReadonlyMap<number, { readonly open: Code; readonly close?: Code }>;

/**
 * Removes outer white space, single codes and pairs, which stay in the skeleton. Returns undefined without any letter:
 * there is nothing to translate.
 */
export function trimPieces(pieces: readonly Piece[], source: string): Trimmed | undefined {
  const partners = pairUp(pieces);
  let low = 0;
  let high = pieces.length - 1;
  for (;;) {
    const first = pieces[low];
    const last = pieces[high];
    if (low > high || !first || !last) return;
    if (isPadding(first)) low += 1;
    else if (isPadding(last)) high -= 1;
    else if (partners.get(first) === last && !(first.type === "open" && first.kept)) {
      low += 1;
      high -= 1;
    } else if (first.type === "open" && partners.get(first) === pieces[low + 1]) low += 2;
    else if (last.type === "close" && partners.get(last) === pieces[high - 1]) high -= 2;
    else if ((first.type === "open" || first.type === "close") && !partners.has(first)) low += 1;
    else if ((last.type === "open" || last.type === "close") && !partners.has(last)) high -= 1;
    else break;
  }
  const kept = pieces.slice(low, high + 1);
  if (!kept.some((piece) => piece.type === "text" && /\p{L}/u.test(piece.text))) return;
  kept[0] = withoutSpace(kept[0]!, source, "start");
  kept[kept.length - 1] = withoutSpace(kept[kept.length - 1]!, source, "end");
  return { pieces: kept, start: kept[0].start, end: kept[kept.length - 1]!.end, partners };
}

/** Numbers the codes in source order, starting with 1. Unpaired codes become single. */
export function buildSegment(
  { pieces, partners }: Pick<Trimmed, "pieces" | "partners">,
  extra: Pick<Segment, "key" | "note"> = {},
): { segment: Segment; spelling: CodeSpelling } {
  const codes: InlineCode[] = [];
  const spelling = new Map<number, { open: Code; close?: Code }>();
  const numbers = new Map<Piece, number>();
  let text = "";
  for (const piece of pieces) {
    if (piece.type === "text") {
      text += escapeText(piece.text);
      continue;
    }
    const partner = partners.get(piece);
    const opened = piece.type === "close" && partner ? numbers.get(partner) : undefined;
    if (opened !== undefined) {
      text += `</g${opened}>`;
      continue;
    }
    const id = codes.length + 1;
    numbers.set(piece, id);
    if (piece.type === "open" && partner && partner.type === "close") {
      codes.push({ id, kind: piece.kind });
      spelling.set(id, { open: piece, close: partner });
      text += `<g${id}>`;
      continue;
    }
    codes.push(singleCode(id, piece));
    spelling.set(id, { open: piece });
    text += `<x${id}/>`;
  }
  return { segment: { text, codes, ...extra }, spelling };
}

/**
 * Writes an encoded text in the format's syntax. Codes are ranges of the source, so that translations within them (the
 * title of a link) are included. Drops unknown codes. `encode` gets a text and the code before it.
 */
export function spellInline(
  encoded: string,
  spelling: CodeSpelling,
  source: string,
  encode: (plain: string, before: Piece | undefined) => string,
): (string | Span)[] {
  let before: Piece | undefined;
  return uncrossed(tokenize(encoded), spelling).flatMap((token) => {
    if (token.type === "text") return [encode(token.text, before)];
    const code = spelling.get(token.id);
    const piece = token.type === "close" ? code?.close : code?.open;
    if (!piece) return [];
    before = piece;
    return [source.slice(piece.start, piece.end) === piece.raw ? { start: piece.start, end: piece.end } : piece.raw];
  });
}

/** Moves unpaired tags in front of pairs that do not enclose them in the source, because the two would cross. */
function uncrossed(tokens: readonly Token[], spelling: CodeSpelling): readonly Token[] {
  const written: Token[] = [];
  let opened: { readonly at: number; readonly from: number; readonly to: number }[] = [];
  for (const token of tokens) {
    const { open, close } = (token.type === "text" ? undefined : spelling.get(token.id)) ?? {};
    const half = open && !close && open.type !== "single" ? open : undefined;
    const crossed = half && opened.find(({ from, to }) => half.start < from || half.start > to);
    if (crossed) opened = opened.map((one) => (one.at < crossed.at ? one : { ...one, at: one.at + 1 }));
    if (token.type === "open") opened.push({ at: written.length, from: open?.start ?? 0, to: close?.start ?? 0 });
    if (token.type === "close") opened.pop();
    written.splice(crossed?.at ?? written.length, 0, token);
  }
  return written;
}

function singleCode(id: number, piece: Code): InlineCode {
  if (piece.type !== "single") return { id, kind: "single" };
  const { kind, equiv, deletable } = piece;
  return { id, kind, ...(equiv === undefined ? {} : { equiv }), ...(deletable ? { deletable } : {}) };
}

/** Maps opening pieces to closing ones and vice versa. Pieces left open inside a closing pair are unpaired. Linear. */
function pairUp(pieces: readonly Piece[]): Map<Piece, Piece> {
  const partners = new Map<Piece, Piece>();
  const open: Extract<Piece, { type: "open" | "close" }>[] = [];
  const waiting = new Map<string, number>();
  const count = (name: string, more: number) => waiting.set(name, (waiting.get(name) ?? 0) + more);
  for (const piece of pieces) {
    if (piece.type === "open") {
      open.push(piece);
      count(piece.name, 1);
    }
    if (piece.type !== "close" || !waiting.get(piece.name)) continue;
    for (let partner = open.pop(); partner; partner = open.pop()) {
      count(partner.name, -1);
      if (partner.name !== piece.name) continue;
      partners.set(partner, piece);
      partners.set(piece, partner);
      break;
    }
  }
  return partners;
}

function isPadding(piece: Piece): boolean {
  if (piece.type === "text") return spaceAt(piece.text, "start") === piece.text.length;
  return piece.type === "single" && piece.kind === "single";
}

const SPACE = " \t\r\n\f\u3000";

/** Length of the white space at one end. A regular expression would take quadratic time on long runs. */
function spaceAt(text: string, end: "start" | "end"): number {
  let length = 0;
  while (length < text.length && SPACE.includes(text.at(end === "start" ? length : -1 - length)!)) length += 1;
  return length;
}

function withoutSpace(piece: Piece, source: string, end: "start" | "end"): Piece {
  if (piece.type !== "text") return piece;
  const raw = spaceAt(source.slice(piece.start, piece.end), end);
  if (raw === 0) return piece;
  const text = spaceAt(piece.text, end);
  return end === "start"
    ? { ...piece, start: piece.start + raw, text: piece.text.slice(text) }
    : { ...piece, end: piece.end - raw, text: piece.text.slice(0, piece.text.length - text) };
}
