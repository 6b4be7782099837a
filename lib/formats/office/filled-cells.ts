/** A cell address as numbers: `BC12` is column 55, row 12. */
export type Cell = { readonly column: number; readonly row: number };

export type CellRange = { readonly from: Cell; readonly to: Cell };

/** Number of columns up to `ZZZ`, the last supported one. */
const COLUMNS = 26 + 26 ** 2 + 26 ** 3;

/**
 * The `cells` within any of `ranges`. Processes rows in order and counts the ranges over each column in a binary
 * indexed tree, so that a sheet with tens of thousands of array formulas takes linear time.
 */
export function cellsWithin<T extends Cell>(cells: readonly T[], ranges: readonly CellRange[]): Set<T> {
  const rows = new Map<number, { begin: CellRange[]; cells: T[]; end: CellRange[] }>();
  const at = (row: number) => {
    const known = rows.get(row) ?? { begin: [], cells: [], end: [] };
    rows.set(row, known);
    return known;
  };
  for (const range of ranges) {
    at(range.from.row).begin.push(range);
    at(range.to.row).end.push(range);
  }
  for (const cell of cells) at(cell.row).cells.push(cell);
  const over = new ColumnCounts();
  const within = new Set<T>();
  for (const row of [...rows.keys()].sort((a, b) => a - b)) {
    const { begin, cells: here, end } = rows.get(row)!;
    for (const { from, to } of begin) over.add(from.column, to.column, 1);
    for (const cell of here) if (over.of(cell.column) > 0) within.add(cell);
    for (const { from, to } of end) over.add(from.column, to.column, -1);
  }
  return within;
}

/** Counts per column. A range update and a point query take 15 steps each (Fenwick 1994). */
class ColumnCounts {
  readonly #sums = new Int32Array(COLUMNS + 2);

  add(from: number, to: number, count: number): void {
    this.#addFrom(from, count);
    this.#addFrom(to + 1, -count);
  }

  of(column: number): number {
    let sum = 0;
    for (let i = column; i > 0; i -= i & -i) sum += this.#sums[i]!;
    return sum;
  }

  #addFrom(column: number, count: number): void {
    for (let i = column; i < this.#sums.length; i += i & -i) this.#sums[i]! += count;
  }
}
