import type { Locale } from "@/lib/vocabulary/locales";
import "server-only";
import { cookies, headers } from "next/headers";
import { chooseLocale, LOCALE_COOKIE, regionalLocale } from "./locales";

/** The language of this request's page. */
export async function requestLocale(): Promise<Locale> {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  return chooseLocale(jar.get(LOCALE_COOKIE)?.value, head.get("accept-language"));
}

/** The locale of this page's dates. */
export async function requestDateLocale(): Promise<string> {
  const [locale, head] = await Promise.all([requestLocale(), headers()]);
  return regionalLocale(locale, head.get("accept-language"));
}
