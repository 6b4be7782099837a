import type { Face } from "./painted";

/** How a piece differs from running text. `shift` is 1 for raised letters, -1 for lowered ones. */
export type Style = {
  readonly face: Face;
  readonly shift: -1 | 0 | 1;
};

export type Piece = { readonly text: string; readonly style: Style };

/** A line of text. Its items are indices of the page's pieces. */
export type Line = {
  readonly page: number;
  readonly angle: number;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  right: number;
  text: string;
  readonly pieces: Piece[];
  readonly items: number[];
  /** Dots and a page number after the text, which are not part of it. */
  leader?: Leader | undefined;
};

/** Dots and number after a line of a table of contents, without the spaces between them. */
export type Leader = { readonly dots: string; readonly number: string };
