import { type NumberToken, readNumbers } from "./number-values";
import { countsOne, spellsNumber } from "./number-words";
import { INTERVAL } from "./placeholders";
import type { Finding, Subject } from "./subject";
import { type TextView, WORD_SYMBOL } from "./text-view";

/**
 * Numbers that only one of the texts contains. Treats as equal: `1,234.5` and `1.234,5`, `5 pm` and `17`, `three` and
 * `3`, `21` and `XXI`, `2 million` and `200万`, `May 3` and `3/5`.
 */
export function* numbers({ source, target, context, sourceLanguage, targetLanguage }: Subject): Generator<Finding> {
  if (target.isBlank || !(DIGIT.test(source.prose) || DIGIT.test(target.prose))) return;
  if (INTERVAL.test(source.plain + target.plain)) return;
  const wanted = readNumbers(source.prose, context.source, sourceLanguage);
  const found = readNumbers(target.prose, context.target, targetLanguage);
  const left = unmatched(wanted, found);
  if (left.wanted.length === 0 && left.found.length === 0) return;
  const twelveHours = TWELVE_HOURS.test(source.prose) || TWELVE_HOURS.test(target.prose);
  if (twelveHours) matchHours(left);
  const inTarget = spellingIn(target, context.target, targetLanguage);
  const inSource = spellingIn(source, context.source, sourceLanguage);
  for (const number of left.wanted) {
    if (number.value === "1" && countsOne(sourceLanguage)) continue;
    if (number.isWeak || isSpelled(number, inTarget, source.prose)) continue;
    if (number.value === "1" && ONE_TO_ONE.test(source.prose)) continue;
    // Turkish and Basque put the percent sign first: `%80`.
    if (target.plain.includes(`%${number.text}`)) continue;
    if ((number.value === "30" || number.value === "6") && HALF.test(target.prose)) continue;
    if (number.value === "60" && HOUR.test(target.prose)) continue;
    if (number.value === "15" && QUARTER.test(target.prose)) continue;
    yield { check: "number.missing", params: { number: number.text } };
  }
  // A translation may repeat a number.
  const known = new Set(wanted.map(({ value }) => value));
  for (const number of left.found) {
    if (known.has(number.value)) continue;
    if (number.isWeak || isSpelled(number, inSource, target.prose)) continue;
    if (twelveHours && number.value === "0") continue;
    if (number.value === "1" && countsOne(targetLanguage)) continue;
    if (targetLanguage === "vi" && WEEKDAY.test(target.prose.slice(0, number.start))) continue;
    // A form for a single number may contain it: "1 dei" for "%{count} day".
    if (Number(number.value) <= MAX_SAID && source.prose.includes(WORD_SYMBOL)) continue;
    // 100 as "completely", as in "not 100 % certain".
    if (number.value === "100" && /[%٪]/.test(target.plain)) continue;
    const place = target.range(number.start, number.end);
    yield { check: "number.extra", params: { number: number.text }, ...place };
  }
}

const QUARTER =
  /(?<!\p{L})(?:kvart|quart|quarto|kwart|viertel|cuarto|kwadrans|čtvrt|štvrť|четверт|רבע|ربع|negyed|çeyrek|τέταρτο)/iu;
/** "Every hour" may stand for 60 minutes. */
const HOUR =
  /(?<!\p{L})(?:שעה|time|timme|hora|heure|stunde|ora|uur|godzin|hodin|час|година|годину|óra|órá|saat|tunti|ساعة|ساعت|घंट)|时|時|시간/iu;
const ONE_TO_ONE = /(?<!\d)1:1(?!\d)/;
/** Half an hour or half a year, in languages that usually say so. */
const HALF =
  /(?<!\p{L})(?:חצי|half|halb|halv|halven|demi|media|mitja|meia|mezz|pół|půl|пол|пів|fél|yarım|نصف|نیم|आध|puoli|leth|leath|jumătate|μισ)|半|반/iu;
/** Vietnamese weekdays are numbers: `Thứ 2` is Monday. */
const WEEKDAY = /(?:thứ|t)\s?$/iu;
const DIGIT = /\p{Nd}/u;
/** Plural forms for zero, one or two may contain the number instead of its placeholder. */
const MAX_SAID = 2;

type Left = { wanted: NumberToken[]; found: NumberToken[] };

/** Removes the numbers that both texts contain: as written, by value, with multiplying words, then by parts. */
function unmatched(wanted: readonly NumberToken[], found: readonly NumberToken[]): Left {
  const left: Left = { wanted: [...wanted], found: [...found] };
  for (const key of [({ text }: NumberToken) => text, ({ value }: NumberToken) => value, scaled]) {
    cancel(left, key);
  }
  cancelParts(left);
  return left;
}

/** "3 million" as 3000000. */
function scaled({ value, scale }: NumberToken): string {
  return String(Number((Number(value) * scale).toPrecision(12)));
}

function cancel(left: Left, key: (number: NumberToken) => string): void {
  const counts = new Map<string, number>();
  for (const number of left.found) counts.set(key(number), (counts.get(key(number)) ?? 0) + 1);
  const taken = new Map<string, number>();
  const take = (number: NumberToken, limit: number) => {
    const times = taken.get(key(number)) ?? 0;
    if (times >= limit) return true;
    taken.set(key(number), times + 1);
    return false;
  };
  left.wanted = left.wanted.filter((number) => take(number, counts.get(key(number)) ?? 0));
  const shared = new Map(taken);
  taken.clear();
  left.found = left.found.filter((number) => take(number, shared.get(key(number)) ?? 0));
}

/** Matches equal groups of digits with other separators: `15:30` and `15.30`, or a telephone number. */
function cancelParts(left: Left): void {
  const pool = new Map<string, number>();
  for (const part of left.found.flatMap(({ parts }) => parts)) pool.set(part, (pool.get(part) ?? 0) + 1);
  const used = new Map<string, number>();
  left.wanted = left.wanted.filter(({ parts }) => {
    if (!parts.every((part) => (pool.get(part) ?? 0) > 0)) return true;
    for (const part of parts) {
      pool.set(part, (pool.get(part) ?? 0) - 1);
      used.set(part, (used.get(part) ?? 0) + 1);
    }
    return false;
  });
  left.found = left.found.filter(({ parts }) => {
    if (!parts.every((part) => (used.get(part) ?? 0) > 0)) return true;
    for (const part of parts) used.set(part, (used.get(part) ?? 0) - 1);
    return false;
  });
}

const TWELVE_HOURS = /\d\s?[ap]\.?\s?m\b|下午|上午|午後|午前|오후|오전|\d\s?[مص](?!\p{L})/iu;

/** Maximum numbers: beyond it the text is a timetable, whose times are not matched individually. */
const MAX_TIMES = 100;

/** `5 pm` equals `17`, and `12 am` equals `0`. */
function matchHours(left: Left): void {
  if (left.wanted.length > MAX_TIMES || left.found.length > MAX_TIMES) return;
  left.wanted = left.wanted.filter(({ parts }) => {
    const hour = Number(parts[0]);
    const index = left.found.findIndex((number) => Math.abs(Number(number.parts[0]) - hour) === 12);
    if (index < 0 || hour > 24) return true;
    left.found.splice(index, 1);
    return false;
  });
}

/** True if a text contains a number in words, in Roman numerals or as the name of a month. */
type Spelling = (n: number) => boolean;

function spellingIn({ prose, words }: TextView, locale: string, language: string): Spelling {
  const known = new Map<number, boolean>();
  const lowerCase = new Set(words.map(({ folded }) => folded));
  const isThere = (n: number) =>
    spellsNumber(n, prose, lowerCase, language) ||
    (n >= 1 && n <= 39 && new RegExp(`(?<![\\p{L}\\p{N}])${roman(n)}(?![\\p{L}\\p{N}])`, "u").test(prose)) ||
    (n >= 1 && n <= 12 && saysMonth(n, prose, locale));
  return (n) => {
    const answer = known.get(n) ?? isThere(n);
    known.set(n, answer);
    return answer;
  };
}

/** True if the other text contains the number without digits. `own` is the text with digits. */
function isSpelled(number: NumberToken, other: Spelling, own: string): boolean {
  if (!/^\d{1,4}$/.test(number.value)) return false;
  const n = Number(number.value) * number.scale;
  // A short ordinal is often a word in another language.
  return other(n) || (n <= 31 && ORDINAL.test(own.slice(number.end, number.end + 5)));
}

const ORDINAL = /^(?:st|nd|rd|th|º|ª|er|re|e|ème|è|:a|:e|-?й|-?я|-?е|-?го)(?!\p{L})/u;

function roman(n: number): string {
  const ones = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];
  return "X".repeat(Math.floor(n / 10)) + ones[n % 10];
}

const monthNames = new Map<string, readonly string[][]>();

function saysMonth(month: number, prose: string, locale: string): boolean {
  let names = monthNames.get(locale);
  if (!names) {
    const [supported = "en"] = Intl.DateTimeFormat.supportedLocalesOf(locale);
    names = Array.from({ length: 12 }, (_, index) =>
      (["long", "short"] as const).map((style) =>
        new Intl.DateTimeFormat(supported, { month: style, day: "numeric", timeZone: "UTC" })
          .formatToParts(Date.UTC(2024, index, 15))
          .filter(({ type }) => type === "month")
          .map(({ value }) => value.toLowerCase().replace(/\.$/, ""))
          .join(""),
      ),
    );
    monthNames.set(locale, names);
  }
  const text = prose.toLowerCase();
  return names[month - 1]!.some((name) => name.length > 2 && !/^\d/.test(name) && text.includes(name));
}
