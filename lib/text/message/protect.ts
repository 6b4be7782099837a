import {
  escapeText,
  type InlineCode,
  isSeparator,
  type Segment,
  serialize,
  type Token,
  tokenize,
} from "@/lib/text/segment";
import { isBranch, pairPart } from "./fields";
import { type HeldCode, holdGlued } from "./glued";
import { parseMessage } from "./parse";
import type { Placeholder } from "./placeholders";

/** Finds text that a caller protects, by UTF-16 offsets in a plain text, in any order. */
export type Protector = (plain: string) => readonly { readonly start: number; readonly end: number }[];

/** A placeholder removed from a segment: its encoded text, and the closing tag of a pair. */
export type ProtectedCode = HeldCode;

/**
 * Replaces placeholders and code in a segment's text by inline codes, numbered after the existing ones: matching tags
 * become a `pair`, anything else a `placeholder` whose `equiv` is its text; text attached to markup becomes one code
 * with it. {@link restore} is the inverse.
 */
export function protect(
  source: Segment,
  protector?: Protector,
): { segment: Segment; protectedCodes: readonly ProtectedCode[] } {
  const { segment, held } = holdGlued(source);
  const own = new Map(source.codes.map((code) => [code.id, code]));
  const pieces = tokenize(segment.text).flatMap((token): Piece[] => {
    if (token.type === "text") return cut(token, protector);
    const code = token.type === "single" && own.get(token.id);
    if (!code || isSeparator(code)) return [{ token }];
    const part = code.kind === "placeholder" && pairPart(code.equiv ?? "");
    return [{ token, found: { kind: "value", start: 0, end: 0, text: serialize([token]), ...(part || {}) } }];
  });
  const partners = pairUp(pieces);
  for (const [open, close] of enclosing(pieces, partners)) partners.set(open, close);
  let id = segment.codes.reduce((highest, code) => Math.max(highest, code.id), 0);
  const codes: InlineCode[] = [...segment.codes];
  const protectedCodes: ProtectedCode[] = [...held];
  const tokens: Token[] = pieces.map(({ token }) => token);
  const spelled = ({ token, found }: Piece) => (token.type === "text" ? escapeText(found!.text) : found!.text);
  for (const [index, { found }] of pieces.entries()) {
    const partner = partners.get(index);
    // Of the codes that a format has already, only pairs are replaced.
    const isCode = tokens[index]!.type === "single";
    if (!found || (isCode ? partner === undefined : tokens[index]!.type !== "text")) continue;
    id++;
    if (partner === undefined) {
      tokens[index] = { type: "single", id };
      codes.push({ id, kind: "placeholder", equiv: isBranch(found.text) ? "\n" : (found.equiv ?? found.text) });
      protectedCodes.push({ id, open: escapeText(found.text) });
    } else {
      tokens[index] = { type: "open", id };
      tokens[partner] = { type: "close", id };
      codes.push({ id, kind: "pair" });
      protectedCodes.push({ id, open: spelled(pieces[index]!), close: spelled(pieces[partner]!) });
    }
  }
  if (protectedCodes.length === 0) return { segment, protectedCodes };
  const left = new Set(tokens.map((token) => (token.type === "text" ? 0 : token.id)));
  const used = codes.filter(({ id, kind }) => left.has(id) || kind === "pair" || !own.has(id));
  return { segment: { ...segment, text: serialize(tokens), codes: used }, protectedCodes };
}

/** Replaces the codes of {@link protect} by the original text. Texts are encoded. */
export function restore(encoded: string, protectedCodes: readonly ProtectedCode[]): string {
  if (protectedCodes.length === 0) return encoded;
  const originals = new Map(protectedCodes.map((code) => [code.id, code]));
  return tokenize(encoded)
    .map((token) => {
      const original = token.type === "text" ? undefined : originals.get(token.id);
      return original ? (token.type === "close" ? (original.close ?? "") : original.open) : serialize([token]);
    })
    .join("");
}

type Piece = { readonly token: Token; readonly found?: Placeholder };

/** Splits a text token into prose and protected parts. */
function cut(token: { readonly type: "text"; readonly text: string }, protector?: Protector): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of parseMessage(token.text, { code: true, named: protector?.(token.text) })) {
    if (found.start > from) pieces.push({ token: { type: "text", text: token.text.slice(from, found.start) } });
    pieces.push({ token: { type: "text", text: found.text }, found });
    from = found.end;
  }
  if (from < token.text.length) pieces.push({ token: { type: "text", text: token.text.slice(from) } });
  return pieces;
}

/**
 * Maps the index of an opening tag to its closing tag, for tags that nest with each other and with the codes. Both tags
 * must be inside the same code; a code's end closes all tags opened in it. Linear time.
 */
function pairUp(pieces: readonly Piece[]): Map<number, number> {
  const partners = new Map<number, number>();
  const levels: OpenTags[] = [new OpenTags(0)];
  const levelOf = new Map<number, number>();
  for (const [index, { token, found }] of pieces.entries()) {
    if (found?.kind === "open") levels.at(-1)!.open(found.name, index);
    if (found?.kind === "close") {
      const opened = levels.at(-1)!.close(found.name);
      if (opened !== undefined) partners.set(opened, index);
    }
    if (found || token.type === "text") continue;
    if (token.type === "open") {
      levelOf.set(token.id, levels.length);
      levels.push(new OpenTags(token.id));
    }
    const level = token.type === "close" ? levelOf.get(token.id) : undefined;
    if (level !== undefined && levels[level]?.id === token.id) levels.length = level;
  }
  return partners;
}

/** Two codes that a word touches on both sides enclose it, whatever they are: `%1$snew%2$s`. */
function enclosing(pieces: readonly Piece[], partners: ReadonlyMap<number, number>): (readonly [number, number])[] {
  const paired = new Set([...partners.keys(), ...partners.values()]);
  // Each piece as a character, or its prose.
  const shown = pieces.map(({ token, found }, at) => {
    if (!found) return token.type === "text" ? token.text : "";
    return found.is === "code" || found.equiv?.includes("\n") || paired.has(at) ? "\ufffe" : "\ufffc";
  });
  return shown.flatMap((code, at) => {
    const [word = "", close] = [shown[at + 1], shown[at + 2]];
    const isApart = APART.test(`${shown[at - 1] ?? ""}\ufffc${shown[at + 3] ?? ""}`);
    return code === "\ufffc" && close === code && ENCLOSED.test(word) && isApart ? [[at, at + 2] as const] : [];
  });
}

/** Words of at least three letters, in a script with blanks. */
const ENCLOSED =
  /^(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai})(?=(?:\P{L}*\p{L}){3})\p{L}[^\n]*\p{L}$/u;
const APART = /(?:^|[\s([{"“‘«¿¡])\ufffc(?:$|[\s.,;:!?…)\]}"”’»])/u;

/** The tags opened directly within a code, or outside all codes. */
class OpenTags {
  readonly #open: { readonly name: string | undefined; readonly index: number }[] = [];
  readonly #times = new Map<string | undefined, number>();

  constructor(readonly id: number) {}

  open(name: string | undefined, index: number): void {
    this.#open.push({ name, index });
    this.#times.set(name, (this.#times.get(name) ?? 0) + 1);
  }

  /** Returns the index of the opening tag; tags opened after it stay unpaired. */
  close(name: string | undefined): number | undefined {
    if (!this.#times.get(name)) return;
    for (;;) {
      const last = this.#open.pop()!;
      this.#times.set(last.name, this.#times.get(last.name)! - 1);
      if (last.name === name) return last.index;
    }
  }
}
