/** Characters that are invisible or hard to type, by the key of their name. */
export const CHARACTERS = {
  noBreakSpace: "\u00a0",
  narrowNoBreakSpace: "\u202f",
  thinSpace: "\u2009",
  leftToRightMark: "\u200e",
  rightToLeftMark: "\u200f",
  enDash: "\u2013",
  emDash: "\u2014",
  ellipsis: "\u2026",
} as const;

/** Spaces other than the ordinary one, several consecutive spaces, and zero-width marks. */
const UNSEEN = "[\\u00a0\\u00ad\\u2000-\\u200f\\u202a-\\u202f\\u205f-\\u2069\\u3000]+| {2,}";

/** Patterns by whether the piece is at the start and at the end of the text. */
const PATTERNS = ["", "|^ +", "| +$", "|^ +| +$"].map((ends) => new RegExp(`(${UNSEEN}${ends})`));

type Piece = { readonly text: string; readonly isUnseen: boolean };

/** Splits a text, separating characters that are easily overlooked, also blanks at its start and end. */
export function withUnseen(text: string, ends: { readonly start: boolean; readonly end: boolean }): readonly Piece[] {
  const unseen = PATTERNS[Number(ends.start) + 2 * Number(ends.end)]!;
  return text.split(unseen).flatMap((piece, i) => (piece === "" ? [] : [{ text: piece, isUnseen: i % 2 === 1 }]));
}
