/** Languages of the interface. Each has a catalogue in `lib/i18n/messages`. */
export const LOCALES = ["en", "es", "fr", "de", "it", "pt-BR", "pl", "ar", "ja", "zh-Hans"] as const;
export type Locale = (typeof LOCALES)[number];

/** Their native names. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = {
  en: "English",
  es: "Español",
  fr: "Français",
  de: "Deutsch",
  it: "Italiano",
  "pt-BR": "Português (Brasil)",
  pl: "Polski",
  ar: "العربية",
  ja: "日本語",
  "zh-Hans": "简体中文",
};

export function isLocale(value: string | null | undefined): value is Locale {
  return (LOCALES as readonly (string | null | undefined)[]).includes(value);
}
