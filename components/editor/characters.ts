/** Characters that cannot be seen, or hardly be typed, by the name of their message. */
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

/** Spaces other than the ordinary one, several spaces in a row, and zero-width marks. */
const UNSEEN = "[\\u00a0\\u00ad\\u2000-\\u200f\\u202a-\\u202f\\u205f-\\u2069\\u3000]+| {2,}";

/** By whether a text starts, and ends, with the piece. */
const PATTERNS = ["", "|^ +", "| +$", "|^ +| +$"].map((ends) => new RegExp(`(${UNSEEN}${ends})`));

type Piece = { readonly text: string; readonly isUnseen: boolean };

/** A text in pieces, with those apart that are easily overlooked; blanks at its ends too where it ends there. */
export function withUnseen(text: string, ends: { readonly start: boolean; readonly end: boolean }): readonly Piece[] {
  const unseen = PATTERNS[Number(ends.start) + 2 * Number(ends.end)]!;
  return text.split(unseen).flatMap((piece, i) => (piece === "" ? [] : [{ text: piece, isUnseen: i % 2 === 1 }]));
}
