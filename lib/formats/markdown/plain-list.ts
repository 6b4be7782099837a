import type { List, ListItem } from "mdast";
import { positionOf } from "./emphasis";
import { type Block, type BlockContext, type Found, indentOf, type Line, matchLine } from "./plain-lines";

export const RULE = /(?:(?:-[ ]*){3,}|(?:\*[ ]*){3,}|(?:_[ ]*){3,})(?=[\r\n]|$)/y;
export const ITEM = /([-*+]|(\d{1,9})([.)]))( {1,4})(?=[^\s])/y;
export const NUMBER_ITEM = /\d{1,9}[.)](?=\s|$)/y;
const CHECK = /\[([ xX])\]\s/y;

/** A list whose items have the same marker and whose content is aligned with that of their first line. */
export function readList(
  context: BlockContext,
  lines: readonly Line[],
  i: number,
  last: Block | undefined,
): Found | undefined {
  const { source } = context;
  const [marker, sign, number, stop] = matchLine(source, ITEM, lines[i]!) ?? [];
  if (sign === undefined) return;
  // In a list that interrupts a paragraph, the parser accepts only lists that start with the number one.
  const { start: from, end } = lines[i]!;
  const content = { start: from + marker!.length, end };
  if (last?.type === "paragraph" && (matchLine(source, NUMBER_ITEM, content) || matchLine(source, ITEM, content)))
    return;
  const kind = stop ?? sign;
  const items: ListItem[] = [];
  let isSpread = false;
  let at = i;
  let endsBlank = false;
  while (at < lines.length) {
    const line = lines[at]!;
    const [prefix, itemSign, , itemStop] = matchLine(source, ITEM, line) ?? [];
    if (matchLine(source, RULE, line)) return;
    if (prefix === undefined || (itemStop ?? itemSign) !== kind) {
      if (endsBlank) break;
      return;
    }
    if (endsBlank) isSpread = true;
    const end = itemEnd(source, lines, at, prefix.length);
    if (end === undefined) return;
    const item = readItem(context, lines.slice(at, end.last + 1), prefix.length);
    if (!item) return;
    items.push(item);
    endsBlank = end.next > end.last + 1;
    at = end.next;
  }
  // In a quote, the parser includes the blank line after a list in the list.
  if (context.isInQuote && at < lines.length) return;
  const position = positionOf(lines[i]!.start, items.at(-1)!.position!.end.offset!);
  const start = number === undefined ? null : Number(number);
  const list: List = { type: "list", ordered: start !== null, start, spread: isSpread, children: items, position };
  return { block: list, next: at, endsBlank };
}

/** The last line of the item that begins at line `first`, and the first line after it that is not blank. */
export function itemEnd(
  source: string,
  lines: readonly Line[],
  first: number,
  width: number,
): { last: number; next: number } | undefined {
  let last = first;
  for (let at = first + 1; at < lines.length; at++) {
    const { start, end } = lines[at]!;
    const indent = indentOf(source, lines[at]!);
    if (start + indent >= end) {
      // The range has only white space.
      if (start < end) return;
    } else if (indent >= width) last = at;
    else if (indent > 0) return;
    else return { last, next: at };
  }
  return { last, next: lines.length };
}

function readItem(context: BlockContext, lines: readonly Line[], width: number): ListItem | undefined {
  const { source } = context;
  const inner = lines.map(({ start, end }) => ({ start: Math.min(start + width, end), end }));
  const check = matchLine(source, CHECK, inner[0]!);
  if (check) inner[0] = { start: inner[0]!.start + check[0].length, end: inner[0]!.end };
  // An empty item and an item that begins with code are not accepted.
  if (/^\s?$/.test(source.slice(inner[0]!.start, Math.min(inner[0]!.start + 1, inner[0]!.end)))) return;
  const content = context.within(inner);
  const first = content?.blocks[0];
  if (!content || (check && first?.type !== "paragraph")) return;
  // Only text may follow a check box.
  if (check && first?.type === "paragraph" && first.children[0]?.type !== "text")
    first.position!.start.offset! -= check[0].length;
  return {
    type: "listItem",
    spread: content.isSpread,
    checked: check ? check[1] !== " " : null,
    children: content.blocks,
    position: positionOf(lines[0]!.start, content.blocks.at(-1)!.position!.end.offset!),
  };
}
