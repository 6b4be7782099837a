"use client";

import { type ReactNode, useMemo } from "react";
import { IntlProvider, useLocale, useMessages } from "use-intl";
import type { Messages } from "@/lib/i18n/catalogue";

/** Adds messages to those from parent components. */
export function AddMessages({ messages, children }: { messages: Partial<Messages>; children: ReactNode }) {
  const above = useMessages();
  const all = useMemo(() => ({ ...above, ...messages }), [above, messages]);
  return (
    <IntlProvider locale={useLocale()} messages={all}>
      {children}
    </IntlProvider>
  );
}
