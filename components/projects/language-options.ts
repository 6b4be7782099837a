import { useMemo } from "react";
import { useFormatter, useLocale, useTranslations } from "use-intl";
import type { ComboboxOption } from "@/components/ui/combobox";
import { installableTargets, targetsOf } from "@/lib/client/language-sets";
import { useLanguages, useModelLanguages } from "@/lib/client/languages";
import type { Languages } from "@/lib/schemas/translate";
import { languageName, matchLanguage, nativeLanguageName } from "@/lib/text/languages";

/** The most widely written languages, offered in addition to those of the engines for translation by people. */
const WIDELY_WRITTEN = (
  "af am ar az be bg bn bs ca cs cy da de el en es es-419 et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn " +
  "ko ky lo lt lv mk ml mn mr ms my nb ne nl nn pa pl ps pt pt-BR ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi " +
  "zh-Hans zh-Hant zu"
).split(" ");

/** Languages for a project, by name in the language of the interface. */
export function useLanguageOptions(initial?: Languages): readonly ComboboxOption[] {
  const locale = useLocale();
  const { data: translated } = useLanguages(initial);
  return useMemo(() => {
    const codes = new Set([...(translated ?? []).map(({ code }) => code), ...WIDELY_WRITTEN]);
    const { compare } = new Intl.Collator(locale);
    return [...codes]
      .map((code) => ({
        value: code,
        label: languageName(code, locale),
        // Computed when the list opens, because each detail needs the names in another locale.
        get detail() {
          return nativeLanguageName(code);
        },
        detailLang: code,
      }))
      .sort((a, b) => compare(a.label, b.label));
  }, [translated, locale]);
}

/** Target languages of a project. Those with machine translation from its source are first. */
export function useTargetGroups(source: string | null, taken: readonly string[], initial?: Languages) {
  const t = useTranslations("projects");
  const options = useLanguageOptions(initial);
  const { data: translated } = useLanguages(initial);
  const withModels = useModelLanguages();
  return useMemo(() => {
    const from =
      source && translated
        ? matchLanguage(
            source,
            [...(withModels ?? translated)].map(({ code }) => code),
          )
        : null;
    const served = [
      ...targetsOf(translated ?? [], from ?? ""),
      ...installableTargets(withModels ?? [], from ?? "").keys(),
    ];
    const isServed = ({ value }: ComboboxOption) => !source || !translated || matchLanguage(value, served) !== null;
    const free = options.filter(({ value }) => value !== source && !taken.includes(value));
    const people = free.filter((option) => !isServed(option));
    return [{ options: free.filter(isServed) }, { heading: t("peopleOnly"), options: people }];
  }, [options, source, taken, translated, withModels, t]);
}

/** Maximum number of languages that are named; more are counted. */
const MAX_NAMED = 3;

/** Writes a few languages by name, many as a number. */
export function useNamedLanguages(): (codes: readonly string[]) => string {
  const t = useTranslations("projects");
  const format = useFormatter();
  const locale = useLocale();
  return (codes) =>
    codes.length > MAX_NAMED
      ? t("chosen", { count: codes.length })
      : format.list(codes.map((code) => languageName(code, locale)));
}
