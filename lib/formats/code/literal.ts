import { hasIcuChoice, icuOrPlain } from "@/lib/formats/l10n/icu";
import { inlineString, type Piece } from "@/lib/formats/l10n/inline-string";
import { type Entry, messageEntry, plainMessage } from "@/lib/formats/l10n/message";
import { scanString } from "@/lib/formats/l10n/string-pieces";
import { valueEntry } from "@/lib/formats/l10n/strings-document";

/** A string literal of a program's source. */
export type Literal = {
  /** With {@link HOLE}s in place of interpolations. */
  readonly value: string;
  /** The interpolations as written, one per hole. */
  readonly holes: readonly string[];
  /** Includes the quotes. */
  readonly start: number;
  readonly end: number;
  /** Writes a value with the quotes of the source; holes stay. */
  readonly spell: (value: string) => string;
};

/** First of the private-use characters that represent interpolations. */
const FIRST_HOLE = 0xe000;
const HOLE = /[\ue000-\uf8ff]/g;

/** The character of the next hole; `undefined` if a string has too many for prose. */
export function holeFor(holes: readonly string[]): string | undefined {
  return holes.length < 1_000 ? String.fromCharCode(FIRST_HOLE + holes.length) : undefined;
}

/** The entry of a message literal; nothing without words. */
export function literalEntry(literal: Literal, key: string): Entry[] {
  const { value, holes, start, end } = literal;
  const place = { start, end, key };
  if (holes.length === 0) {
    const message = hasIcuChoice(value) ? icuOrPlain(value, "icu") : plainMessage(value);
    return message ? [messageEntry(message, place, literal.spell)] : [];
  }
  const inline = inlineString(holedPieces(value, holes));
  const fill = (spelled: string) => spelled.replace(HOLE, (hole) => holes[hole.charCodeAt(0) - FIRST_HOLE] ?? "");
  return inline ? [valueEntry(inline, place, (text) => fill(literal.spell(text)))] : [];
}

function holedPieces(value: string, holes: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: hole, index } of value.matchAll(HOLE)) {
    pieces.push(...scanString(value.slice(from, index)));
    pieces.push({ type: "code", raw: hole, kind: "placeholder", equiv: holes[hole.charCodeAt(0) - FIRST_HOLE] ?? "" });
    from = index + hole.length;
  }
  return [...pieces, ...scanString(value.slice(from))];
}

/** A token of a program's source. */
export type Lexeme =
  | { readonly type: "string"; readonly literal: Literal; readonly start: number }
  | { readonly type: "word" | "mark"; readonly text: string; readonly start: number };

export function isMark(lexeme: Lexeme | undefined, ...texts: readonly string[]): boolean {
  return lexeme?.type === "mark" && texts.includes(lexeme.text);
}

export function isWord(lexeme: Lexeme | undefined, ...texts: readonly string[]): boolean {
  return lexeme?.type === "word" && texts.includes(lexeme.text);
}
