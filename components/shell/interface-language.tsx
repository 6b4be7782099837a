"use client";

import type { ReactNode } from "react";
import { IntlProvider } from "use-intl";
import { DateLocale } from "@/components/ui/date-format";
import type { Messages } from "@/lib/i18n/catalogue";
import { FORMATS } from "@/lib/i18n/locales";
import type { Locale } from "@/lib/vocabulary/locales";

type Props = { locale: Locale; dateLocale: string; messages: Partial<Messages>; children: ReactNode };

/** The interface's language for client components. Times are first rendered in UTC (see ui/time.tsx). */
export function InterfaceLanguage({ locale, dateLocale, messages, children }: Props) {
  return (
    <IntlProvider locale={locale} messages={messages as Messages} formats={FORMATS} timeZone="UTC">
      <DateLocale value={dateLocale}>{children}</DateLocale>
    </IntlProvider>
  );
}
