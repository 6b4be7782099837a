import type { FormatOptions } from "@/lib/formats/format";
import { icuOrPlain } from "@/lib/formats/l10n/icu";
import { inlineString, type Piece } from "@/lib/formats/l10n/inline-string";
import { type Entry, inlineMessage, literalMessage, messageEntry, plainMessage } from "@/lib/formats/l10n/message";
import { scanString } from "@/lib/formats/l10n/string-pieces";
import { hasIcuChoice } from "@/lib/text/message/placeholders";

/** A string literal of a program's source. */
export type Literal = {
  /** The value, with a {@link HOLE} for each interpolation. */
  readonly value: string;
  /** The interpolations as written, one per hole. */
  readonly holes: readonly string[];
  /** Range including the quotes. */
  readonly start: number;
  readonly end: number;
  /** Writes a value with the source's quotes; holes stay. */
  readonly spell: (value: string) => string;
};

/** The first of the private-use characters that stand for interpolations. */
const FIRST_HOLE = 0xe000;
const HOLE = /[\ue000-\uf8ef]/g;
/** Enclose an interpolation in the value of a message, so that the value is the same in each file. */
const [OPEN, CLOSE] = ["\uf8f2", "\uf8f3"];
const ENCLOSED = /\uf8f2([^\uf8f3]*)\uf8f3/g;

/** The character for the next hole; undefined if a string has too many holes to be prose. */
export function holeFor(holes: readonly string[]): string | undefined {
  return holes.length < 1_000 ? String.fromCharCode(FIRST_HOLE + holes.length) : undefined;
}

export function hasHole(value: string): boolean {
  return value.search(HOLE) >= 0;
}

type LiteralPlace = { readonly key: string; readonly id: string; readonly note?: string | undefined };

/** The entry of a message literal. Without words there is none or, with `values`, an entry kept for each language. */
export function literalEntry(
  literal: Literal,
  { key, id, note }: LiteralPlace,
  isText: boolean,
  { values }: FormatOptions,
): Entry | undefined {
  const { value, holes, start, end } = literal;
  const place = { start, end, key, id, note };
  if (holes.length === 0) {
    const prose = isText ? (hasIcuChoice(value) ? icuOrPlain(value, "icu") : plainMessage(value)) : null;
    const message = prose ?? (values === "all" && value !== "" ? literalMessage(value) : null);
    return message ? messageEntry(message, place, (text) => spellWithHoles(text, literal)) : undefined;
  }
  const pieces = holedPieces(value, holes);
  const inline = isText ? inlineString(pieces) : null;
  if (!inline) return undefined;
  const enclosed = pieces.map((piece) => (piece.type === "text" ? piece.text : piece.raw)).join("");
  return messageEntry(inlineMessage(inline, enclosed), place, (text) => spellWithHoles(text, literal));
}

/** Writes a value; its enclosed interpolations stay unchanged. */
function spellWithHoles(value: string, { spell }: Literal): string {
  const holes: string[] = [];
  const holed = value.replace(ENCLOSED, (_, hole: string) => {
    const character = holeFor(holes);
    if (character) holes.push(hole);
    return character ?? "";
  });
  return spell(holed).replace(HOLE, (hole) => holes[hole.charCodeAt(0) - FIRST_HOLE] ?? hole);
}

function holedPieces(value: string, holes: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: hole, index } of value.matchAll(HOLE)) {
    pieces.push(...scanString(value.slice(from, index)));
    const equiv = holes[hole.charCodeAt(0) - FIRST_HOLE] ?? "";
    pieces.push({ type: "code", raw: OPEN + equiv + CLOSE, kind: "placeholder", equiv });
    from = index + hole.length;
  }
  return [...pieces, ...scanString(value.slice(from))];
}

/** A token of a program's source. */
export type Lexeme =
  | { readonly type: "string"; readonly literal: Literal; readonly start: number; readonly end: number }
  | { readonly type: "word" | "mark"; readonly text: string; readonly start: number; readonly end: number };

export function isMark(lexeme: Lexeme | undefined, ...texts: readonly string[]): boolean {
  return lexeme?.type === "mark" && texts.includes(lexeme.text);
}

export function isWord(lexeme: Lexeme | undefined, ...texts: readonly string[]): boolean {
  return lexeme?.type === "word" && texts.includes(lexeme.text);
}
