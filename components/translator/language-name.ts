import { useLocale } from "use-intl";
import type { Language } from "@/lib/client/language-sets";
import { languageName } from "@/lib/text/languages";

/** Names of languages in the interface's language, including those without engines. */
export function useLanguageName(languages: readonly Language[]): (code: string) => string {
  const locale = useLocale();
  return (code) => languages.find((language) => language.code === code)?.name ?? languageName(code, locale);
}
