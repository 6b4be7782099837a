import type { Languages } from "@/lib/schemas/translate";

export type Language = Languages["languages"][number];

/** What `source` translates to; for a source still to be detected, what anything translates to. */
export function targetsOf(languages: readonly Language[], source: string): Set<string> {
  if (source !== "auto") return new Set(languages.find(({ code }) => code === source)?.targets ?? []);
  return new Set(languages.flatMap(({ targets }) => targets));
}
