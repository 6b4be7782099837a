import type { Locale } from "@/lib/vocabulary/locales";
import "server-only";
import { cookies, headers } from "next/headers";
import { chooseLocale, LOCALE_COOKIE } from "./locales";

/** The language of this request's page. */
export async function requestLocale(): Promise<Locale> {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  return chooseLocale(jar.get(LOCALE_COOKIE)?.value, head.get("accept-language"));
}
