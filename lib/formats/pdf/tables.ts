import type { Box } from "./geometry";
import type { Line } from "./line";

/** A cell of a table, with the number of its table in the document. */
export type Cell = { readonly table: number; readonly row: number; readonly column: number };

type Cells = {
  /** The lines, grouped by cell. */
  readonly order: readonly Line[];
  readonly cells: ReadonlyMap<Line, Cell>;
  /** Number of tables. */
  readonly count: number;
};

/** Maximum text lines and drawn lines of a page that are examined; a drawing has more. */
const MAX_LINES = 3_000;
const MAX_RULES = 2_000;

/**
 * The tables of a page: cells with lines drawn around them, or consecutive rows of at least two adjacent pieces.
 * `first` is the number of the first table.
 */
export function cellsOf(lines: readonly Line[], rules: readonly Box[], first: number): Cells {
  if (lines.length > MAX_LINES) return { order: lines, cells: new Map(), count: 0 };
  const drawn = rules.length <= MAX_RULES ? drawnCells(lines, rules) : new Map<Line, Box>();
  const cells = new Map<Line, Cell>();
  let table = first;
  for (const group of [...tablesOfBoxes(drawn), ...tablesOfRows(lines, drawn)]) {
    for (const [line, row, column] of group) cells.set(line, { table, row, column });
    table++;
  }
  return { order: grouped(lines, cells), cells, count: table - first };
}

type PlacedLine = readonly [line: Line, row: number, column: number];

/** Moves the lines of a cell to its first line, with cells in the order of rows. */
function grouped(lines: readonly Line[], cells: ReadonlyMap<Line, Cell>): Line[] {
  const tables = new Map<number, Line[]>();
  for (const line of lines) {
    const cell = cells.get(line);
    if (cell) tables.set(cell.table, [...(tables.get(cell.table) ?? []), line]);
  }
  const done = new Set<number>();
  return lines.flatMap((line) => {
    const cell = cells.get(line);
    if (!cell) return [line];
    if (done.has(cell.table)) return [];
    done.add(cell.table);
    const rank = (one: Line) => cells.get(one)!;
    return tables
      .get(cell.table)!
      .toSorted((a, b) => rank(a).row - rank(b).row || rank(a).column - rank(b).column || b.y - a.y || a.x - b.x);
  });
}

/** The rectangle drawn around each line of text, if it is closed and has another one next to it. */
function drawnCells(lines: readonly Line[], rules: readonly Box[]): Map<Line, Box> {
  const upright = rules.filter(({ bottom, top }) => top - bottom > 4);
  const flat = rules.filter(({ left, right }) => right - left > 4);
  const cells = new Map<Line, Box>();
  for (const line of lines) {
    if (line.angle !== 0) continue;
    const middle = line.y + line.size * 0.3;
    const center = (line.x + line.right) / 2;
    const beside = upright.filter(({ bottom, top }) => bottom <= middle && top >= middle);
    const over = flat.filter(({ left, right }) => left <= center && right >= center);
    const left = most(beside.map((rule) => rule.left).filter((x) => x <= line.x + 1));
    const right = -most(beside.map((rule) => -rule.left).filter((x) => -x >= line.right - 1));
    const bottom = most(over.map((rule) => rule.bottom).filter((y) => y <= middle));
    const top = -most(over.map((rule) => -rule.bottom).filter((y) => -y > middle));
    if ([left, right, bottom, top].every(Number.isFinite)) cells.set(line, { left, right, bottom, top });
  }
  return cells;
}

function most(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
}

/** Touching cells form a table; a single box does not. */
function tablesOfBoxes(drawn: ReadonlyMap<Line, Box>): PlacedLine[][] {
  const groups: [Line, Box][][] = [];
  for (const entry of drawn) {
    const touching = groups.filter((group) => group.some(([, box]) => touch(box, entry[1])));
    const merged = [...touching.flat(), entry];
    for (const group of touching) groups.splice(groups.indexOf(group), 1);
    groups.push(merged);
  }
  return groups.flatMap((group) => {
    const rows = distinct(group.map(([, { top }]) => -top));
    const columns = distinct(group.map(([, { left }]) => left));
    if (columns.length < 2 && rows.length < 2) return [];
    if (columns.length < 2) return [];
    return [group.map(([line, { top, left }]): PlacedLine => [line, indexIn(rows, -top), indexIn(columns, left)])];
  });
}

function touch(a: Box, b: Box): boolean {
  const apart = 3;
  return (
    a.left <= b.right + apart && b.left <= a.right + apart && a.bottom <= b.top + apart && b.bottom <= a.top + apart
  );
}

/** Sorted values; values within 3 points are merged. */
function distinct(values: readonly number[]): number[] {
  return values.toSorted((a, b) => a - b).filter((value, i, all) => i === 0 || value - all[i - 1]! > 3);
}

function indexIn(values: readonly number[], value: number): number {
  return Math.max(
    0,
    values.findLastIndex((one) => one <= value + 3),
  );
}

/** Consecutive rows whose pieces are adjacent in content order, unlike columns of prose. */
function tablesOfRows(lines: readonly Line[], drawn: ReadonlyMap<Line, Box>): PlacedLine[][] {
  const rows: Line[][] = [];
  for (const line of lines) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    if (row && last && Math.abs(last.y - line.y) < line.size * 0.3 && line.x > last.right && last.angle === line.angle)
      row.push(line);
    else rows.push([line]);
  }
  const tables: PlacedLine[][] = [];
  for (let i = 0; i < rows.length; ) {
    let end = i;
    while (
      end < rows.length &&
      rows[end]!.length > 1 &&
      !rows[end]!.some((line) => drawn.has(line)) &&
      follows(rows, i, end)
    )
      end++;
    const group = rows.slice(i, end);
    const columns = group.length > 1 ? columnsOf(group) : [];
    if (columns.length > 1)
      tables.push(group.flatMap((row, r) => row.map((line): PlacedLine => [line, r, columnOf(columns, line)])));
    i = Math.max(end, i + 1);
  }
  return tables;
}

/** Whether a row belongs to the table that begins at `start`: it is closely below and shares a column. */
function follows(rows: readonly Line[][], start: number, at: number): boolean {
  if (at === start) return true;
  const [above, row] = [rows[at - 1]!, rows[at]!];
  const gap = above[0]!.y - row[0]!.y;
  if (gap <= 0 || gap > row[0]!.size * 4) return false;
  return row.filter((line) => above.some((one) => aligned(one, line))).length > 1;
}

function aligned(a: Line, b: Line): boolean {
  const near = b.size * 0.6;
  return (
    Math.abs(a.x - b.x) < near || Math.abs(a.right - b.right) < near || Math.abs(a.x + a.right - b.x - b.right) < near
  );
}

type Span = { left: number; right: number };

/** The columns as the horizontal ranges in the rows with the most cells. */
function columnsOf(rows: readonly Line[][]): Span[] {
  const count = Math.max(...rows.map((row) => row.length));
  const spans: Span[] = [];
  for (const line of rows.filter((row) => row.length === count).flat()) {
    const same = spans.find(({ left, right }) => line.x < right && line.right > left);
    if (same) Object.assign(same, { left: Math.min(same.left, line.x), right: Math.max(same.right, line.right) });
    else spans.push({ left: line.x, right: line.right });
  }
  return spans.sort((a, b) => a.left - b.left);
}

function columnOf(columns: readonly Span[], line: Line): number {
  const distance = ({ left, right }: Span) => Math.max(0, left - line.right, line.x - right);
  return columns.reduce((best, column, i) => (distance(column) < distance(columns[best]!) ? i : best), 0);
}
