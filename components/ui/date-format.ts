"use client";

import { createContext, use } from "react";
import { createFormatter, type Locale } from "use-intl";

type DateFormat = ReturnType<typeof createFormatter> & { readonly locale: string };

/** One format per locale, because each holds formatters of the browser. */
const formats = new Map<string, DateFormat>();

/** Formats dates and times, in UTC unless another time zone is given. */
export function useDateFormat(): DateFormat {
  const locale = use(DateLocale);
  let format = formats.get(locale);
  if (!format) {
    format = { ...createFormatter({ locale: locale as Locale, timeZone: "UTC" }), locale };
    formats.set(locale, format);
  }
  return format;
}

/** The locale of dates: the interface's, with the reader's region. Every page loads it, few the formatter. */
export const DateLocale = createContext("en");
