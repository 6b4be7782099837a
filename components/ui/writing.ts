"use client";

import { useLocale } from "use-intl";
import { languageDirection } from "@/lib/text/languages";

/** The direction of the interface, for primitives that need it. */
export function useTextDirection(): "ltr" | "rtl" {
  return languageDirection(useLocale());
}

/** An arrow in reading direction. Browsers do not mirror the character. */
export function useArrow(): "→" | "←" {
  return useTextDirection() === "rtl" ? "←" : "→";
}

const COMMAS: Readonly<Record<string, string>> = { ar: "، ", ja: "、" };

/** Joins names with the comma of the interface's language. */
export function useCommaList(): (names: readonly string[]) => string {
  const comma = COMMAS[useLocale()] ?? ", ";
  return (names) => names.join(comma);
}
