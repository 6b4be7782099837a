import { nestCodes } from "@/lib/text/message/nest-codes";
import { type InlineCode, type Segment, serialize, type Token, tokenize } from "@/lib/text/segment";

/** A piece of a string: text for people, or a code whose original form must be preserved. */
export type Piece =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "code";
      readonly raw: string;
      readonly kind: "single" | "placeholder";
      readonly equiv?: string;
      /** Argument number, starting with 1, of a printf directive that contains none. */
      readonly argument?: number;
      readonly identity?: string;
    }
  | {
      readonly type: "open";
      readonly raw: string;
      readonly kind: "pair" | "format";
      readonly name: string;
      readonly equiv?: string;
      /** Identifies the same code in a translation if the raw forms may differ: the id in XLIFF. */
      readonly identity?: string;
    }
  | { readonly type: "close"; readonly raw: string; readonly name: string };

/** A parsed string: the segment to translate, and functions that write it back. */
export type InlineString = {
  readonly segment: Pick<Segment, "text" | "codes">;
  /** Its original pieces. */
  readonly pieces: readonly Piece[];
  /**
   * The whole string for an encoded text, with its surroundings. Repairs lost, doubled, crossed or unknown codes, so
   * that the result is always well-formed.
   */
  restore(encoded: string, escapeText?: EscapeText): string;
  /** Like `restore`, for a translation of `source`: with its codes, within the surroundings of `within`. */
  respell(encoded: string, translation: Translation, escapeText?: EscapeText): string;
  /**
   * Encodes a translation of the string by the codes that both have. A code that only the translation has becomes text
   * if the format has no markup (`unknown` is `text`), else it is dropped.
   */
  align(translation: readonly Piece[], unknown: "text" | "drop"): string;
  /**
   * Encodes a person's translation without losing anything: common surroundings stay outside; other white space and
   * codes that the source lacks become text.
   */
  adopt(translation: readonly Piece[]): Translation & { readonly text: string };
  /** Original forms of its codes. */
  readonly spelling: InlineSpelling;
};

/** The string that a text translates, and the translation's surroundings. */
export type Translation = { readonly source: InlineString; readonly within: Surroundings };

/** A text of one string in a message; null keeps the current one. With `source`, it has the codes of that string. */
export type PartText = string | null | (Translation & { readonly text: string });

/** Writes a text of a string. */
export function spellPart(
  inline: InlineString,
  text: string | (Translation & { readonly text: string }),
  escapeText?: EscapeText,
) {
  return typeof text === "string" ? inline.restore(text, escapeText) : inline.respell(text.text, text, escapeText);
}

export type EscapeText = (text: string, nextRaw: string) => string;

type InlineSpelling = { readonly codes: readonly InlineCode[]; readonly raws: ReadonlyMap<number, Spelling> };

type Surroundings = { readonly pre: readonly PairedPart[]; readonly post: readonly PairedPart[] };

/**
 * Converts pieces to a segment. Outer white space, single codes and pairs stay outside, but not placeholders, which are
 * words of the sentence. Returns null without letters: there is nothing to translate.
 */
export function inlineString(pieces: readonly Piece[]): InlineString | null {
  const parts = trim(pairUp(pieces));
  if (!parts.body.some((part) => part.type === "text" && /\p{L}/u.test(part.text))) return null;
  return inlineOf(pieces, parts);
}

/** Strings that share codes: the forms of a plural message. The whole string is text, without surroundings. */
export type JointString = {
  /** Encoded, by form name. */
  readonly forms: Readonly<Record<string, string>>;
  readonly codes: readonly InlineCode[];
  /** The encoded text of a translation of any form. Codes that no form contains become text. */
  adopt(translation: readonly Piece[]): string;
  /** Writes an encoded text as a string. */
  spell(encoded: string, escapeText?: EscapeText): string;
};

/** Parses forms together: equal codes of several forms become one code. The first form's codes come first. */
export function jointString(forms: ReadonlyMap<string, readonly Piece[]>): JointString {
  const codes: InlineCode[] = [];
  const raws = new Map<number, { open: string; close: string; argument?: number; identity?: string | undefined }>();
  const known = new Map<string, number[]>();
  const encoded = [...forms].map(([name, pieces]) => {
    const times = new Map<string, number>();
    const ids = new Map<PairedPart, number>();
    const tokens = pairUp(pieces).map((part): Token => {
      if (part.type === "text") return { type: "text", text: part.text };
      if (part.type === "close") {
        const id = ids.get(part.partner)!;
        const spelling = raws.get(id)!;
        spelling.close ||= part.raw;
        return { type: "close", id };
      }
      const like = `${part.type} ${part.raw}`;
      const same = known.get(like) ?? [];
      known.set(like, same);
      const time = times.get(like) ?? 0;
      times.set(like, time + 1);
      const id = same[time] ?? codes.length + 1;
      if (same[time] === undefined) {
        same.push(id);
        const equiv = part.equiv !== undefined ? { equiv: part.equiv } : {};
        codes.push({ id, kind: part.kind, ...equiv });
        const argument = part.type === "code" && part.argument ? { argument: part.argument } : {};
        raws.set(id, { open: part.raw, close: "", ...argument, identity: part.identity });
      }
      ids.set(part, id);
      return { type: part.type === "open" ? "open" : "single", id };
    });
    return [name, serialize(tokens)] as const;
  });
  const spelling = { codes, raws };
  return {
    forms: Object.fromEntries(encoded),
    codes,
    adopt: (translation) => serialize(numbered(pairUp(translation), raws, "text")),
    spell: (text, escapeText) => render(text, spelling, { pre: [], post: [] }, escapeText),
  };
}

/** A string that is a single text as a whole, such as a number or an address. */
export function literalString(pieces: readonly Piece[]): InlineString {
  const text = pieces.map((piece) => (piece.type === "text" ? piece.text : piece.raw)).join("");
  return inlineOf(pieces, { pre: [], body: [{ type: "text", text }], post: [] });
}

function inlineOf(pieces: readonly Piece[], parts: Trimmed): InlineString {
  const codes: InlineCode[] = [];
  const raws = new Map<number, { open: string; close: string; argument?: number; identity?: string | undefined }>();
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
      const equiv = part.equiv !== undefined ? { equiv: part.equiv } : {};
      codes.push({ id, kind: part.kind, ...equiv });
      const argument = part.type === "code" && part.argument ? { argument: part.argument } : {};
      raws.set(id, { open: part.raw, close: "", ...argument, identity: part.identity });
      tokens.push({ type: part.type === "open" ? "open" : "single", id });
      if (part.type === "open") ids.set(part, id);
    }
  }
  const spelling = { codes, raws };
  const self: InlineString = {
    segment: { text: serialize(tokens), codes },
    pieces,
    spelling,
    restore: (encoded, escapeText) => render(encoded, spelling, parts, escapeText),
    respell: (encoded, { source, within }, escapeText) => render(encoded, source.spelling, within, escapeText),
    align: (translation, unknown) => serialize(alignParts(pairUp(translation), parts, raws, unknown)),
    adopt(translation) {
      const { pre, body, post } = commonSurroundings(pairUp(translation), parts);
      return { text: serialize(numbered(body, raws, "text")), source: self, within: { pre, post } };
    },
  };
  return self;
}

/** Writes an encoded text as a string. Codes that the text lacks are not added: a person omitted them. */
function render(
  encoded: string,
  { codes, raws }: InlineSpelling,
  { pre, post }: Surroundings,
  escapeText: EscapeText = (text) => text,
): string {
  const settled = nestCodes(tokenize(encoded), codes, "leave");
  const order = settled.flatMap((token) => (token.type === "single" ? (raws.get(token.id)!.argument ?? []) : []));
  const reordered = order.some((argument, index) => argument !== index + 1);
  const rendered = settled.map((token): Item => {
    if (token.type === "text") return { text: token.text };
    const { open, close, argument } = raws.get(token.id)!;
    const numbered = reordered && argument ? `%${argument}$${open.slice(1)}` : open;
    return { raw: token.type === "close" ? close : numbered };
  });
  const all = [...pre.map(asItem), ...rendered, ...post.map(asItem)];
  let result = "";
  for (const [index, item] of all.entries()) {
    const next = all[index + 1];
    result += item.raw ?? escapeText(item.text, next ? (next.raw ?? next.text) : "");
  }
  return result;
}

/** `close` is empty for an unpaired code. */
type Spelling = {
  readonly open: string;
  readonly close: string;
  readonly argument?: number;
  readonly identity?: string | undefined;
};

/** The tokens of a translation without the parts around its source, with the source's code numbers. */
function alignParts(
  parts: readonly PairedPart[],
  source: Trimmed,
  spelled: ReadonlyMap<number, Spelling>,
  unknown: "text" | "drop",
): Token[] {
  return numbered(withoutSurroundings(parts, source), spelled, unknown);
}

/** Parts of a translation as tokens, with the source's code numbers. */
function numbered(
  parts: readonly PairedPart[],
  spelled: ReadonlyMap<number, Spelling>,
  unknown: "text" | "drop",
): Token[] {
  const ids = idsOf(parts, spelled);
  return parts.flatMap((part): Token[] => {
    if (part.type === "text") return [{ type: "text", text: part.text }];
    const id = ids.get(part.type === "close" ? part.partner : part);
    if (id === undefined) return unknown === "text" ? [{ type: "text", text: part.raw }] : [];
    return [{ type: part.type === "code" ? "single" : part.type, id }];
  });
}

/** The source's numbers of a translation's codes: first equal codes, then those with the same identity. */
function idsOf(parts: readonly PairedPart[], spelled: ReadonlyMap<number, Spelling>): ReadonlyMap<PairedPart, number> {
  const waiting = new Map<string, number[]>();
  const wait = (key: string, id: number) => {
    const same = waiting.get(key);
    if (same) same.push(id);
    else waiting.set(key, [id]);
  };
  for (const [id, { open, close, argument, identity }] of [...spelled].reverse()) {
    const type = close === "" ? "code" : "open";
    wait(`${type} ${open}`, id);
    if (argument) wait(`${type} %${argument}$${open.slice(1)}`, id);
    if (identity !== undefined) wait(`${type} id ${identity}`, id);
  }
  const used = new Set<number>();
  const ids = new Map<PairedPart, number>();
  const take = (part: PairedPart, key: string) => {
    const same = waiting.get(key) ?? [];
    let id = same.pop();
    while (id !== undefined && used.has(id)) id = same.pop();
    if (id === undefined) return;
    used.add(id);
    ids.set(part, id);
  };
  const codes = parts.filter((part) => part.type === "open" || part.type === "code");
  for (const part of codes) take(part, `${part.type} ${part.raw}`);
  for (const part of codes)
    if (!ids.has(part) && part.identity !== undefined) take(part, `${part.type} id ${part.identity}`);
  return ids;
}

/** A translation without the white space and codes that surround its source. */
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

/** A translation without those outer spaces, codes and pairs that its source has, too. Others stay in the text. */
function commonSurroundings(translation: readonly PairedPart[], { pre, post }: Trimmed): Trimmed {
  const body = splitOuterSpace(translation);
  const common: Trimmed = { pre: [], body, post: [] };
  const before = pre.filter(isThere);
  const after = post.filter(isThere);
  const same = (part: PairedPart | undefined, other: PairedPart) =>
    part !== undefined &&
    part.type === other.type &&
    (part.type === "text" ? part.text : part.raw) === (other.type === "text" ? other.text : other.raw);
  const isPair = (part: PairedPart) => part.type === "open" || part.type === "close";
  // Pairs are removed at both ends or not at all, so all of them must match.
  const whole =
    before.length + after.length <= body.length &&
    before.every((part, i) => same(body[i], part)) &&
    after.every((part, i) => same(body[body.length - after.length + i], part));
  const lead = whole ? before.length : before.findIndex((part, i) => isPair(part) || !same(body[i], part));
  const leading = lead < 0 ? before.length : lead;
  const last = after.toReversed();
  const trail = whole ? after.length : last.findIndex((part, i) => isPair(part) || !same(body.at(-1 - i), part));
  const trailing = Math.min(trail < 0 ? after.length : trail, body.length - leading);
  common.pre = body.slice(0, leading);
  common.post = body.slice(body.length - trailing);
  common.body = body.slice(leading, body.length - trailing);
  return common;
}

function isThere(part: PairedPart): boolean {
  return part.type !== "text" || part.text !== "";
}

/** Splits outer white space, also next to outer codes, into separate parts. */
function splitOuterSpace(parts: readonly PairedPart[]): PairedPart[] {
  return parts.flatMap((part): PairedPart[] => {
    if (part.type !== "text") return [part];
    const start = part.text.length - part.text.trimStart().length;
    if (start === part.text.length) return [part];
    const end = part.text.trimEnd().length;
    const texts = [part.text.slice(0, start), part.text.slice(start, end), part.text.slice(end)];
    return texts.filter((text) => text !== "").map((text) => ({ type: "text", text }));
  });
}

type PairedPart =
  | Extract<Piece, { type: "text" | "code" }>
  | Omit<Extract<Piece, { type: "open" }>, "name">
  | { type: "close"; raw: string; partner: PairedPart };

/** Pairs opening and closing codes; unpaired ones become single codes. Linear time. */
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
      const { name: _, ...part } = piece;
      parts.push(part);
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

/** Moves outer white space out of the text. */
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
