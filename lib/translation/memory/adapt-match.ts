import { parseMessage } from "@/lib/text/message/parse";
import { escapeText, serialize, type Token, tokenize } from "@/lib/text/segment";

/** Maximum scores of adapted matches, because no person has confirmed the adapted text. */
const NUMBERS_ADAPTED = 99;
const PLACEHOLDERS_ADAPTED = 98;

type Unit = { readonly source: string; readonly target: string };

/** A number or a placeholder in a text. */
type Variable = { readonly text: string; readonly isNumber: boolean };

/**
 * The target of a memory unit with the numbers and placeholders of the text to translate, if the sources do not differ
 * in anything else. Null otherwise, or if it is uncertain which correspond. Texts are encoded.
 */
export function adaptMatch(source: string, unit: Unit): { target: string; match: number } | null {
  const [own, other] = [split(source), split(unit.source)];
  if (own.frame !== other.frame) return null;
  const replacements = new Map<string, Variable>();
  for (const [i, { text }] of other.variables.entries()) {
    const wanted = own.variables[i]!;
    const known = replacements.get(text);
    if (known && known.text !== wanted.text) return null;
    replacements.set(text, wanted);
  }
  const changed = [...replacements].filter(([text, wanted]) => text !== wanted.text);
  if (changed.length === 0) return null;
  // Other languages write numbers with separators differently, so these are not adapted.
  if (changed.some(([text, wanted]) => wanted.isNumber && !(isPlain(text) && isPlain(wanted.text)))) return null;
  const target = split(unit.target);
  const isCertain = changed.every(([text]) => times(other.variables, text) === times(target.variables, text));
  if (!isCertain) return null;
  const replaced = target.pieces.map((piece): Token => {
    if (!("variable" in piece)) return piece;
    const { text } = piece.variable;
    return { type: "text", text: replacements.get(text)?.text ?? text };
  });
  const onlyNumbers = changed.every(([, wanted]) => wanted.isNumber);
  return { target: serialize(replaced), match: onlyNumbers ? NUMBERS_ADAPTED : PLACEHOLDERS_ADAPTED };
}

type Piece = Token | { readonly variable: Variable };

/** The pieces of a text, and its frame: the text with a mark in place of each number and placeholder. */
function split(encoded: string): { pieces: readonly Piece[]; variables: readonly Variable[]; frame: string } {
  const pieces = tokenize(encoded).flatMap((token): Piece[] => (token.type === "text" ? cut(token.text) : [token]));
  const variables = pieces.flatMap((piece) => ("variable" in piece ? [piece.variable] : []));
  const frame = pieces.map((piece) => {
    if ("variable" in piece) return piece.variable.isNumber ? "\ue000" : "\ue001";
    return piece.type === "text" ? escapeText(piece.text) : serialize([piece]);
  });
  return { pieces, variables, frame: frame.join("") };
}

function cut(plain: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { start, end, text, kind, is } of parseMessage(plain, { numbers: true })) {
    if (kind !== "value") continue;
    if (start > from) pieces.push({ type: "text", text: plain.slice(from, start) });
    pieces.push({ variable: { text, isNumber: is === "number" } });
    from = end;
  }
  if (from < plain.length) pieces.push({ type: "text", text: plain.slice(from) });
  return pieces;
}

function times(variables: readonly Variable[], text: string): number {
  return variables.filter((one) => one.text === text).length;
}

function isPlain(number: string): boolean {
  return /^\p{Nd}+$/u.test(number);
}
