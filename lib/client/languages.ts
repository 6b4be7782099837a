import { useQuery } from "@tanstack/react-query";
import { useLocale } from "use-intl";
import type { Languages } from "@/lib/schemas/translate";
import { api } from "./fetch";

export type Language = Languages["languages"][number];

/** The languages that translate now, named in the interface's language. */
export function useLanguages(initial?: Languages) {
  const locale = useLocale();
  return useQuery({
    queryKey: ["languages", locale],
    queryFn: async ({ signal }) => api<typeof Languages>("GET", "/languages", { query: { display: locale }, signal }),
    initialData: initial,
    staleTime: 10 * 60_000,
    select: (answer) => answer.languages,
  });
}

/** What `source` translates to; for a source still to be detected, what anything translates to. */
export function targetsOf(languages: readonly Language[], source: string): Set<string> {
  if (source !== "auto") return new Set(languages.find(({ code }) => code === source)?.targets ?? []);
  return new Set(languages.flatMap(({ targets }) => targets));
}
