import type { Languages } from "@/lib/schemas/translate";

export type Language = Languages["languages"][number];

/** The targets of `source`; for automatic detection, the targets of any language. */
export function targetsOf(languages: readonly Language[], source: string): Set<string> {
  if (source !== "auto") return new Set(languages.find(({ code }) => code === source)?.targets ?? []);
  return new Set(languages.flatMap(({ targets }) => targets));
}
