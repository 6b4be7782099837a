import { displayWidth } from "@/lib/formats/subtitles/layout";

/**
 * Drawn tables of reStructuredText, read as docutils does: grid tables, whose cells may span columns and rows, and
 * simple tables. Columns and rows only grow, so the rest of the drawing is unchanged.
 */
export type RstTable = {
  /** Texts of the cells in reading order, without padding and common indentation. */
  readonly cells: readonly string[];
  /** The table with other texts in some cells, by index. */
  draw(texts: ReadonlyMap<number, string>): string;
};

/** A drawing with more characters stays unchanged, because finding its cells takes more than linear time. */
const MAX_LENGTH = 200_000;
const MAX_STEPS = 5_000_000;

/** Reads the lines of a table; undefined if docutils could not read it. */
export function readRstTable(lines: readonly string[], lineEnd: string): RstTable | undefined {
  if (lines.some((line) => line.includes("\t")) || lines.join("").length > MAX_LENGTH) return;
  const indent = Math.min(...lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/)));
  const lead = lines[0]!.slice(0, indent);
  const rows = lines.map((line) => columnsOf(line.slice(indent).trimEnd()));
  const table = rows[0]?.[0] === "+" ? gridTable(rows) : simpleTable(rows);
  return (
    table && {
      cells: table.cells,
      draw: (texts) =>
        table
          .draw(texts)
          .map((line) => (line === "" ? "" : lead + line))
          .join(lineEnd),
    }
  );
}

/** A line by columns. The second of a wide character is empty. Combining characters are with the one before. */
type Columns = readonly string[];

function columnsOf(text: string): string[] {
  const columns: string[] = [];
  for (const character of text) {
    const width = displayWidth(character);
    if (width === 0 && columns.length > 0) columns[columns.length - 1] += character;
    else columns.push(character);
    if (width === 2) columns.push("");
  }
  return columns;
}

type Block = { readonly text: string; readonly above: number; readonly indent: number };

/** The text of a cell from its lines. */
function blockOf(lines: readonly string[]): Block {
  const texts = lines.map((line) => line.trimEnd());
  const filled = texts.filter((text) => text !== "");
  const indent = filled.reduce((least, text) => Math.min(least, text.search(/\S/)), Number.POSITIVE_INFINITY);
  if (filled.length === 0) return { text: "", above: 0, indent: 0 };
  const above = texts.findIndex((text) => text !== "");
  const below = texts.findLastIndex((text) => text !== "") + 1;
  const text = texts
    .slice(above, below)
    .map((line) => line.slice(indent))
    .join("\n");
  return { text, above, indent };
}

function linesOfBlock({ above, indent }: Block, text: string): string[] {
  const lines = text.split("\n").map((line) => (line === "" ? "" : " ".repeat(indent) + line));
  return [...Array<string>(above).fill(""), ...lines];
}

type Drawing = { readonly cells: readonly string[]; draw(texts: ReadonlyMap<number, string>): string[] };

/** A cell as the positions of its borders. */
type Rectangle = { readonly top: number; readonly left: number; readonly bottom: number; readonly right: number };

function gridTable(rows: readonly Columns[]): Drawing | undefined {
  const rectangles = gridCells(rows);
  if (!rectangles) return;
  const blocks = rectangles.map(({ top, left, bottom, right }) =>
    blockOf(rows.slice(top + 1, bottom).map((row) => row.slice(left + 1, right).join(""))),
  );
  const content = contentOf(rows, rectangles);
  return {
    cells: blocks.map(({ text }) => text),
    draw(texts) {
      /** Number of columns and lines to insert before a border. */
      const wider = new Map<number, number>();
      const higher = new Map<number, number>();
      const grown = (growth: ReadonlyMap<number, number>, from: number, to: number) =>
        [...growth].reduce((sum, [border, more]) => sum + (border > from && border <= to ? more : 0), 0);
      const grow = (growth: Map<number, number>, from: number, to: number, need: number) => {
        const lacking = need - (to - from - 1) - grown(growth, from, to);
        if (lacking > 0) growth.set(to, (growth.get(to) ?? 0) + lacking);
      };
      const written = new Map<number, readonly string[]>();
      for (const [index, text] of texts) written.set(index, linesOfBlock(blocks[index]!, text));
      // Cells that span others come last, because most fit after the other cells have grown.
      const bySize = (size: (cell: Rectangle) => number) =>
        [...written].map(([index, lines]) => ({ ...rectangles[index]!, lines })).sort((a, b) => size(a) - size(b));
      for (const { top, left, bottom, right, lines } of bySize((cell) => cell.right - cell.left)) {
        const isTight = rows.slice(top + 1, bottom).some((row) => row[right - 1] !== " ");
        grow(wider, left, right, Math.max(...lines.map(displayWidth)) + (isTight ? 0 : 1));
      }
      for (const { top, bottom, lines } of bySize((cell) => cell.bottom - cell.top))
        grow(higher, top, bottom, lines.length);
      // A border that moves within a cell must not split the cell's text.
      for (const [index, { top, left, bottom, right }] of rectangles.entries()) {
        const isTorn = grown(wider, left, right - 1) > 0 || grown(higher, top, bottom - 1) > 0;
        if (isTorn && !written.has(index))
          written.set(
            index,
            rows.slice(top + 1, bottom).map((row) =>
              row
                .slice(left + 1, right)
                .join("")
                .trimEnd(),
            ),
          );
      }
      const out: string[][] = [];
      const starts: number[] = [];
      for (const [at, row] of rows.entries()) {
        for (let more = higher.get(at) ?? 0; more > 0; more--) out.push(stretched(at - 1, true));
        starts.push(out.length);
        out.push(stretched(at, false, row));
      }
      /** A line with wider columns. `isNew`: an inserted line, empty like the last line of a row. */
      function stretched(at: number, isNew: boolean, row: Columns = rows[at]!): string[] {
        const line: string[] = [];
        for (const [column, character] of row.entries()) {
          const isContent = content[at]![column]!;
          for (let more = wider.get(column) ?? 0; more > 0; more--)
            line.push(content[at]![column - 1] ? " " : row[column - 1]!);
          line.push(isNew && isContent ? " " : character);
        }
        return line;
      }
      for (const [index, lines] of written) {
        const { top, left, bottom, right } = rectangles[index]!;
        const from = left + 1 + grown(wider, -1, left);
        const width = right - left - 1 + grown(wider, left, right);
        const first = starts[top]! + 1;
        for (let at = first; at < starts[bottom]!; at++) {
          const columns = columnsOf(lines[at - first] ?? "");
          const padding = Array<string>(Math.max(0, width - columns.length)).fill(" ");
          out[at]!.splice(from, width, ...columns, ...padding);
        }
      }
      return out.map((line) => line.join(""));
    },
  };
}

/** For each line, the columns within a cell; the others are borders. */
function contentOf(rows: readonly Columns[], rectangles: readonly Rectangle[]): boolean[][] {
  const content = rows.map((row) => row.map(() => false));
  for (const { top, left, bottom, right } of rectangles)
    for (let at = top + 1; at < bottom; at++) content[at]!.fill(true, left + 1, right);
  return content;
}

/** The cells of a grid, found by corners like docutils' GridTableParser. Undefined unless they cover the whole grid. */
function gridCells(given: readonly Columns[]): Rectangle[] | undefined {
  const width = given[0]!.length;
  if (given.some((row) => row.length !== width)) return;
  // The border below the header is written with `=`.
  const rows = given.map((row) =>
    /^\+[=+]+\+$/.test(row.join("")) ? row.map((one) => (one === "=" ? "-" : one)) : row,
  );
  const bottomEdge = rows.length - 1;
  const rightEdge = width - 1;
  const isLine = (characters: Iterable<string | undefined>, mark: string) => {
    for (const character of characters) if (character !== mark && character !== "+") return false;
    return true;
  };
  const column = function* (at: number, from: number, to: number) {
    for (let row = from; row <= to; row++) yield rows[row]![at];
  };
  let steps = 0;
  const cellAt = (top: number, left: number): Rectangle | undefined => {
    for (let right = left + 1; right <= rightEdge; right++) {
      const mark = rows[top]![right];
      if (mark !== "+" && mark !== "-") return;
      if (mark !== "+") continue;
      for (let bottom = top + 1; bottom <= bottomEdge && steps < MAX_STEPS; bottom++) {
        steps++;
        const side = rows[bottom]![right];
        if (side !== "+" && side !== "|") break;
        if (side !== "+" || rows[bottom]![left] !== "+") continue;
        steps += right - left + bottom - top;
        if (isLine(rows[bottom]!.slice(left, right), "-") && isLine(column(left, top, bottom), "|"))
          return { top, left, bottom, right };
      }
    }
    return;
  };
  const found: Rectangle[] = [];
  const done = Array<number>(width).fill(0);
  const corners = new Set([0]);
  for (let at = 0; at < rows.length * width; at++) {
    if (!corners.has(at)) continue;
    const [top, left] = [Math.floor(at / width), at % width];
    if (top === bottomEdge || left === rightEdge || top < done[left]!) continue;
    const cell = rows[top]![left] === "+" ? cellAt(top, left) : undefined;
    if (!cell) continue;
    for (let column = left; column < cell.right; column++) {
      if (done[column] !== top) return;
      done[column] = cell.bottom;
    }
    found.push(cell);
    corners.add(top * width + cell.right).add(cell.bottom * width + left);
  }
  if (steps >= MAX_STEPS || done.slice(0, -1).some((bottom) => bottom !== bottomEdge)) return;
  return found;
}

type SimpleRow = {
  /** Lines of the row, and of the separator between rows. */
  readonly from: number;
  readonly to: number;
  readonly cells: readonly {
    readonly start: number;
    readonly end: number;
    readonly block: Block;
    readonly isFirst: boolean;
  }[];
};

const RULER = /^=+(?: +=+)* *$/;
const UNDERLINE = /^[-=]+(?: +[-=]+)* *$/;

/** Reads a simple table. Its columns are runs of `=`; a line of `-` or `=` ends rows and shows their spans. */
function simpleTable(rows: readonly Columns[]): Drawing | undefined {
  const lines = rows.map((row) => row.join(""));
  if (!RULER.test(lines[0]!) || !RULER.test(lines.at(-1)!)) return;
  const columns = runsOf(lines[0]!);
  const found = simpleRows(rows, lines, columns);
  if (!found) return;
  const cells = found.flatMap((row) => row.cells);
  return {
    cells: cells.map(({ block }) => block.text),
    draw: (texts) => new SimpleDrawing(rows, lines, columns, found).draw(cells, texts),
  };
}

/** The rows with their cells; undefined if a text is between columns. */
function simpleRows(
  rows: readonly Columns[],
  lines: readonly string[],
  columns: readonly Run[],
): SimpleRow[] | undefined {
  const last = columns.at(-1)!;
  const found: SimpleRow[] = [];
  /** Adds a row. Returns false if a text is between columns. */
  const addRow = (from: number, to: number, spans: readonly Run[]): boolean => {
    if (from >= to) return true;
    const cells = spans.map(({ start, end }, index) => {
      const isLast = index === spans.length - 1;
      const own = rows.slice(from, to).map((row) => row.slice(start, isLast ? undefined : end).join(""));
      return { start, end, block: blockOf(own), isFirst: index === 0 };
    });
    found.push({ from, to, cells });
    const isInside = (at: number) => at >= last.start || spans.some(({ start, end }) => at >= start && at < end);
    return rows.slice(from, to).every((row) => row.every((character, at) => character === " " || isInside(at)));
  };
  let start = 1;
  let hasText = false;
  for (let at = 1; at < lines.length; at++) {
    const line = lines[at]!;
    if (UNDERLINE.test(line) && /^(?:-+|=+)/.exec(line)![0].length === runsOf(line)[0]!.end) {
      const spans = runsOf(line);
      const isAligned = spans.every(
        (span) =>
          columns.some((one) => one.start === span.start) &&
          columns.some((one) => one.end === span.end || span.end > last.start),
      );
      if (!isAligned || !addRow(start, at, spans)) return;
      start = at + 1;
      hasText = false;
    } else if (rows[at]!.slice(columns[0]!.start, columns[0]!.end).join("").trim() !== "") {
      if (hasText && at !== start && !addRow(start, at, columns)) return;
      start = at;
      hasText = true;
    } else if (!hasText) start = at + 1;
  }
  return found;
}

/** Draws a simple table with wider columns. */
class SimpleDrawing {
  /** Number of columns added before each column. */
  readonly #wider = new Map<number, number>();
  readonly #written = new Map<SimpleRow["cells"][number], string[]>();

  constructor(
    private readonly rows: readonly Columns[],
    private readonly lines: readonly string[],
    private readonly columns: readonly Run[],
    private readonly found: readonly SimpleRow[],
  ) {}

  draw(cells: SimpleRow["cells"], texts: Iterable<readonly [number, string]>): string[] {
    // Cells that span others come last, because most fit after the other cells have grown.
    const given = [...texts].sort(([a], [b]) => widthOf(cells[a]!) - widthOf(cells[b]!));
    for (const [index, text] of given) this.#write(cells[index]!, text);
    const rowOf = new Map(this.found.map((row) => [row.from, row]));
    const out: string[] = [];
    for (let at = 0; at < this.rows.length; ) {
      const row = rowOf.get(at);
      out.push(...(row ? this.#rowLines(row) : [this.#stretched(this.rows[at]!)]));
      at = row ? row.to : at + 1;
    }
    return out;
  }

  #write(cell: SimpleRow["cells"][number], changed: string): void {
    // A line with text in the first column begins a row, and a backslash is an empty cell there.
    const text = cell.isFirst ? changed.replace(/\s*\n\s*/g, " ").trim() || "\\" : changed;
    const own = linesOfBlock(cell.block, text);
    this.#written.set(cell, own);
    const end = this.columns.find((column) => column.end >= cell.end)?.end ?? this.#end;
    const lacking = Math.max(...own.map(displayWidth)) - (end - cell.start) - this.#grown(cell.start, end);
    if (lacking > 0) this.#wider.set(end, (this.#wider.get(end) ?? 0) + lacking);
  }

  get #end(): number {
    return this.columns.at(-1)!.end;
  }

  #grown(from: number, to: number): number {
    return [...this.#wider].reduce((sum, [end, more]) => sum + (end > from && end <= to ? more : 0), 0);
  }

  /** A ruler, or the separator between rows. */
  #stretched(row: Columns): string {
    const line: string[] = [];
    for (const [at, character] of row.entries()) {
      for (let more = this.#wider.get(at) ?? 0; more > 0; more--) line.push(row[at - 1]!);
      line.push(character);
    }
    for (let more = row.length <= this.#end ? (this.#wider.get(row.length) ?? 0) : 0; more > 0; more--)
      line.push(row.at(-1)!);
    return line.join("").trimEnd();
  }

  #rowLines({ from, to, cells }: SimpleRow): string[] {
    const unchanged = (cell: SimpleRow["cells"][number], isLast: boolean) =>
      this.rows.slice(from, to).map((line) =>
        line
          .slice(cell.start, isLast ? undefined : cell.end)
          .join("")
          .trimEnd(),
      );
    const own = cells.map((cell, index) => this.#written.get(cell) ?? unchanged(cell, index === cells.length - 1));
    const filled = this.lines.slice(from, to).findLastIndex((line) => line.trim() !== "") + 1;
    const height = Math.max(filled, ...own.map(filledLines)) + (to - from - filled);
    return Array.from({ length: height }, (_, at) => {
      let line = "";
      for (const [index, cell] of cells.entries()) {
        const text = own[index]![at] ?? "";
        if (text === "") continue;
        line += " ".repeat(Math.max(0, cell.start + this.#grown(-1, cell.start) - displayWidth(line))) + text;
      }
      return line;
    });
  }
}

function filledLines(lines: readonly string[]): number {
  return lines.findLastIndex((line) => line !== "") + 1;
}

function widthOf({ start, end }: Run): number {
  return end - start;
}

type Run = { readonly start: number; readonly end: number };

function runsOf(line: string): Run[] {
  return [...line.matchAll(/[-=]+/g)].map(({ index, 0: run }) => ({ start: index, end: index + run.length }));
}
