import { chooseColumns, languageColumn } from "@/lib/formats/csv-columns";
import { type Cell, type Dialect, detectDialect, lexCsv, type Row } from "@/lib/formats/csv-lexer";
import { decodeText, looksLikeText } from "@/lib/formats/encoding";
import type { Format, FormatOptions, OpenDocument } from "@/lib/formats/format";
import { linesOf } from "@/lib/formats/lines";
import type { Patch } from "@/lib/formats/office/patch";
import { type Slot, textDocument } from "@/lib/formats/text-document";
import { plainSegment, plainText } from "@/lib/text/segment";

const SAYS = {
  translates:
    "The column of the source language when columns are named for languages (into the target's empty cells where there is such a column); else columns named for texts, and those that hold prose.",
  leaves: "The header, keys, numbers, names, addresses, and rows whose quotes do not match.",
} as const;

/** Comma-separated values (RFC 4180) and the dialects with semicolons, bars and backslashes. */
export const csv: Format = {
  id: "csv",
  name: "CSV",
  extensions: ["csv"],
  mediaTypes: ["text/csv"],
  ...SAYS,
  matches: (bytes, extension) => extension === "csv" && looksLikeText(bytes),
  open: (bytes, options) => openTable(csv, bytes, options, [",", ";", "\t", "|"]),
};

/** Tab-separated values. */
export const tsv: Format = {
  id: "tsv",
  name: "TSV",
  extensions: ["tsv", "tab"],
  mediaTypes: ["text/tab-separated-values"],
  ...SAYS,
  matches: (bytes, extension) => tsv.extensions.includes(extension) && looksLikeText(bytes),
  open: (bytes, options) => openTable(tsv, bytes, options, ["\t"]),
};

async function openTable(
  format: Format,
  bytes: Uint8Array,
  options: FormatOptions,
  delimiters: readonly string[],
): Promise<OpenDocument> {
  const decoded = decodeText(bytes);
  const { text: source } = decoded;
  // Excel's own way of saying which delimiter a file uses.
  const said = /^sep=(.)\r?\n/.exec(source);
  const detected = detectDialect(source.slice(said?.[0].length ?? 0), delimiters);
  const dialect = said ? { ...detected, delimiter: said[1]! } : detected;
  const rows = lexCsv(source, dialect, said?.[0].length ?? 0);
  return textDocument(format, { decoded, slots: [...tableSlots(rows, source, dialect, options)] });
}

function* tableSlots(rows: readonly Row[], source: string, dialect: Dialect, options: FormatOptions): Generator<Slot> {
  const { header, translated, languages } = chooseColumns(rows, options.source);
  for (const [index, row] of rows.entries()) {
    if (!row.sound || (header && index === 0)) continue;
    for (const cell of row.cells) {
      if (!translated.has(cell.column)) continue;
      const cellOfTarget = (target: string) => row.cells[languageColumn(languages, target) ?? -1];
      yield* languages.size > 0
        ? sideSlots(cell, index, dialect, cellOfTarget)
        : lineSlots(cell, index, source, dialect);
    }
  }
}

/** Each line of a cell is a segment, and is written where it stands. */
function* lineSlots(cell: Cell, row: number, source: string, dialect: Dialect): Generator<Slot> {
  const offset = cell.quoted ? cell.start + 1 : cell.start;
  const content = source.slice(offset, cell.quoted ? cell.end - 1 : cell.end);
  for (const line of linesOf(content)) {
    const text = line.text.trim();
    if (!/\p{L}/u.test(text)) continue;
    const lead = line.text.indexOf(text);
    const start = offset + line.start + lead;
    yield {
      segment: { ...plainSegment(text.replaceAll(`${dialect.quoteEscape}"`, '"')), key: reference(cell.column, row) },
      rewrite: (encoded) => {
        const plain = oneLine(encoded);
        if (cell.quoted) return [{ start, end: start + text.length, raw: [escapeQuotes(plain, dialect)] }];
        const whole = line.text.slice(0, lead) + plain + line.text.slice(lead + text.length);
        return [{ start: cell.start, end: cell.end, raw: [quoteIfNeeded(whole, dialect)] }];
      },
    };
  }
}

/** A table of languages: the text goes to the column of the target, unless somebody has translated it already. */
function* sideSlots(
  cell: Cell,
  row: number,
  dialect: Dialect,
  cellOfTarget: (target: string) => Cell | undefined,
): Generator<Slot> {
  const text = cell.text.trim();
  if (!/\p{L}/u.test(text) || /[\r\n]/.test(text)) return;
  yield {
    segment: { ...plainSegment(text), key: reference(cell.column, row) },
    rewrite: (encoded, target) => {
      const other = cellOfTarget(target) ?? cell;
      if (other !== cell && other.text.trim() !== "") return [];
      return [replaceCell(other, oneLine(encoded), dialect)];
    },
  };
}

function replaceCell({ start, end, quoted }: Cell, plain: string, dialect: Dialect): Patch {
  return { start, end, raw: [quoted ? `"${escapeQuotes(plain, dialect)}"` : quoteIfNeeded(plain, dialect)] };
}

function quoteIfNeeded(plain: string, dialect: Dialect): string {
  return plain.includes(dialect.delimiter) || plain.startsWith('"') ? `"${escapeQuotes(plain, dialect)}"` : plain;
}

function escapeQuotes(plain: string, { quoteEscape }: Dialect): string {
  const text = quoteEscape === "\\" ? plain.replaceAll("\\", "\\\\") : plain;
  return text.replaceAll('"', `${quoteEscape}"`);
}

function oneLine(encoded: string): string {
  return plainText(encoded).replace(/[\r\n]+/g, " ");
}

/** As spreadsheets name cells: `B12`. */
function reference(column: number, row: number): string {
  let letters = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return `${letters}${row + 1}`;
}
