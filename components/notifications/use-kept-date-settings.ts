import { use, useEffect } from "react";
import { DateLocale } from "@/components/ui/date-format";
import { keepDateSettings } from "@/lib/client/time-zone";

/** Stores the person's date settings, which mails need, when they view notifications. */
export function useKeptDateSettings(): void {
  const dateLocale = use(DateLocale);
  useEffect(() => keepDateSettings(dateLocale), [dateLocale]);
}
