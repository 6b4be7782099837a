import { use, useEffect } from "react";
import { DateLocale } from "@/components/ui/date-format";
import { keepDateSettings } from "@/lib/client/time-zone";

/** Stores what mails need for their times and dates, where a person looks at notifications. */
export function useKeptDateSettings(): void {
  const dateLocale = use(DateLocale);
  useEffect(() => keepDateSettings(dateLocale), [dateLocale]);
}
