/** A day such as `2026-11-21` in numbers as usual in a language. Other texts are unchanged. */
export function writeDay(day: string, locale: string): string {
  const date = dateOf(day);
  if (!date) return day;
  return dayFormat(locale).format(date);
}

/** The hint of an empty field: letters for the numbers of a day, such as `dd/mm/yyyy`, in the order of the language. */
export function dayHint(locale: string, letters: (part: "day" | "month" | "year") => string): string {
  return dayParts(locale)
    .map(({ type, value }) => (type === "day" || type === "month" || type === "year" ? letters(type) : value))
    .join("");
}

/**
 * The day of a typed text, in the order of the language or as `2026-11-21`, with any separators; undefined if it is
 * incomplete or does not exist. Years may have two digits.
 */
export function dayIn(text: string, locale: string): string | undefined {
  const numbers = withLatinDigits(text).match(/\d+/g) ?? [];
  if (numbers.length !== 3) return;
  const order = numbers[0]!.length === 4 ? ["year", "month", "day"] : orderOf(locale);
  const of = (name: string) => numbers[order.indexOf(name)]!;
  const year = of("year").length === 2 ? `20${of("year")}` : of("year");
  const day = `${year}-${of("month").padStart(2, "0")}-${of("day").padStart(2, "0")}`;
  return dateOf(day) ? day : undefined;
}

/** Midnight of a day in UTC; undefined if the day does not exist, such as 31 February. */
function dateOf(day: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? date : undefined;
}

/** Formats a day in numbers. Always uses the Gregorian calendar. */
function dayFormat(locale: string): Intl.DateTimeFormat {
  const numbers = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  return new Intl.DateTimeFormat(locale, { ...numbers, calendar: "gregory", timeZone: "UTC" });
}

/** The numbers of a day and the separators between them, in the order of the language. */
function dayParts(locale: string): Intl.DateTimeFormatPart[] {
  return dayFormat(locale).formatToParts(0);
}

/** Names of the numbers of a date, in the order of the language. */
function orderOf(locale: string): string[] {
  return dayParts(locale).flatMap(({ type }) => (type === "literal" ? [] : [type]));
}

/** Converts Arabic-Indic, Persian and full-width digits to ASCII. */
function withLatinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    let zero = digit.codePointAt(0)!;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
    return String((digit.codePointAt(0)! - zero) % 10);
  });
}
