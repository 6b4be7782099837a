import { linesOf } from "@/lib/formats/lines";
import { displayWidth } from "@/lib/formats/subtitles/layout";
import type { Grid } from "./grid";

type Measure = (text: string) => number;

/** Alignment of a column, shown by the ends of its dashes that the heading reaches. */
type Alignment = "left" | "right" | "center" | "default";

type Column = { readonly start: number; readonly dashes: number; readonly alignment: Alignment };

/** With fewer dashes, `maskDialects` does not recognise a ruler. */
const SHORTEST_RUN = 3;

const RULER = /^ {0,200}-+(?: +-+)+ *$/;

/**
 * Parses a table without borders (Pandoc, `simple_tables`): a heading, a ruler of dashes per column, and one line per
 * row, with texts aligned to the dashes. Undefined if a text extends into the next column, and for multi-line rows.
 */
export function readColumns(source: string): Grid | undefined {
  const lines = linesOf(source).map(({ text }) => text);
  const [heading, ruler, ...rest] = lines;
  if (heading === undefined || ruler === undefined || !RULER.test(ruler) || /[\t>]/.test(ruler)) return;
  const closing = RULER.test(rest.at(-1) ?? "") ? rest.pop() : undefined;
  if (rest.length === 0 || rest.some((line) => line.trim() === "" || /^[ -]*$/.test(line))) return;
  const rows = [heading, ...rest];
  const dashes = [...ruler.matchAll(/-+/g)].map(({ 0: run, index }) => ({ start: index, dashes: run.length }));
  // Wide characters take two columns, but not every editor counts them as two.
  const measures: Measure[] = [displayWidth, (text) => [...text].length];
  for (const measure of measures) {
    const cells = rows.map((row) => cut(row, dashes, measure));
    if (!cells.every((row) => row !== undefined)) continue;
    const columns = dashes.map((run, i) => ({ ...run, alignment: alignmentOf(cells[0]![i]!, run.dashes, measure) }));
    return {
      cells: cells.flat().map((text) => ({ text: text.trim() })),
      draw: (texts) => draw({ rows, cells, columns, ruler, closing }, texts, measure, /\r\n|\r|\n/.exec(source)![0]),
    };
  }
}

/** The cells of a line, each from one run of dashes to the next; undefined if a text crosses the border of a column. */
function cut(line: string, columns: readonly { readonly start: number }[], measure: Measure): string[] | undefined {
  const cells = columns.map(() => "");
  let place = 0;
  let column = -1;
  let before = " ";
  for (const character of line) {
    if (character === "\t") return;
    const width = measure(character);
    if (width > 0 && column + 1 < columns.length && place + width > columns[column + 1]!.start) {
      column++;
      if (before !== " " || place < columns[column]!.start) return;
    }
    if (column >= 0) cells[column] += character;
    else if (character !== " ") return;
    place += width;
    before = character;
  }
  return cells;
}

function alignmentOf(heading: string, dashes: number, measure: Measure): Alignment {
  if (heading.trim() === "") return "default";
  const reachesRight = measure(heading.trimEnd()) >= dashes;
  if (heading.startsWith(" ")) return reachesRight ? "right" : "center";
  return reachesRight ? "default" : "left";
}

type Table = {
  readonly rows: readonly string[];
  readonly cells: readonly (readonly string[])[];
  readonly columns: readonly Column[];
  readonly ruler: string;
  readonly closing: string | undefined;
};

function draw(table: Table, texts: ReadonlyMap<number, string>, measure: Measure, lineEnd: string): string {
  const { columns, closing } = table;
  const isChanged = (row: number) => columns.some((_, i) => texts.has(row * columns.length + i));
  const cells = table.cells.map((row, at) =>
    row.map((cell, i) => (texts.get(at * columns.length + i) ?? cell).trim().replace(/[\r\n]+/g, " ")),
  );
  const wider = columns.map((column, i) => {
    const widths = cells.map((row) => measure(row[i]!));
    return widen(column, widths, columns[i + 1]?.start, isChanged(0));
  });
  const isSame = wider.every(({ dashes, room }, i) => {
    const next = columns[i + 1];
    return dashes === columns[i]!.dashes && (!next || room === next.start - columns[i]!.start);
  });
  const lead = " ".repeat(columns[0]!.start);
  const line = (pieces: readonly string[]) =>
    (
      lead + pieces.map((piece, i) => piece + " ".repeat(Math.max(0, wider[i]!.room - measure(piece)))).join("")
    ).trimEnd();
  const lines = cells.map((row, at) =>
    isSame && !isChanged(at)
      ? table.rows[at]!
      : line(row.map((text, i) => placed(text, columns[i]!.alignment, wider[i]!.dashes, measure))),
  );
  const runs = line(wider.map(({ dashes }) => "-".repeat(dashes)));
  const [heading, ...rest] = lines;
  const ruler = isSame ? table.ruler : runs;
  return [heading, ruler, ...rest, ...(closing === undefined ? [] : [isSame ? closing : runs])].join(lineEnd);
}

/** Widens the dashes of a column so that its texts have room and its alignment stays the same. */
function widen(
  { start, dashes, alignment }: Column,
  [heading = 0, ...rows]: readonly number[],
  next: number | undefined,
  isNewHeading: boolean,
): { readonly dashes: number; readonly room: number } {
  const longest = rows.reduce((most, width) => Math.max(most, width), heading);
  const wide = {
    left: Math.max(dashes, heading + 1),
    right: Math.max(dashes, longest, heading + 1),
    center: Math.max(dashes, heading + 2),
    default: heading > 0 && isNewHeading ? Math.max(SHORTEST_RUN, heading) : dashes,
  }[alignment];
  const gap = next === undefined ? 0 : next - start - dashes;
  return { dashes: wide, room: next === undefined ? 0 : Math.max(wide + gap, longest + 1) };
}

function placed(text: string, alignment: Alignment, dashes: number, measure: Measure): string {
  const free = Math.max(0, dashes - measure(text));
  if (text === "" || alignment === "left" || alignment === "default") return text;
  return " ".repeat(alignment === "right" ? free : Math.floor(free / 2)) + text;
}
