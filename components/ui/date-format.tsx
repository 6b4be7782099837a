"use client";

import { createContext, type ReactNode, use, useMemo } from "react";
import { createFormatter, type Locale } from "use-intl";

const DateContext = createContext(formatOf("en"));

/** Sets the locale of dates: the interface's, with the reader's region. */
export function DateLocale({ locale, children }: { locale: string; children: ReactNode }) {
  const format = useMemo(() => formatOf(locale), [locale]);
  return <DateContext value={format}>{children}</DateContext>;
}

/** Writes dates and times; in UTC unless another time zone is given. */
export function useDateFormat() {
  return use(DateContext);
}

/** Of one object for all, because it keeps the browser's formatters. */
function formatOf(locale: string) {
  return { ...createFormatter({ locale: locale as Locale, timeZone: "UTC" }), locale };
}
