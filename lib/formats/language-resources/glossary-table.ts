import { decodeText } from "@/lib/formats/encoding";
import { UnreadableFile } from "@/lib/formats/format";
import { detectDialect, lexCsv, type Row } from "@/lib/formats/tables/csv-lexer";
import { baseLanguage } from "@/lib/text/languages";
import type { TermUsage } from "@/lib/vocabulary/texts";
import { TERM_USAGES } from "@/lib/vocabulary/texts";
import { languageReader } from "./language-reader";
import type { Skipped } from "./skipped";
import { checkEntry, eachOnce, type GlossaryContent, type TermEntry, tidyTerm } from "./term-entry";

/** Names of columns in the form that {@link fold} returns. */
const SOURCE = new Set(["source", "term", "sourceterm", "sourceentry"]);
const TARGET = new Set(["target", "translation", "targetterm", "targetentry"]);
const DETAILS: Readonly<Record<string, Detail>> = {
  definition: "definition",
  description: "definition",
  note: "definition",
  partofspeech: "partOfSpeech",
  pos: "partOfSpeech",
  casesensitive: "caseSensitive",
  donottranslate: "doNotTranslate",
  dnt: "doNotTranslate",
};
type Detail = "definition" | "partOfSpeech" | "caseSensitive" | "doNotTranslate";
const USAGES: ReadonlySet<string> = new Set(TERM_USAGES);
const DELIMITERS = [",", ";", "\t", "|"];

type Column =
  | { readonly kind: "source" }
  | { readonly kind: "target"; readonly language: string; readonly usage: TermUsage }
  | { readonly kind: "detail"; readonly detail: Detail }
  | { readonly kind: "unknown" };

/**
 * Reads a glossary from a table (CSV, also with semicolons or tabs). With a header: `source` (or the source language's
 * code), one column per language such as `es`, `es:admitted` or `es:forbidden`, and `definition`, `part_of_speech`,
 * `case_sensitive`, `do_not_translate`; rows with the same source form one term. Without a header: source and target,
 * as in DeepL, optionally with their languages; `targetLanguage` is used if the file does not name one.
 * @throws {UnreadableFile} if it is not text, or the languages of the columns are unknown.
 */
export function readGlossaryTable(bytes: Uint8Array, sourceLanguage: string, targetLanguage?: string): GlossaryContent {
  const { text } = decodeText(bytes);
  const { rows, columns, from } = layout(text, sourceLanguage, targetLanguage);
  const skipped: Skipped[] = [];
  const merged = new Map<string, TermEntry>();
  for (const [index, row] of rows.entries()) {
    if (index < from || isEmpty(row)) continue;
    const number = index + 1;
    const entry = row.sound ? readRow(row, number, columns(row)) : "malformed";
    const checked = typeof entry === "string" ? entry : checkEntry(entry);
    if (typeof checked === "string") skipped.push({ number, code: checked });
    else {
      const key = `${checked.source}\n${checked.partOfSpeech ?? ""}`;
      const known = merged.get(key);
      merged.set(key, known ? merge(known, checked) : checked);
    }
  }
  return { terms: [...merged.values()], skipped };
}

/** A table from which {@link readGlossaryTable} reads the same terms. */
export function writeGlossaryTable(terms: readonly TermEntry[]): string {
  const languages = [...new Set(terms.flatMap(({ targets }) => targets.map(({ language }) => language)))].sort();
  const targets = languages.flatMap((language) =>
    [...USAGES]
      .filter((usage) =>
        terms.some((term) => term.targets.some((one) => one.language === language && one.usage === usage)),
      )
      .map((usage) => ({ language, usage })),
  );
  const header = [
    "source",
    ...targets.map(({ language, usage }) => (usage === "preferred" ? language : `${language}:${usage}`)),
    ...["definition", "part_of_speech", "case_sensitive", "do_not_translate"],
  ];
  const rows = terms.flatMap((term) => {
    const cells = targets.map(({ language, usage }) =>
      term.targets.filter((one) => one.language === language && one.usage === usage).map(({ text }) => text),
    );
    const height = Math.max(1, ...cells.map((texts) => texts.length));
    const details = [term.definition, term.partOfSpeech ?? "", yes(term.caseSensitive), yes(term.doNotTranslate)];
    return Array.from({ length: height }, (_, i) => [term.source, ...cells.map((texts) => texts[i] ?? ""), ...details]);
  });
  return [header, ...rows].map((row) => `${row.map(quote).join(",")}\r\n`).join("");
}

type Layout = {
  readonly rows: readonly Row[];
  readonly columns: (row: Row) => readonly Column[];
  /** Index of the first row of terms. */
  readonly from: number;
};

function layout(text: string, sourceLanguage: string, targetLanguage: string | undefined): Layout {
  const languageOf = languageReader();
  for (const delimiter of DELIMITERS) {
    const [first] = lexCsv(firstLines(text), { delimiter, quoteEscape: '"' });
    const columns = first && headerOf(first, { sourceLanguage, targetLanguage, languageOf });
    if (columns) return { rows: lexCsv(text, { delimiter, quoteEscape: '"' }), columns: () => columns, from: 1 };
  }
  const rows = lexCsv(text, { ...detectDialect(text, DELIMITERS), quoteEscape: '"' });
  const width = rows.find((row) => !isEmpty(row))?.cells.length ?? 0;
  const target = (language: string): Column => ({ kind: "target", language, usage: "preferred" });
  if (width >= 4 && languageOf(rows[0]?.cells[2]?.text) && languageOf(rows[0]?.cells[3]?.text)) {
    const columns = (row: Row): readonly Column[] => {
      const [from, to] = [languageOf(row.cells[2]?.text), languageOf(row.cells[3]?.text)];
      const ours = from !== null && baseLanguage(from) === baseLanguage(sourceLanguage);
      return ours && to ? [{ kind: "source" }, target(to)] : [];
    };
    return { rows, columns, from: 0 };
  }
  if (width === 2 && targetLanguage) {
    const columns: readonly Column[] = [{ kind: "source" }, target(targetLanguage)];
    return { rows, columns: () => columns, from: 0 };
  }
  throw new UnreadableFile(
    "corrupt",
    "The first row must name the columns: source, and the codes of the target languages. A table of two columns without names needs the field targetLanguage.",
  );
}

/** A quoted header may span several lines, but not many. */
function firstLines(text: string): string {
  return text.slice(0, 10_000);
}

/** The columns of a header; undefined without a source column, or without another known column. */
function headerOf(
  row: Row,
  {
    sourceLanguage,
    targetLanguage,
    languageOf,
  }: { sourceLanguage: string; targetLanguage: string | undefined; languageOf: (tag: string) => string | null },
): Column[] | undefined {
  const columns = row.cells.map(({ text }): Column => {
    const name = text.trim();
    if (SOURCE.has(fold(name))) return { kind: "source" };
    if (TARGET.has(fold(name)) && targetLanguage)
      return { kind: "target", language: targetLanguage, usage: "preferred" };
    const detail = DETAILS[fold(name)];
    if (detail) return { kind: "detail", detail };
    const [, tag = "", usage = "preferred"] = /^([\w-]{2,35})(?:\s{0,3}[:(]\s{0,3}(\w{1,12})\)?)?$/.exec(name) ?? [];
    const language = languageOf(tag);
    if (!language || !USAGES.has(usage.toLowerCase())) return { kind: "unknown" };
    return { kind: "target", language, usage: usage.toLowerCase() as TermUsage };
  });
  // Without a source column, DeepL's rows with language codes must not be mistaken for a header.
  if (columns.every(({ kind }) => kind !== "source" && kind !== "unknown")) {
    const own = columns.findIndex(
      (column) => column.kind === "target" && baseLanguage(column.language) === baseLanguage(sourceLanguage),
    );
    if (own >= 0) columns[own] = { kind: "source" };
  }
  const named = columns.filter(({ kind }) => kind !== "unknown");
  return named.length > 1 && named.some(({ kind }) => kind === "source") ? columns : undefined;
}

function readRow(row: Row, number: number, columns: readonly Column[]): TermEntry {
  const details: Record<Detail, string> = { definition: "", partOfSpeech: "", caseSensitive: "", doNotTranslate: "" };
  const targets: TermEntry["targets"][number][] = [];
  let source = "";
  for (const [index, column] of columns.entries()) {
    const text = row.cells[index]?.text ?? "";
    if (column.kind === "source") source ||= tidyTerm(text);
    else if (column.kind === "detail") details[column.detail] ||= text.trim();
    else if (column.kind === "target" && tidyTerm(text) !== "")
      targets.push({ language: column.language, text: tidyTerm(text), usage: column.usage });
  }
  return {
    number,
    source,
    definition: details.definition,
    partOfSpeech: details.partOfSpeech || null,
    caseSensitive: isYes(details.caseSensitive),
    doNotTranslate: isYes(details.doNotTranslate),
    targets,
  };
}

function merge(known: TermEntry, more: TermEntry): TermEntry {
  return {
    ...known,
    definition: known.definition || more.definition,
    caseSensitive: known.caseSensitive || more.caseSensitive,
    doNotTranslate: known.doNotTranslate || more.doNotTranslate,
    targets: eachOnce([...known.targets, ...more.targets]),
  };
}

function isEmpty(row: Row): boolean {
  return row.cells.every(({ text }) => text.trim() === "");
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, "");
}

const yes = (value: boolean) => (value ? "yes" : "");
const isYes = (cell: string) => /^(?:1|true|yes|y|x)$/i.test(cell);

function quote(cell: string): string {
  return /[",;\t|\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
