import { chooseLocale, LOCALE_COOKIE } from "@/lib/i18n/locales";
import type { IncomingRequest } from "@/lib/identity/auth/client-address";
import { cookieValue } from "@/lib/identity/auth/session";
import type { Locale } from "@/lib/vocabulary/locales";

/** The interface language of a request: chosen in this browser, else the first supported one of `Accept-Language`. */
export function localeOf({ headers }: IncomingRequest): Locale {
  return chooseLocale(cookieValue(headers.get("cookie"), LOCALE_COOKIE), headers.get("accept-language"));
}
