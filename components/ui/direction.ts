"use client";

import { useLocale } from "use-intl";
import { directionOf } from "@/lib/vocabulary/locales";

/** The direction of the interface, for those primitives that ask for it. */
export function useTextDirection(): "ltr" | "rtl" {
  return directionOf(useLocale());
}

/** From one name to the next, along the line of reading: the sign itself does not turn with its text. */
export function useArrow(): "→" | "←" {
  return useTextDirection() === "rtl" ? "←" : "→";
}
