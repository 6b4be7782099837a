/**
 * The last second of a day in the person's time zone, after which work due on that day is late.
 *
 * @param day as in a date field, such as `2026-11-21`
 * @returns RFC 3339; undefined for a day that does not exist
 */
export function endOfDay(day: string): string | undefined {
  const end = new Date(`${day}T23:59:59`);
  if (Number.isNaN(end.getTime())) return undefined;
  const time = end.toISOString();
  // Date parses 31 February as 3 March, so the result is compared with the input.
  return dayOf(time) === day ? time : undefined;
}

/** The due date for a day: null for an empty field, undefined for a day that does not exist. */
export function dueAtOf(day: string): string | null | undefined {
  return day === "" ? null : endOfDay(day);
}

/**
 * The day of a time in the person's time zone, for a date field.
 *
 * @param time RFC 3339
 */
export function dayOf(time: string): string {
  const date = new Date(time);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
