import type { Table, TableRow } from "mdast";
import { positionOf } from "./emphasis";
import { type BlockContext, type Found, type Line, matchLine, spanOf } from "./plain-lines";

const DELIMITER_ROW = /\|(?: *:?-+:? *\|)+(?=[\r\n]|$)/y;

/** Reads a table whose rows begin and end with `|` and have as many cells as the first row. */
export function readTable(context: BlockContext, lines: readonly Line[], i: number): Found | undefined {
  const { source } = context;
  const row = lines[i + 1];
  if (!row || matchLine(source, DELIMITER_ROW, row)?.[0].length !== row.end - row.start) return;
  const align = source
    .slice(row.start + 1, row.end - 1)
    .split("|")
    .map((cell) => {
      const [left, right] = [cell.trim().startsWith(":"), cell.trim().endsWith(":")];
      if (left) return right ? "center" : "left";
      return right ? "right" : null;
    });
  const rows: TableRow[] = [];
  let at = i;
  for (; at < lines.length && lines[at]!.start < lines[at]!.end; at++) {
    if (at === i + 1) continue;
    const cells = rowOf(context, lines[at]!);
    if (!cells || cells.children.length !== align.length) return;
    rows.push(cells);
  }
  const position = positionOf(lines[i]!.start, lines[at - 1]!.end);
  const table: Table = { type: "table", align, children: rows, position };
  return { block: table, next: at };
}

function rowOf(context: BlockContext, line: Line): TableRow | undefined {
  const { source } = context;
  const { start, end } = line;
  const text = source.slice(start, end);
  if (!text.startsWith("|") || !text.endsWith("|") || text.length < 2 || text.includes("\\")) return;
  const children: TableRow["children"] = [];
  for (let from = 0; from < text.length - 1; ) {
    const to = text.indexOf("|", from + 1);
    let first = start + from + 1;
    const last = start + to;
    while (first < last && source[first] === " ") first++;
    const content = context.inline(first, last);
    if (!content) return;
    const isLast = to === text.length - 1;
    children.push({
      type: "tableCell",
      children: content,
      position: positionOf(start + from, start + to + (isLast ? 1 : 0)),
    });
    from = to;
  }
  return { type: "tableRow", children, position: spanOf(line) };
}
