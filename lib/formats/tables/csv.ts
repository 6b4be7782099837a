import { type DecodedText, decodeText, looksLikeText } from "@/lib/formats/encoding";
import type { Format, FormatOptions, FormatWarning, OpenDocument } from "@/lib/formats/format";
import { inlineString, type Piece } from "@/lib/formats/l10n/inline-string";
import { spelledLike } from "@/lib/formats/l10n/locale-names";
import { findPluralGroups, type PluralGroup } from "@/lib/formats/l10n/plural-keys";
import { adoptForms, pluralPart, pluralSegment } from "@/lib/formats/l10n/plural-part";
import { linesOf } from "@/lib/formats/lines";
import type { Patch } from "@/lib/formats/splice";
import { type Slot, textDocument } from "@/lib/formats/text-document";
import { PLURAL_CATEGORIES } from "@/lib/text/plurals/plural-categories";
import { plainSegment, plainText } from "@/lib/text/segment";
import { type Columns, chooseColumns, targetColumn } from "./csv-columns";
import { type Cell, type Dialect, detectDialect, lexCsv, type Row } from "./csv-lexer";

const SAYS = {
  translates:
    "If columns are named after languages, the column of the source language, into empty cells of the target language's column or into a new one; if there are columns for sources and translations, the column of sources; otherwise columns with names for texts and columns with prose, or all columns with words. With the option `columns`: only the columns that it names.",
  leaves: "The header, keys, numbers, names, addresses, and rows with unbalanced quotes.",
} as const;

/** Comma-separated values (RFC 4180) and the dialects with semicolons, bars and backslashes. */
export const csv: Format = {
  id: "csv",
  name: "CSV",
  extensions: ["csv"],
  mediaTypes: ["text/csv"],
  holdsTargets: true,
  options: ["columns", "header"],
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
  holdsTargets: true,
  options: ["columns", "header"],
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
  // Excel's declaration of the delimiter.
  const said = /^sep=(.)\r?\n/.exec(source);
  const detected = detectDialect(source.slice(said?.[0].length ?? 0), delimiters);
  const dialect = said ? { ...detected, delimiter: said[1]! } : detected;
  const rows = withoutComments(lexCsv(source, dialect, said?.[0].length ?? 0));
  const columns = chooseColumns(rows, options.source, options);
  if (columns.languages.size > 0 || columns.target !== undefined)
    return openLanguages(format, decoded, { rows, dialect, columns }, options);
  return textDocument(format, {
    decoded,
    slots: [...tableSlots(rows, source, dialect, columns)],
    warnings: unknownColumns(columns.unknown ?? [], rows[0]?.cells.map(({ text }) => text.trim()) ?? []),
  });
}

/** A warning about requested columns that a table does not have. */
export function unknownColumns(unknown: readonly string[], names: readonly string[]): FormatWarning[] {
  if (unknown.length === 0) return [];
  const message = `The table has no column called ${unknown.join(", ")}.${names.length > 0 ? ` Its first row reads: ${names.join(", ").slice(0, 300)}.` : ""}`;
  return [{ code: "part_skipped", message, count: unknown.length }];
}

/** Removes leading comment lines: `# Exported on Monday`. */
function withoutComments(rows: readonly Row[]): readonly Row[] {
  const first = rows.findIndex(({ cells }) => cells.length > 1 || !cells[0]!.text.startsWith("#"));
  return first > 0 && rows[first]!.cells.length > 1 ? rows.slice(first) : rows;
}

function* tableSlots(rows: readonly Row[], source: string, dialect: Dialect, columns: Columns): Generator<Slot> {
  for (const [index, row] of rows.entries()) {
    if (!row.sound || (columns.header && index === 0)) continue;
    for (const cell of row.cells)
      if (columns.translated.has(cell.column)) yield* lineSlots(cell, index, source, dialect);
  }
}

/** Spreadsheet formulas: `=SUM(A1:A2)`, `=B4*2`. */
const FORMULA = /^\s{0,20}=[-+(]?(?:[A-Z][A-Z0-9.]{0,40}\(|\$?[A-Z]{1,3}\$?\d)/i;

/** A slot for each line of a cell. */
function* lineSlots(cell: Cell, row: number, source: string, dialect: Dialect): Generator<Slot> {
  if (FORMULA.test(cell.text)) return;
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

type Table = { readonly rows: readonly Row[]; readonly dialect: Dialect; readonly columns: Columns };

/** Opens a multilingual table. Texts are written to the column of the target, which is appended if missing. */
function openLanguages(format: Format, decoded: DecodedText, table: Table, options: FormatOptions): OpenDocument {
  const { rows, dialect, columns } = table;
  const width = columns.header?.length ?? 0;
  const isMissing = (target: string) => targetColumn(columns, target) === undefined;
  const filled = new Set<Row>();
  let finished = 0;
  const groups = options.plurals ? pluralRows(table, options) : [];
  const groupOf = new Map(groups.flatMap((group) => group.rows.map((row) => [row, group])));
  const slots = rows.flatMap((row, index) => {
    const isHeader = columns.header && index === 0;
    const group = groupOf.get(row);
    if (group) {
      filled.add(row);
      return row === group.rows[0] ? pluralSlot(group, table, options, decoded.newline) : [];
    }
    const slot = row.sound && !isHeader ? sideSlot(row, index, table, options) : undefined;
    if (slot && isFinishedRow(row, columns, options)) {
      finished++;
      return [];
    }
    if (slot) filled.add(row);
    return slot ?? [];
  });
  return textDocument(format, {
    decoded,
    slots,
    finished,
    marks: (target) => {
      if (!isMissing(target)) return [];
      const names = [...columns.languages.values()].map((column) => columns.header![column]!);
      const name = spelledLike(names.find((one) => one.includes("_")) ?? "", target);
      return rows.flatMap((row, index) =>
        filled.has(row) || !row.sound || isBlank(row) ? [] : [addCell(row, width, index === 0 ? name : "", dialect)],
      );
    },
  });
}

function isBlank({ cells }: Row): boolean {
  return cells.length === 1 && cells[0]!.text === "";
}

/** Whether a row already has its translation. A file translation keeps it, a project reads and replaces it. */
function isFinishedRow(row: Row, columns: Columns, { target, into, overwrite }: FormatOptions): boolean {
  if (target !== undefined || into === undefined || overwrite) return false;
  const [own] = columns.translated;
  const other = targetColumn(columns, into);
  const present = other === undefined || other === own ? undefined : row.cells[other];
  return present !== undefined && present.text.trim() !== "" && present.text !== row.cells[own!]?.text;
}

function sideSlot(row: Row, index: number, { dialect, columns }: Table, options: FormatOptions): Slot | undefined {
  const [column] = columns.translated;
  const cell = row.cells[column!];
  const inline = cell && inlineString(linePieces(cell.text));
  if (!inline) return;
  const cellAt = (at: number | undefined) => (at === undefined ? undefined : row.cells[at]);
  const note = cellAt(columns.note)?.text.trim();
  const held = options.target ? cellAt(targetColumn(columns, options.target))?.text.trim() : "";
  return {
    segment: {
      ...inline.segment,
      key: cellAt(columns.key)?.text.trim() || reference(cell.column, index),
      ...(note ? { note } : {}),
      ...(held ? { target: { text: inline.align(linePieces(held), "text"), state: "translated" } } : {}),
    },
    apart: true,
    rewrite: (encoded, target) => {
      const plain = inline.restore(encoded, (line) => line.replace(/[\r\n]+/g, " "));
      const other = targetColumn(columns, target);
      if (other === undefined) return [addCell(row, columns.header!.length, plain, dialect)];
      const present = row.cells[other];
      if (!present) return [addCell(row, other, plain, dialect)];
      return [replaceCell(present, plain, dialect)];
    },
  };
}

/** The rows of a plural message. Their keys end in the names of its forms: `items_one`, `items_other`. */
type PluralRows = {
  readonly group: PluralGroup;
  /** Rows with their forms, in the order of the file. */
  readonly rows: readonly Row[];
  readonly names: readonly string[];
};

function pluralRows({ rows, columns }: Table, { source }: FormatOptions): PluralRows[] {
  const { key } = columns;
  if (key === undefined) return [];
  const body = rows.filter(
    (row, index) => row.sound && !(columns.header && index === 0) && row.cells[key]?.text.trim(),
  );
  const groups = findPluralGroups(
    body.map((row) => row.cells[key]!.text.trim()),
    source,
    "forms",
  );
  return groups.flatMap((group) => {
    const members = [...group.members];
    const own = { group, rows: members.map(([index]) => body[index]!), names: members.map(([, name]) => name) };
    return group.name !== "" && sourcePieces(own, columns).size > 1 ? [own] : [];
  });
}

function sourcePieces({ rows, names }: PluralRows, { translated }: Columns): ReadonlyMap<string, readonly Piece[]> {
  const [column] = translated;
  return new Map(
    rows.flatMap((row, i) => {
      const text = row.cells[column!]?.text ?? "";
      return text.trim() === "" ? [] : [[names[i]!, linePieces(text)] as const];
    }),
  );
}

/** A plural message as one text with forms. Target forms without a row are added after the last row. */
function pluralSlot(own: PluralRows, table: Table, options: FormatOptions, newline: string): Slot | [] {
  const { columns, dialect } = table;
  const part = pluralPart(own.group.type, sourcePieces(own, columns), "other");
  if (![...part.pieces.values()].some((pieces) => inlineString(pieces) !== null)) return [];
  const heldIn = options.target === undefined ? undefined : targetColumn(columns, options.target);
  const present = own.rows.flatMap((row, i) => {
    const held = heldIn === undefined ? "" : (row.cells[heldIn]?.text ?? "");
    return held.trim() === "" ? [] : [[own.names[i]!, linePieces(held)] as const];
  });
  const forms = adoptForms(part, new Map(present));
  const shown = forms[part.main] ?? Object.values(forms).at(-1);
  const notes = own.rows.map((row) => (columns.note === undefined ? "" : (row.cells[columns.note]?.text.trim() ?? "")));
  const note = notes.find((text) => text !== "");
  return {
    segment: pluralSegment(part, {
      key: own.group.name,
      note,
      target: shown === undefined ? undefined : { text: shown, forms, state: "translated" },
    }),
    apart: true,
    rewrite: () => [],
    rewriteForms: (given, target) => {
      const other = targetColumn(columns, target) ?? columns.header!.length;
      const spell = (text: string | undefined) => (text ? part.joint.spell(text) : "");
      const written = own.rows.flatMap((row, i): Patch[] => {
        const plain = spell(given[own.names[i]!]);
        const cell = row.cells[other];
        if (!cell) return [addCell(row, other, plain, dialect)];
        return cell.text === plain ? [] : [replaceCell(cell, plain, dialect)];
      });
      const { cells } = own.rows.at(-1)!;
      const added = PLURAL_CATEGORIES.filter((name) => given[name] && !own.names.includes(name)).map((name) => {
        const texts = Array.from({ length: Math.max(cells.length, other + 1) }, (_, column) =>
          column === columns.key ? own.group.keyFor(name) : column === other ? spell(given[name]) : "",
        );
        return newline + texts.map((text) => quoteIfNeeded(text, dialect)).join(dialect.delimiter);
      });
      const { end } = cells.at(-1)!;
      return added.length > 0 ? [...written, { start: end, end, raw: [added.join("")] }] : written;
    },
  };
}

/** The pieces of a cell's text, with line breaks as codes. */
function linePieces(text: string): Piece[] {
  return text
    .split(/(\r\n|\r|\n)/)
    .map(
      (part, index): Piece =>
        index % 2 === 0 ? { type: "text", text: part } : { type: "code", raw: part, kind: "single", equiv: "\n" },
    );
}

/** Appends a cell to a row in a column after its last one, because rows may be short. */
function addCell({ cells }: Row, column: number, plain: string, dialect: Dialect): Patch {
  const { end } = cells.at(-1)!;
  const lead = dialect.delimiter.repeat(Math.max(1, column - cells.length + 1));
  return { start: end, end, raw: [lead + quoteIfNeeded(plain, dialect)] };
}

function replaceCell({ start, end, quoted }: Cell, plain: string, dialect: Dialect): Patch {
  return { start, end, raw: [quoted ? `"${escapeQuotes(plain, dialect)}"` : quoteIfNeeded(plain, dialect)] };
}

function quoteIfNeeded(plain: string, dialect: Dialect): string {
  return plain.includes(dialect.delimiter) || /^"|[\r\n]/.test(plain) ? `"${escapeQuotes(plain, dialect)}"` : plain;
}

function escapeQuotes(plain: string, { quoteEscape }: Dialect): string {
  const text = quoteEscape === "\\" ? plain.replaceAll("\\", "\\\\") : plain;
  return text.replaceAll('"', `${quoteEscape}"`);
}

function oneLine(encoded: string): string {
  return plainText(encoded).replace(/[\r\n]+/g, " ");
}

/** A cell in spreadsheet notation: `B12`. */
function reference(column: number, row: number): string {
  let letters = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return `${letters}${row + 1}`;
}
