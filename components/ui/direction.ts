"use client";

import { useLocale } from "use-intl";
import { directionOf } from "@/lib/i18n/locales";

/** The direction of the interface, for those primitives that ask for it. */
export function useTextDirection(): "ltr" | "rtl" {
  return directionOf(useLocale());
}
