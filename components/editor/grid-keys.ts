/** A cell by the index of its row and column, both from 0. */
export type Cell = { readonly row: number; readonly column: number };

type Size = { readonly rows: number; readonly columns: number };
type Key = { readonly key: string; readonly ctrlKey: boolean; readonly metaKey: boolean; readonly shiftKey: boolean };

/** Number of rows that PageUp and PageDown move. */
const PAGE = 10;

/**
 * The cell to which a key moves from another cell; null for other keys. Follows ARIA's grid pattern, in which arrows
 * move in reading direction.
 */
export function cellAfter({ row, column }: Cell, size: Size, key: Key, isRtl: boolean): Cell | null {
  const command = key.ctrlKey || key.metaKey;
  const sideways = isRtl ? -1 : 1;
  const to = (nextRow: number, nextColumn: number): Cell => ({
    row: Math.min(Math.max(nextRow, 0), size.rows - 1),
    column: Math.min(Math.max(nextColumn, 0), size.columns - 1),
  });
  switch (key.key) {
    case "ArrowDown":
      return to(row + 1, column);
    case "ArrowUp":
      return to(row - 1, column);
    case "ArrowRight":
      return to(row, column + sideways);
    case "ArrowLeft":
      return to(row, column - sideways);
    case "PageDown":
      return to(row + PAGE, column);
    case "PageUp":
      return to(row - PAGE, column);
    case "Home":
      return to(command ? 0 : row, 0);
    case "End":
      return to(command ? size.rows - 1 : row, size.columns - 1);
    default:
      return null;
  }
}

/** The next or previous cell in reading order. Null after the last and before the first. */
export function cellInOrder({ row, column }: Cell, size: Size, by: 1 | -1): Cell | null {
  const index = row * size.columns + column + by;
  if (index < 0 || index >= size.rows * size.columns) return null;
  return { row: Math.floor(index / size.columns), column: index % size.columns };
}
