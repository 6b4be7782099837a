import { type InlineCode, type Segment, serialize, type Token, tokenize } from "@/lib/text/segment";
import { settleCodes } from "@/lib/text/settle-codes";

/** A piece of a string as a format finds it: text for people, or a code whose raw form must stay as it is. */
export type Piece =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "code";
      readonly raw: string;
      readonly kind: "single" | "placeholder";
      readonly equiv?: string;
      /** The argument of printf that a directive without a number takes, from 1. */
      readonly argument?: number;
    }
  | { readonly type: "open"; readonly raw: string; readonly kind: "pair" | "format"; readonly name: string }
  | { readonly type: "close"; readonly raw: string; readonly name: string };

/** What a format keeps of one string: the segment to translate, and the way back to the string. */
export type InlineString = {
  readonly segment: Pick<Segment, "text" | "codes">;
  /** What it was made of. */
  readonly pieces: readonly Piece[];
  /**
   * The whole string for an encoded text, with surrounding white space and codes. Codes that are lost, doubled,
   * crossed or unknown are put right so that the result is always well formed.
   */
  restore(encoded: string, escapeText?: (text: string, nextRaw: string) => string): string;
  /**
   * The encoded text of a translation that stands beside the string, by the codes that both have. A code that only the
   * translation has is text where the format has no markup (`unknown` is `text`), else left out.
   */
  align(translation: readonly Piece[], unknown: "text" | "drop"): string;
};

/**
 * Turns pieces into a segment. Surrounding white space, single codes and pairs stay outside it; placeholders do not,
 * since they are words of the sentence. Returns null when no letter is left: there is nothing to translate.
 */
export function inlineString(pieces: readonly Piece[]): InlineString | null {
  const parts = trim(pairUp(pieces));
  if (!parts.body.some((part) => part.type === "text" && /\p{L}/u.test(part.text))) return null;
  const codes: InlineCode[] = [];
  const raws = new Map<number, { open: string; close: string; argument?: number }>();
  const ids = new Map<PairedPart, number>();
  const tokens: Token[] = [];
  for (const part of parts.body) {
    if (part.type === "text") {
      tokens.push({ type: "text", text: part.text });
    } else if (part.type === "close") {
      const id = ids.get(part.partner)!;
      tokens.push({ type: "close", id });
      raws.get(id)!.close = part.raw;
    } else {
      const id = codes.length + 1;
      const equiv = part.type === "code" && part.equiv !== undefined ? { equiv: part.equiv } : {};
      codes.push({ id, kind: part.kind, ...equiv });
      const argument = part.type === "code" && part.argument ? { argument: part.argument } : {};
      raws.set(id, { open: part.raw, close: "", ...argument });
      tokens.push({ type: part.type === "open" ? "open" : "single", id });
      if (part.type === "open") ids.set(part, id);
    }
  }
  return {
    segment: { text: serialize(tokens), codes },
    pieces,
    restore(encoded, escapeText = (text) => text) {
      const settled = settleCodes(tokenize(encoded), codes);
      const order = settled.flatMap((token) => (token.type === "single" ? (raws.get(token.id)!.argument ?? []) : []));
      const reordered = order.some((argument, index) => argument !== index + 1);
      const rendered = settled.map((token): Item => {
        if (token.type === "text") return { text: token.text };
        const { open, close, argument } = raws.get(token.id)!;
        const numbered = reordered && argument ? `%${argument}$${open.slice(1)}` : open;
        return { raw: token.type === "close" ? close : numbered };
      });
      const all = [...parts.pre.map(asItem), ...rendered, ...parts.post.map(asItem)];
      let result = "";
      for (const [index, item] of all.entries()) {
        const next = all[index + 1];
        result += item.raw ?? escapeText(item.text, next ? (next.raw ?? next.text) : "");
      }
      return result;
    },
    align: (translation, unknown) => serialize(alignParts(pairUp(translation), parts, raws, unknown)),
  };
}

/** `close` is empty for a code without a pair. */
type Spelling = { readonly open: string; readonly close: string; readonly argument?: number };

/** The tokens of a translation: without what surrounds its source too, and with the numbers that its codes have there. */
function alignParts(
  parts: readonly PairedPart[],
  source: Trimmed,
  spelled: ReadonlyMap<number, Spelling>,
  unknown: "text" | "drop",
): Token[] {
  const waiting = new Map<string, number[]>();
  for (const [id, { open, close, argument }] of [...spelled].reverse()) {
    const type = close === "" ? "code" : "open";
    for (const raw of argument ? [open, `%${argument}$${open.slice(1)}`] : [open]) {
      const key = `${type} ${raw}`;
      waiting.set(key, waiting.get(key) ?? []);
      waiting.get(key)!.push(id);
    }
  }
  const used = new Set<number>();
  const opened = new Map<PairedPart, number>();
  const take = (type: "open" | "code", raw: string): number | undefined => {
    const ids = waiting.get(`${type} ${raw}`) ?? [];
    let id = ids.pop();
    while (id !== undefined && used.has(id)) id = ids.pop();
    return id;
  };
  return withoutSurroundings(parts, source).flatMap((part): Token[] => {
    if (part.type === "text") return [{ type: "text", text: part.text }];
    const id = part.type === "close" ? opened.get(part.partner) : take(part.type, part.raw);
    if (id === undefined) return unknown === "text" ? [{ type: "text", text: part.raw }] : [];
    used.add(id);
    if (part.type === "open") opened.set(part, id);
    return [{ type: part.type === "code" ? "single" : part.type, id }];
  });
}

/** What a translation has between the white space and codes that stand around its source. */
function withoutSurroundings(parts: readonly PairedPart[], { pre, post }: Trimmed): PairedPart[] {
  const isBlank = (part: PairedPart | undefined) => part?.type === "text" && part.text.trim() === "";
  const rawOf = (part: PairedPart | undefined) => (part && part.type !== "text" ? part.raw : undefined);
  let from = 0;
  let to = parts.length;
  for (const around of pre) {
    while (from < to && isBlank(parts[from])) from++;
    if (from < to && around.type !== "text" && rawOf(parts[from]) === around.raw) from++;
  }
  for (const around of post.toReversed()) {
    while (from < to && isBlank(parts[to - 1])) to--;
    if (from < to && around.type !== "text" && rawOf(parts[to - 1]) === around.raw) to--;
  }
  const trimmed = { pre: [], body: parts.slice(from, to), post: [] };
  trimSpace(trimmed);
  return trimmed.body;
}

type PairedPart =
  | Extract<Piece, { type: "text" | "code" }>
  | { type: "open"; raw: string; kind: "pair" | "format" }
  | { type: "close"; raw: string; partner: PairedPart };

/** Finds the partner of each opening code; what has none becomes a single code. Linear in the number of pieces. */
function pairUp(pieces: readonly Piece[]): PairedPart[] {
  const parts: PairedPart[] = [];
  const stack: { name: string; index: number }[] = [];
  const waiting = new Map<string, number>();
  const drop = () => {
    const top = stack.pop()!;
    waiting.set(top.name, waiting.get(top.name)! - 1);
    return top;
  };
  const alone = (index: number) => {
    const part = parts[index]!;
    if (part.type === "open") parts[index] = { type: "code", raw: part.raw, kind: "single" };
  };
  for (const piece of pieces) {
    if (piece.type === "open") {
      stack.push({ name: piece.name, index: parts.length });
      waiting.set(piece.name, (waiting.get(piece.name) ?? 0) + 1);
      parts.push({ type: "open", raw: piece.raw, kind: piece.kind });
    } else if (piece.type !== "close") {
      if (piece.type !== "text" || piece.text) parts.push(piece);
    } else if (!waiting.get(piece.name)) {
      parts.push({ type: "code", raw: piece.raw, kind: "single" });
    } else {
      let top = drop();
      for (; top.name !== piece.name; top = drop()) alone(top.index);
      parts.push({ type: "close", raw: piece.raw, partner: parts[top.index]! });
    }
  }
  for (const { index } of stack) alone(index);
  return parts;
}

type Trimmed = { pre: PairedPart[]; body: PairedPart[]; post: PairedPart[] };

function trim(parts: readonly PairedPart[]): Trimmed {
  let from = 0;
  let to = parts.length;
  for (; from < to; ) {
    const [first, last] = [parts[from]!, parts[to - 1]!];
    if (isOuter(first)) {
      from++;
    } else if (isOuter(last)) {
      to--;
    } else if (last.type === "close" && last.partner === first) {
      from++;
      to--;
    } else {
      break;
    }
  }
  const trimmed = { pre: parts.slice(0, from), body: parts.slice(from, to), post: parts.slice(to) };
  trimSpace(trimmed);
  return trimmed;
}

/** Moves the white space at both ends of the text outside. */
function trimSpace({ pre, body, post }: Trimmed): void {
  const [first] = body;
  if (first?.type === "text") {
    const text = first.text.trimStart();
    pre.push({ type: "text", text: first.text.slice(0, first.text.length - text.length) });
    body[0] = { type: "text", text };
  }
  const last = body.at(-1);
  if (last?.type === "text") {
    const text = last.text.trimEnd();
    post.unshift({ type: "text", text: last.text.slice(text.length) });
    body[body.length - 1] = { type: "text", text };
  }
}

function isOuter(part: PairedPart): boolean {
  return part.type === "text" ? part.text.trim() === "" : part.type === "code" && part.kind === "single";
}

type Item = { readonly raw: string } | { readonly raw?: undefined; readonly text: string };

function asItem(part: PairedPart): Item {
  return part.type === "text" ? { text: part.text } : { raw: part.raw };
}
