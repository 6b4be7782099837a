import "server-only";
import { createFormatter, createTranslator } from "use-intl/core";
import type { Namespace } from "./catalogue";
import { FORMATS } from "./locales";
import { pageCatalogue } from "./page-messages";
import { requestLocale } from "./request-locale";

/** The messages of one namespace for a server component; client components use `useTranslations`. */
export async function translator<Name extends Namespace>(namespace: Name) {
  const locale = await requestLocale();
  return createTranslator({ locale, messages: pageCatalogue(locale), formats: FORMATS, namespace, timeZone: "UTC" });
}

/** Dates, numbers and lists in the request's locale, for a server component. */
export async function formatter() {
  return createFormatter({ locale: await requestLocale(), timeZone: "UTC" });
}
