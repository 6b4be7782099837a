"use client";

import type { ReactNode } from "react";
import { IntlProvider } from "use-intl";
import type { Messages } from "@/lib/i18n/catalogue";
import { FORMATS } from "@/lib/i18n/formats";
import type { Locale } from "@/lib/vocabulary/locales";

type Props = { locale: Locale; messages: Partial<Messages>; children: ReactNode };

/** The interface's language for client components. Times are rendered in UTC first: see ui/time.tsx. */
export function InterfaceLanguage({ locale, messages, children }: Props) {
  return (
    <IntlProvider locale={locale} messages={messages as Messages} formats={FORMATS} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
