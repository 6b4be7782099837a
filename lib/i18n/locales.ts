import { isLocale, LOCALES, type Locale } from "@/lib/vocabulary/locales";

/** Cookie with the chosen language; not secret, valid for a year. */
export const LOCALE_COOKIE = "locale";

/** A language with a region: `en-GB`, `zh-Hans-SG`, `es-419`. */
const REGIONAL = /^[a-z]{2,3}(-[a-z]{4})?-([a-z]{2}|[0-9]{3})$/i;

/** The locale for dates. Uses the browser's region, such as `en-GB`, because English alone means American dates. */
export function regionalLocale(locale: Locale, acceptLanguage: string | null): string {
  const tags = (acceptLanguage ?? "").slice(0, 500).split(",");
  const names = tags.map((tag) => tag.split(";")[0]!.trim());
  const isRegional = (name: string) => REGIONAL.test(name) && name.toLowerCase().startsWith(`${locale.toLowerCase()}-`);
  return names.find(isRegional) ?? locale;
}

/**
 * The chosen locale, else the first supported one of `Accept-Language` (RFC 9110 section 12.5.4: by weight, in order
 * among equals; ignores `*` and refused languages), else English. Ignores regions and scripts: pt-PT gets pt-BR.
 */
export function chooseLocale(chosen: string | undefined, acceptLanguage: string | null): Locale {
  if (isLocale(chosen)) return chosen;
  const wishes = (acceptLanguage ?? "")
    .slice(0, 500)
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
      const weight = parameters.find((each) => each.trim().startsWith("q="));
      return { language: tag.split("-")[0]!, weight: weight ? Number(weight.trim().slice(2)) : 1 };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { language } of wishes) {
    const locale = LOCALES.find((each) => each.split("-")[0] === language);
    if (locale) return locale;
  }
  return "en";
}

/** Styles that messages name, such as `{share, number, percent}`, because compiled messages have no built-in ones. */
export const FORMATS = { number: { percent: { style: "percent" } } } as const;
