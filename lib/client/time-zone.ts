import type { Profile } from "@/lib/schemas/profile";
import { TIME_ZONE_PREFERENCE } from "@/lib/vocabulary/notifications";
import { api } from "./fetch";

/** The time zone that this browser is set to, such as `Europe/Madrid`. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const TIME_ZONE = "dragoman.time-zone";

/** Stores the browser's time zone, so that reminders come in the person's morning. Failures are ignored. */
export function keepTimeZone(): void {
  const timeZone = browserTimeZone();
  try {
    if (localStorage.getItem(TIME_ZONE) === timeZone) return;
    localStorage.setItem(TIME_ZONE, timeZone);
  } catch {
    // Storage is unavailable: stored each time.
  }
  const preferences = { [TIME_ZONE_PREFERENCE]: timeZone };
  void api<typeof Profile>("PATCH", "/account/profile", { body: { preferences } }).catch(() => {});
}
