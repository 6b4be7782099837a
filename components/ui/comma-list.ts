"use client";

import { useLocale } from "use-intl";

const COMMAS: Readonly<Record<string, string>> = { ar: "، ", ja: "、" };

/** Joins names with the comma of the interface's language. */
export function useCommaList(): (names: readonly string[]) => string {
  const comma = COMMAS[useLocale()] ?? ", ";
  return (names) => names.join(comma);
}
