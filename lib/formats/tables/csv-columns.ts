import { baseLanguage, languageName, parseLanguage, shortLanguageTags } from "@/lib/text/languages";
import type { Row } from "./csv-lexer";

export type Columns = {
  /** Names of the columns, if the first row is a header. */
  readonly header: readonly string[] | undefined;
  /** Columns to translate. */
  readonly translated: ReadonlySet<number>;
  /** Columns with one language each, by canonical tag. */
  readonly languages: ReadonlyMap<string, number>;
  /** The column for translations without a language in its name. */
  readonly target?: number;
  /** Columns of a multilingual table with the key and note of each row. */
  readonly key?: number;
  readonly note?: number;
  /** Requested names of columns that do not exist. */
  readonly unknown?: readonly string[];
};

/** The caller's choice for a table. */
export type ColumnChoice = { readonly columns?: readonly string[]; readonly header?: boolean };

/** Names of columns with texts. */
const TEXTS =
  /^(?:source|source_text|text|string|message|msgid|content|body|description|desc|summary|question|answer|title|subtitle|headline|heading|label|caption|comment|note|notes|review|instruction|instructions|tooltip|help|hint|abstract)$/;

/** Names of columns that always contain keys and measures. */
const DATA =
  "id|ids|key|keys|uuid|guid|code|sku|url|uri|link|email|mail|phone|tel|fax|date|time|created|updated|price|amount|currency|lat|lon|lng|zip|postcode|slug|path|file|filename|image|lang|language|locale|username|iban|version";

/** Names of columns that contain names, which count as text only if the table has no text. */
const NAMES = "type|status|name|firstname|lastname|surname|author|user|city|street|address|country|company|brand";

const NO_TEXTS = new RegExp(`(?:^|_)(?:${DATA}|${NAMES})$`);
const NEVER_TEXTS = new RegExp(`(?:^|_)(?:${DATA}|firstname|lastname|surname|author|user|street|address)$`);

/**
 * Selects the columns to translate: the column of the source language, if columns are named by language; otherwise
 * columns named as texts, and those with prose. Never ids, numbers or names.
 */
export function chooseColumns(rows: readonly Row[], source: string | undefined, choice: ColumnChoice = {}): Columns {
  const first = () => rows[0]?.cells.map(({ text }) => text.trim());
  const header = choice.header === undefined ? headerOf(rows) : choice.header ? first() : undefined;
  const body = header ? rows.slice(1) : rows;
  const width = Math.max(0, ...rows.slice(0, 1000).map(({ cells }) => cells.length));
  if (choice.columns) return namedColumns(choice.columns, header ?? [], first() ?? [], width);
  const languages = languageColumns(header);
  const own = languages.size > 1 ? languageColumn(languages, source) : undefined;
  if (own !== undefined) return { header, translated: new Set([own]), languages, ...labels(header!, body) };
  const pair = header ? namedPair(header) : unnamedPair(rows, width);
  if (pair) {
    const [own, target] = pair;
    return { header, translated: new Set([own]), languages: new Map(), target, ...labels(header ?? [], body) };
  }
  const foreign = foreignColumns(header, source);
  const candidates = Array.from({ length: width }, (_, column) => column).filter((column) => !foreign.has(column));
  const chosen = candidates.filter((column) => {
    const name = normalize(header?.[column] ?? "");
    const cells = body.flatMap((row) => row.cells[column]?.text.trim() || []);
    if (width === 1) return cells.some((cell) => /\p{L}/u.test(cell));
    if (TEXTS.test(name)) return share(cells, (cell) => /\p{L}/u.test(cell) && !isToken(cell)) >= 0.3;
    return !NO_TEXTS.test(name) && share(cells, isProse) >= 0.5;
  });
  return {
    header,
    translated: new Set(chosen.length > 0 ? chosen : shortTexts(header, body, candidates)),
    languages: new Map(),
  };
}

/** In a table without prose, the content is single words: `Country,Capital`. */
function shortTexts(
  header: readonly string[] | undefined,
  body: readonly Row[],
  candidates: readonly number[],
): number[] {
  return candidates.filter((column) => {
    const cells = body.flatMap((row) => row.cells[column]?.text.trim() || []);
    const isNever = NEVER_TEXTS.test(normalize(header?.[column] ?? ""));
    return !isNever && share(cells, (cell) => /\p{L}{2}/u.test(cell) && !isToken(cell)) >= 0.5;
  });
}

/** Columns by name, otherwise by letter. If a name is in the first row, that row is a header. */
function namedColumns(
  asked: readonly string[],
  header: readonly string[],
  first: readonly string[],
  width: number,
): Columns {
  const names = first.map(normalize);
  const translated = new Set<number>();
  const unknown: string[] = [];
  let isHeader = header.length > 0;
  for (const name of asked) {
    const named = names.indexOf(normalize(name));
    const column = named >= 0 ? named : columnOf(name);
    if (column === undefined || column >= Math.max(width, first.length)) unknown.push(name);
    else translated.add(column);
    isHeader ||= named >= 0;
  }
  return { header: isHeader ? first : undefined, translated, languages: new Map(), unknown };
}

/** `A` is column 0, `AB` column 27. */
export function columnOf(letters: string): number | undefined {
  if (!/^[a-z]{1,3}$/i.test(letters)) return;
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

const SOURCES = new Set(["source", "source_text", "original", "original_text", "msgid"]);
const TARGETS = new Set(["target", "target_text", "translation", "translated", "translated_text", "msgstr"]);

/** Columns with texts and their translations, named as localisation programs do. */
function namedPair(header: readonly string[]): readonly [number, number] | undefined {
  const names = header.map(normalize);
  const own = names.findIndex((name) => SOURCES.has(name));
  const target = names.findIndex((name) => TARGETS.has(name));
  return own < 0 || target < 0 ? undefined : [own, target];
}

/** Two unnamed columns with texts and their translations: the second is mostly equal to the first or empty. */
function unnamedPair(rows: readonly Row[], width: number): readonly [number, number] | undefined {
  if (width !== 2 || rows.length < 3) return;
  const cells = rows.map(
    ({ cells: [first, second] }) => [first?.text.trim() ?? "", second?.text.trim() ?? ""] as const,
  );
  const texts = cells.filter(([first]) => /\p{L}/u.test(first));
  const waiting = texts.filter(([first, second]) => second === "" || second === first);
  return texts.length > 0 && waiting.length >= texts.length / 2 ? [0, 1] : undefined;
}

/** The column for translations into a language. */
export function targetColumn({ languages, target }: Columns, language: string): number | undefined {
  return target ?? languageColumn(languages, language);
}

const KEYS = new Set(["key", "id", "identifier", "string_id", "string_key", "name", "code"]);
const NOTES = new Set(["comment", "comments", "note", "notes", "context", "description", "developer_comment"]);

function labels(header: readonly string[], body: readonly Row[]): Pick<Columns, "key" | "note"> {
  const names = header.map(normalize);
  const key = names.findIndex((name, column) => KEYS.has(name) && isUnique(body, column));
  const note = names.findIndex((name) => NOTES.has(name));
  return { ...(key < 0 ? {} : { key }), ...(note < 0 ? {} : { note }) };
}

function isUnique(body: readonly Row[], column: number): boolean {
  const keys = body.flatMap(({ cells }) => cells[column]?.text.trim() || []);
  return keys.length > 0 && new Set(keys).size === keys.length;
}

/** The column of a language: the exact tag, or one with the same base language. */
function languageColumn(languages: ReadonlyMap<string, number>, tag: string | undefined): number | undefined {
  const wanted = tag === undefined ? undefined : (parseLanguage(tag) ?? tag);
  if (wanted === undefined) return languages.values().next().value;
  const related = [...languages].find(([language]) => baseLanguage(language) === baseLanguage(wanted));
  return languages.get(wanted) ?? related?.[1];
}

/** The first row, if it contains well-known names or if its content differs in kind from the columns below. */
function headerOf(rows: readonly Row[]): string[] | undefined {
  const names = rows[0]?.cells.map(({ text }) => text.trim()) ?? [];
  if (rows.length < 2 || names.length === 0) return;
  if (names.some((name) => name.length > 60 || /[.!?]$|\n/.test(name) || /^[-+]?\d/.test(name))) return;
  if (languageColumns(names).size > 1 || new Set(names.flatMap((name) => languageInName(name) ?? [])).size > 1)
    return names;
  if (names.some((name) => TEXTS.test(normalize(name)) || NO_TEXTS.test(normalize(name)))) return names;
  const body = rows.slice(1, 100);
  const differs = names.some((name, column) => {
    const cells = body.flatMap((row) => row.cells[column]?.text.trim() || []);
    const average = cells.reduce((sum, cell) => sum + cell.length, 0) / (cells.length || 1);
    return share(cells, (cell) => /^[-+]?[\d.,]+%?$/.test(cell)) > 0.8 || average > 3 * Math.max(name.length, 5);
  });
  return differs ? names : undefined;
}

function languageColumns(header: readonly string[] | undefined): Map<string, number> {
  const languages = new Map<string, number>();
  for (const [column, name] of (header ?? []).entries()) {
    const tag = LANGUAGE_TAG.test(name) ? parseLanguage(name) : null;
    if (tag && !languages.has(tag)) languages.set(tag, column);
  }
  return languages;
}

/**
 * Columns in another language than the source, in tables whose column names contain language names: `Short name in
 * French`. They do not count as columns of translations, because a language may have several.
 */
function foreignColumns(header: readonly string[] | undefined, source: string | undefined): ReadonlySet<number> {
  const own = source && baseLanguage(parseLanguage(source) ?? source);
  if (!own || !header) return new Set();
  const named = header.map(languageInName);
  if (!named.includes(own)) return new Set();
  return new Set(named.flatMap((language, column) => (language && language !== own ? column : [])));
}

/** The language in the name of a column, if there is exactly one. */
function languageInName(name: string): string | undefined {
  const languages = new Set((name.match(/\p{L}+/gu) ?? []).flatMap((word) => tagOfName(word.toLowerCase()) ?? []));
  return languages.size === 1 ? [...languages][0] : undefined;
}

let tagsByName: ReadonlyMap<string, string> | undefined;

/** The tag of a language by its English name in lower case. */
function tagOfName(name: string): string | undefined {
  tagsByName ??= new Map(shortLanguageTags().map((tag) => [languageName(tag).toLowerCase(), tag]));
  return tagsByName.get(name);
}

/** Matches `en`, `pt_BR`, `zh-Hans`, but not `id`, which is usually a key. */
const LANGUAGE_TAG = /^(?!id$)[a-z]{2,3}(?:[-_][a-z]{4})?(?:[-_](?:[a-z]{2}|\d{3}))?$/i;

function normalize(name: string): string {
  return name
    .trim()
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[\s.-]+/g, "_");
}

function share(cells: readonly string[], test: (cell: string) => boolean): number {
  return cells.length === 0 ? 0 : cells.filter(test).length / cells.length;
}

/** Two words, or several letters of a script without spaces. */
function isProse(cell: string): boolean {
  return (
    !isToken(cell) &&
    (/\p{L}{2}[\p{P}]? +[\p{P}]?\p{L}/u.test(cell) ||
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{4}/u.test(cell))
  );
}

/** Machine-readable text: an address, a path, a constant. */
function isToken(cell: string): boolean {
  return /^(?:[a-z]+:\/\/\S*|\S+@\S+\.\S+|[\w.-]*[\d_/\\][\w./\\-]*)$/i.test(cell);
}
