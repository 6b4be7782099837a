import type { Profile } from "@/lib/schemas/profile";
import { DATE_LOCALE_PREFERENCE, TIME_ZONE_PREFERENCE } from "@/lib/vocabulary/events";
import { api } from "./fetch";

/** The time zone that this browser is set to, such as `Europe/Madrid`. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const KEPT = "dragoman.time-zone";

/**
 * Stores the browser's time zone and date format, so that reminders arrive in the morning there and show dates as this
 * page does. Errors are ignored.
 */
export function keepDateSettings(dateLocale: string): void {
  const timeZone = browserTimeZone();
  const value = `${timeZone} ${dateLocale}`;
  try {
    if (localStorage.getItem(KEPT) === value) return;
    localStorage.setItem(KEPT, value);
  } catch {
    // Without local storage they are sent on every visit.
  }
  const preferences = { [TIME_ZONE_PREFERENCE]: timeZone, [DATE_LOCALE_PREFERENCE]: dateLocale };
  void api<typeof Profile>("PATCH", "/account/profile", { body: { preferences } }).catch(() => {});
}
