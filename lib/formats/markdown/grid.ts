import { linesOf } from "@/lib/formats/lines";
import { displayWidth } from "@/lib/formats/subtitles/layout";
import { breakLine, longestWord } from "./wrap";

/** A table drawn with characters (Pandoc, `grid_tables`; docutils): borders of `+---+`, multi-line cells. */
export type Grid = {
  /** Cells in reading order. The text of a cell is Markdown without padding and indentation. */
  readonly cells: readonly { readonly text: string }[];
  /** The table with new texts in some cells: wrapped to the column, which becomes wider if necessary. */
  draw(texts: ReadonlyMap<number, string>): string;
};

type Line = { readonly lead: string; readonly text: string };

/** A border, or the lines between two borders. */
type Band =
  | { readonly type: "border"; readonly line: Line }
  | { readonly type: "row"; readonly leads: readonly string[]; readonly cells: readonly Cell[] };

type Cell = {
  /** The content between its borders, by line. */
  readonly lines: readonly string[];
  readonly text: string;
  readonly above: number;
  readonly indent: number;
};

type Measure = (text: string) => number;

const BORDER = /^\+(?:[-=:]+\+)+$/;

/** Parses a table; undefined if a cell spans columns or rows, or a line does not match the borders. */
export function readGrid(source: string): Grid | undefined {
  const lines = linesOf(source).map(({ text }): Line => {
    const lead = /^[^+|]*/.exec(text)![0];
    return { lead, text: text.slice(lead.length).trimEnd() };
  });
  const lineEnd = /\r\n|\r|\n/.exec(source)?.[0] ?? "\n";
  // Wide characters take two columns, but not every editor counts them as two.
  const measures: Measure[] = [displayWidth, (text) => [...text].length];
  for (const measure of measures) {
    const grid = bandsOf(lines, measure);
    if (grid) return { cells: cellsOf(grid.bands), draw: (texts) => draw(grid, texts, measure, lineEnd) };
  }
}

type Bands = { readonly widths: readonly number[]; readonly bands: readonly Band[] };

function bandsOf(lines: readonly Line[], measure: Measure): Bands | undefined {
  const first = lines[0]?.text ?? "";
  if (!BORDER.test(first) || !BORDER.test(lines.at(-1)!.text)) return;
  const widths = first.slice(1, -1).split("+").map(measure);
  const bands: Band[] = [];
  let row: { lead: string; cells: string[] }[] = [];
  for (const line of lines) {
    const isBorder = line.text.startsWith("+");
    const cells = isBorder ? cutBorder(line.text) : cut(line.text, widths, measure);
    if (cells?.length !== widths.length || cells.some((cell, i) => measure(cell) !== widths[i])) return;
    if (!isBorder) row.push({ lead: line.lead, cells });
    else {
      if (row.length > 0) bands.push(rowOf(row, widths.length));
      bands.push({ type: "border", line });
      row = [];
    }
  }
  return { widths, bands };
}

function cutBorder(text: string): string[] | undefined {
  return BORDER.test(text) ? text.slice(1, -1).split("+") : undefined;
}

/** The content between the bars of a line that has a bar below every plus of the border. */
function cut(text: string, widths: readonly number[], measure: Measure): string[] | undefined {
  const cells: string[] = [];
  const characters = [...text];
  let at = 1;
  for (const width of widths) {
    let cell = "";
    for (let taken = 0; taken < width && at < characters.length; at++) {
      cell += characters[at]!;
      taken += measure(characters[at]!);
    }
    // Combining characters of the preceding character.
    while (at < characters.length && measure(characters[at]!) === 0) cell += characters[at++]!;
    if (characters[at] !== "|") return;
    cells.push(cell);
    at++;
  }
  return at === characters.length ? cells : undefined;
}

function rowOf(lines: readonly { lead: string; cells: readonly string[] }[], columns: number): Band {
  const cells = Array.from({ length: columns }, (_, column) => cellOf(lines.map((line) => line.cells[column]!)));
  return { type: "row", leads: lines.map(({ lead }) => lead), cells };
}

function cellOf(lines: readonly string[]): Cell {
  const texts = lines.map((line) => line.trimEnd());
  const indents = texts.filter((text) => text !== "").map((text) => text.length - text.trimStart().length);
  const indent = indents.length > 0 ? -greatest(indents.map((width) => -width)) : 0;
  const above = greatest([0, texts.findIndex((text) => text !== "")]);
  const below = texts.findLastIndex((text) => text !== "") + 1;
  const text = texts
    .slice(above, below)
    .map((line) => line.slice(indent))
    .join("\n");
  return { lines, text, above, indent };
}

function cellsOf(bands: readonly Band[]): Cell[] {
  return bands.flatMap((band) => (band.type === "row" ? band.cells : []));
}

function draw({ widths, bands }: Bands, texts: ReadonlyMap<number, string>, measure: Measure, lineEnd: string): string {
  const wider = [...widths];
  for (const [index, cell] of cellsOf(bands).entries()) {
    const column = index % widths.length;
    const longest = greatest([0, ...(texts.get(index)?.split("\n") ?? []).map((line) => longestWord(line, measure))]);
    if (longest > roomOf(cell, widths[column]!, measure)) {
      wider[column] = Math.max(wider[column]!, cell.indent + longest + 1);
    }
  }
  const out: string[] = [];
  let index = 0;
  for (const band of bands) {
    if (band.type === "border") out.push(band.line.lead + drawBorder(band.line.text, widths, wider));
    else {
      const cells = band.cells.map((cell, column) => cellLines(cell, texts.get(index++), wider[column]!, measure));
      const isChanged = cells.some((lines, column) => lines !== band.cells[column]!.lines);
      const height = isChanged ? greatest([1, ...cells.map(filledHeight)]) : band.leads.length;
      for (let at = 0; at < height; at++) {
        const line = cells.map((lines, column) => padded(lines[at] ?? "", wider[column]!, measure)).join("|");
        out.push(`${band.leads[at] ?? band.leads.at(-1)!}|${line}|`);
      }
    }
  }
  return out.join(lineEnd);
}

/** Available width of a cell: one space before the border, unless the text already reaches it. */
function roomOf({ lines, indent }: Cell, width: number, measure: Measure): number {
  return greatest([width - indent - 1, ...lines.map((line) => measure(line.trimEnd()) - indent)]);
}

function cellLines(cell: Cell, text: string | undefined, width: number, measure: Measure): readonly string[] {
  if (text === undefined) return cell.lines;
  const room = roomOf(cell, width, measure);
  const lines = text.split("\n").flatMap((line) => breakLine(line, room, measure));
  return [...Array<string>(cell.above).fill(""), ...lines.map((line) => " ".repeat(cell.indent) + line)];
}

function filledHeight(lines: readonly string[]): number {
  return lines.findLastIndex((line) => line.trim() !== "") + 1;
}

function padded(line: string, width: number, measure: Measure): string {
  return line + " ".repeat(Math.max(0, width - measure(line)));
}

/** `Math.max` passes its arguments on the stack, which a long cell would overflow. */
function greatest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number));
}

/** Keeps colons, which define the alignment of a column, at the column's ends. */
function drawBorder(text: string, widths: readonly number[], wider: readonly number[]): string {
  const parts = cutBorder(text)!.map((part, column) => {
    const fill = part.includes("=") ? "=" : "-";
    return part.slice(0, -1) + fill.repeat(wider[column]! - widths[column]!) + part.slice(-1);
  });
  return `+${parts.join("+")}+`;
}
