import type { BlockContent, DefinitionContent, PhrasingContent } from "mdast";
import type { MdxJsxFlowElement } from "mdast-util-mdx";
import { positionOf } from "./emphasis";

/** A line without the prefixes of the lists and quotes that contain it. Positions are offsets. */
export type Line = { readonly start: number; readonly end: number };

export type Block = BlockContent | DefinitionContent | MdxJsxFlowElement;

export type Blocks = {
  readonly blocks: Block[];
  /** Whether blank lines separate two of its blocks. */
  readonly isSpread: boolean;
};

/** A block, and the index of the line after it. */
export type Found = { readonly block: Block; readonly next: number; readonly endsBlank?: boolean };

/** Reads the blocks and texts within lists and tables. */
export type BlockContext = {
  readonly source: string;
  readonly isInQuote: boolean;
  /** The blocks of an item. */
  readonly within: (lines: readonly Line[]) => Blocks | undefined;
  readonly inline: (start: number, end: number) => PhrasingContent[] | undefined;
};

/** Matches a pattern at the start of a line. */
export function matchLine(source: string, sticky: RegExp, { start, end }: Line): RegExpExecArray | undefined {
  sticky.lastIndex = start;
  const match = sticky.exec(source) ?? undefined;
  return match && sticky.lastIndex <= end ? match : undefined;
}

/** Number of spaces at the start of a line. */
export function indentOf(source: string, { start, end }: Line): number {
  let at = start;
  while (at < end && source[at] === " ") at++;
  return at - start;
}

export function spanOf({ start, end }: Line) {
  return positionOf(start, end);
}
