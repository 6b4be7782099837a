/** A field of a table as text. Offsets are UTF-16 units and include the quotes. */
export type Cell = {
  readonly column: number;
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
  /** The text without quotes, with doubled quotes unescaped. */
  readonly text: string;
};

export type Row = {
  readonly cells: readonly Cell[];
  /** False if a quote is unclosed or followed by other text; then the row is skipped. */
  readonly sound: boolean;
};

export type Dialect = {
  readonly delimiter: string;
  /** How quotes are escaped: doubled (RFC 4180), or by a backslash. */
  readonly quoteEscape: '"' | "\\";
};

/** Quoted fields may span lines. A longer field is an unclosed quote. */
const MAX_FIELD_LENGTH = 100_000;

/** Reads a table in RFC 4180 or a dialect, from offset `from`. Linear for any quotes. */
export function lexCsv(source: string, { delimiter, quoteEscape }: Dialect, from = 0): Row[] {
  const rows: Row[] = [];
  let manyLines = true;
  let at = from;
  while (at < source.length) {
    const cells: Cell[] = [];
    let sound = true;
    for (;;) {
      const cell = readCell(source, at, cells.length, delimiter, quoteEscape, manyLines);
      if (!cell.closed) manyLines = false;
      sound &&= cell.closed && cell.after === cell.end;
      cells.push(cell);
      at = cell.after;
      if (source[at] !== delimiter) break;
      at += 1;
    }
    rows.push({
      cells: cells.map(({ column, start, end, quoted, text }) => ({ column, start, end, quoted, text })),
      sound,
    });
    if (source[at] === "\r" && source[at + 1] === "\n") at += 2;
    else at += 1;
  }
  return rows;
}

/** The dialect with the most consistent number of fields. `delimiters` are in order of preference. */
export function detectDialect(source: string, delimiters: readonly string[]): Dialect {
  const quoteEscape = source.includes('\\"') && !/[^",;\t|\r\n\\]""(?!")/.test(source.slice(0, 100_000)) ? "\\" : '"';
  const sample = source.slice(0, 20_000);
  let best: Dialect = { delimiter: delimiters[0]!, quoteEscape };
  let bestScore = 0;
  for (const delimiter of delimiters) {
    const rows = lexCsv(sample, { delimiter, quoteEscape }).filter(
      ({ cells }) => cells.length > 1 || cells[0]?.text !== "",
    );
    const counts = new Map<number, number>();
    for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
    const [fields, times] = [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [1, 0]);
    const score = fields > 1 ? times / rows.length : 0;
    if (score > bestScore) {
      best = { delimiter, quoteEscape };
      bestScore = score;
    }
  }
  return best;
}

type Read = Cell & {
  /** Position of the next delimiter or line end. It is after `end` if text follows a closing quote. */
  readonly after: number;
  readonly closed: boolean;
};

function readCell(
  source: string,
  start: number,
  column: number,
  delimiter: string,
  quoteEscape: Dialect["quoteEscape"],
  manyLines: boolean,
): Read {
  if (source[start] !== '"') {
    const end = fieldEnd(source, start, delimiter);
    return { column, start, end, after: end, quoted: false, closed: true, text: source.slice(start, end) };
  }
  const close = closingQuote(source, start + 1, quoteEscape, manyLines);
  if (close === undefined) {
    const end = fieldEnd(source, start, delimiter);
    return { column, start, end, after: end, quoted: false, closed: false, text: source.slice(start, end) };
  }
  const end = close + 1;
  const text = source.slice(start + 1, close).replaceAll(`${quoteEscape}"`, '"');
  return { column, start, end, after: fieldEnd(source, end, delimiter), quoted: true, closed: true, text };
}

function closingQuote(
  source: string,
  from: number,
  quoteEscape: Dialect["quoteEscape"],
  manyLines: boolean,
): number | undefined {
  const limit = Math.min(source.length, from + MAX_FIELD_LENGTH);
  for (let at = from; at < limit; at++) {
    const character = source[at];
    if (!manyLines && (character === "\n" || character === "\r")) return;
    if (character === "\\" && quoteEscape === "\\") at++;
    else if (character === '"') {
      if (quoteEscape === "\\" || source[at + 1] !== '"') return at;
      at++;
    }
  }
}

function fieldEnd(source: string, from: number, delimiter: string): number {
  let at = from;
  while (at < source.length && source[at] !== delimiter && source[at] !== "\n" && source[at] !== "\r") at++;
  return at;
}
