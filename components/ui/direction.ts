"use client";

import { useLocale } from "use-intl";
import { directionOf } from "@/lib/vocabulary/locales";

/** The interface's direction, for primitives that need it. */
export function useTextDirection(): "ltr" | "rtl" {
  return directionOf(useLocale());
}

/** An arrow in reading direction: the character itself is not mirrored. */
export function useArrow(): "→" | "←" {
  return useTextDirection() === "rtl" ? "←" : "→";
}
