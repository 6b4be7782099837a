import { readFileSync } from "node:fs";
import path from "node:path";

/** Value of `engine` for text from the phrase book. */
export const PHRASE_BOOK = "phrasebook";

/** One row per label and one column per language; an empty cell means no translation. Translators can edit it. */
const TABLE = path.join(/* turbopackIgnore: true */ process.cwd(), "lib/translation/phrasebook/phrases.tsv");

/** The preferred English label among several with the same translation. */
const PREFERRED =
  /^(?:Sign in|Sign out|Thank you|Email|Username|Name|Exit|Try again|Images|Comments|Frequently asked questions|Forgot your password\?|Learn more|Settings|Send|Continue|Delete|Discard|End|Show all|Start|View all|Sort by|Postal code|Tags?|Status|Enabled?|Disabled?|Active|Invoice|Lock|Save|Edit|Change|Subject|Keep me signed in|Command|Connected|Disconnected|Download|Cart|Expand|Feature|Post)$/;

/** Maximum length of a label in UTF-16 units. */
const MAX_LENGTH = 60;
/** Final punctuation of a label, which the translation keeps. */
export const STOP = /\s*(?:\.{3}|[….:!])$/;

type Phrase = { readonly source: string; readonly target: string };
type Book = ReadonlyMap<string, Phrase>;

let table: string[][] | undefined;

/**
 * The translation of a short interface text (`Save`, `Loading…`, `Are you sure?`, days and months) between two
 * languages of the book, with the text's capitals and final punctuation; null for any other text. Expects plain text
 * without outer spaces.
 */
export function findPhrase(text: string, source: string, target: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const book = bookOf(source, target);
  // In lower case, "open" is as often a state as a command.
  if (!book || text === "open") return null;
  const whole = book.get(keyOf(text));
  if (whole) return inCaseOf(text, whole, target);
  const stop = STOP.exec(text)?.[0] ?? "";
  const label = text.slice(0, text.length - stop.length);
  const phrase = stop ? book.get(keyOf(label)) : undefined;
  return phrase ? withStop(inCaseOf(label, phrase, target), stop.trim(), target) : null;
}

const bookOf = oncePerPair(readBook);
/** Cached, because creating these names takes milliseconds. */
const shortNamesOf = oncePerPair((source, target) => calendarNames(source, target, "short"));

function oncePerPair<T>(make: (source: string, target: string) => T): typeof make {
  const made = new Map<string, T>();
  return (source, target) => {
    const key = `${source} ${target}`;
    if (!made.has(key)) made.set(key, make(source, target));
    return made.get(key)!;
  };
}

/** English matches any region, others only exactly: `pt` is not `pt-BR`. Two others are joined by the English label. */
function readBook(source: string, target: string): Book | null {
  const [from, to] = [source, target].map((language) => (/^en(?:-|$)/.test(language) ? "en" : language)) as [
    string,
    string,
  ];
  const rows = from === to ? undefined : rowsOf(from, to)?.filter(([english]) => !english.includes("{"));
  if (!rows) return null;
  const byLabel = new Map<string, Row[]>();
  for (const row of rows) byLabel.set(keyOf(row[1]), [...(byLabel.get(keyOf(row[1])) ?? []), row]);
  const book = new Map<string, Phrase>();
  // Skips a label with several meanings, unless one of them is preferred.
  for (const [key, same] of byLabel) {
    const preferred = same.filter(([english]) => PREFERRED.test(english));
    const [row] = new Set(same.map(([, , other]) => other)).size === 1 ? same : preferred.length === 1 ? preferred : [];
    if (row) book.set(key, { source: row[1], target: row[2] });
  }
  for (const [name, other] of calendarNames(source, target, "long").flat()) {
    if (!book.has(keyOf(name))) book.set(keyOf(name), { source: name, target: other });
  }
  return book;
}

type Row = readonly [english: string, from: string, to: string];

/** The labels that have a translation, some with gaps (./frames); null for a language without a column. */
export function phrasesOf(language: string): [english: string, other: string][] | null {
  return rowsOf("en", language)?.map(([english, , other]) => [english, other]) ?? null;
}

/** The labels that both languages have; null if a language has no column. */
function rowsOf(from: string, to: string): Row[] | null {
  table ??= readFileSync(TABLE, "utf8")
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split("\t"));
  const [languages = [], ...rows] = table;
  const [source, target] = [languages.indexOf(from), languages.indexOf(to)];
  if (source < 0 || target < 0) return null;
  return rows
    .filter((cells) => cells[source] && cells[target])
    .map((cells) => [cells[0]!, cells[source]!, cells[target]!]);
}

/** The names of days and months from the Unicode Common Locale Data Repository. */
function calendarNames(source: string, target: string, style: "long" | "short"): [from: string, to: string][][] {
  const names = (language: string): string[][] => {
    const format = (date: Date, options: Intl.DateTimeFormatOptions): string =>
      new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" }).format(date);
    return [
      Array.from({ length: 7 }, (_, day) => format(new Date(Date.UTC(2024, 0, day + 1)), { weekday: style })),
      Array.from({ length: 12 }, (_, month) => format(new Date(Date.UTC(2024, month, 1)), { month: style })),
    ];
  };
  const targets = names(target);
  return names(source).map((list, i) => list.map((name, at) => [name, targets[i]![at]!]));
}

export type PhraseFinder = (text: string) => string | null;

/** Like {@link findPhrase}, also for short days or months if most texts are such; else `Sun` and `Mar` may be words. */
export function phraseFinder(
  texts: readonly { readonly text: string }[],
  { source, target }: { readonly source: string; readonly target: string },
): PhraseFinder {
  const shortKey = (text: string): string => keyOf(text).replace(/\.$/, "");
  const given = new Set(texts.flatMap(({ text }) => (text.length <= 20 ? [shortKey(text)] : [])));
  const isKnown = given.size > 3 && Intl.DateTimeFormat.supportedLocalesOf([source, target]).length === 2;
  const lists = isKnown ? shortNamesOf(source, target) : [];
  const isGiven = (list: [string, string][]): boolean =>
    list.filter(([name]) => given.has(shortKey(name))).length > list.length / 2;
  const names = lists.filter(isGiven).flat();
  const phrases = new Map(names.map(([from, to]) => [shortKey(from), { source: from, target: to }]));
  return (text) => {
    const phrase = phrases.get(shortKey(text));
    return phrase ? inCaseOf(text, phrase, target) : findPhrase(text, source, target);
  };
}

function keyOf(text: string): string {
  return text.toLowerCase().replaceAll("’", "'").replace(/\s+/g, " ");
}

/** Days and months are names with capitals in English; labels begin with a capital in other languages, too. */
function isName(source: string, target: string): boolean {
  return /^\p{Lu}/u.test(source) && /^\p{Ll}/u.test(target);
}

function inCaseOf(text: string, { source, target }: Phrase, language: string): string {
  if (text === source && !isName(source, target)) return target;
  if (/\p{Lu}.*\p{Lu}/u.test(text) && text === text.toUpperCase()) return target.toLocaleUpperCase(language);
  const [first = ""] = text;
  const start = /\p{L}/u.exec(target);
  if (!start) return target;
  const rest = target.slice(start.index + start[0].length);
  if (/\p{Lu}/u.test(first)) return target.slice(0, start.index) + start[0].toLocaleUpperCase(language) + rest;
  // English capitalises days, and acronyms keep their capitals.
  if (language.startsWith("en") && /^\p{Ll}/u.test(source)) return target;
  return /^\p{Lu}/u.test(rest) ? target : target.slice(0, start.index) + start[0].toLocaleLowerCase(language) + rest;
}

/** A phrase with its label's final punctuation. */
export function withStop(phrase: string, stop: string, language: string): string {
  if (stop === "!" && (language === "es" || language === "gl")) return `¡${phrase}!`;
  return language === "fr" && /[!:]/.test(stop) ? `${phrase}\u00a0${stop}` : phrase + stop;
}
