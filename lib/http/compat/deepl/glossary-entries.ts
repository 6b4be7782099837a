import { StorableText } from "@/lib/schemas/common";
import type { Entry } from "@/lib/translation/glossaries/dictionaries";
import { invalidGlossary } from "./dialect";

/** Maximum characters of a word or translation, as for terms. */
const MAX_ENTRY = 500;

/**
 * The entries of a glossary as DeepL's clients send them, one per line: TSV, or CSV whose optional third and fourth
 * columns name the languages. Throws 400 for missing columns, repeated words and an empty list.
 * @param languages source and target as sent; CSV lines with other languages are skipped
 */
export function readEntries(text: string, format: string, languages: readonly [string, string]): readonly Entry[] {
  const rows = format === "csv" ? csvRows(text) : text.split(/\r?\n/).map((line) => line.split("\t"));
  const entries: Entry[] = [];
  const seen = new Map<string, number>();
  for (const [i, row] of rows.entries()) {
    if (row.every((cell) => cell.trim() === "") || isOfOthers(row, languages)) continue;
    const [source = "", target = ""] = row.map((cell) => cell.replace(/\s+/g, " ").trim());
    if (row.length < 2) throw invalidGlossary(`Key with the index ${i} misses a separator`);
    if (!isStorable(source) || !isStorable(target)) throw invalidGlossary(`The entry with the index ${i} is not valid`);
    const before = seen.get(source);
    if (before !== undefined) throw invalidGlossary(`Key with the index ${i} duplicates key with the index ${before}`);
    seen.set(source, i);
    entries.push([source, target]);
  }
  if (entries.length === 0) throw invalidGlossary("Missing or invalid argument: entries");
  return entries;
}

export function writeEntries(entries: readonly Entry[]): string {
  return entries.map(([source, target]) => `${source}\t${target}`).join("\n");
}

function isStorable(text: string): boolean {
  return text !== "" && text.length <= MAX_ENTRY && StorableText.safeParse(text).success;
}

function isOfOthers([, , source, target]: readonly string[], languages: readonly [string, string]): boolean {
  if (!source || !target) return false;
  return (
    source.trim().toLowerCase() !== languages[0].toLowerCase() ||
    target.trim().toLowerCase() !== languages[1].toLowerCase()
  );
}

/** Cells in quotes may contain commas, line breaks and doubled quotes (RFC 4180). */
function csvRows(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)!.push(quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'));
    if (end === "") break;
    if (end !== ",") rows.push([]);
  }
  return rows;
}
