import { useQuery } from "@tanstack/react-query";
import { useLocale } from "use-intl";
import type { Languages } from "@/lib/schemas/translate";
import { languageName } from "@/lib/text/languages";
import { api } from "./fetch";
import type { Language } from "./language-sets";

/** Languages that models would add, and whether the models' server answers. Separate, because the pairs are many. */
export function useInstallable() {
  const locale = useLocale();
  return useQuery({
    queryKey: ["languages", locale, "installable"],
    queryFn: async ({ signal }) =>
      api<typeof Languages>("GET", "/languages", { query: { display: locale, include: "installable" }, signal }),
    staleTime: 60_000,
  }).data;
}

/** The languages with those that their models would add; undefined if models are not installed automatically. */
export function useModelLanguages() {
  const withModels = useInstallable();
  const models = withModels?.modelSource;
  return models?.onDemand && models.reachable ? withModels?.languages : undefined;
}

/** The available languages, with names in the interface's language. */
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

/** Names of languages in the interface's language, including those without engines. */
export function useLanguageName(languages: readonly Language[]): (code: string) => string {
  const locale = useLocale();
  return (code) => languages.find((language) => language.code === code)?.name ?? languageName(code, locale);
}
