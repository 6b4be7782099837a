import { parseLanguage } from "./languages";

/** The language codes that a project's files use, by language: `{ "zh-Hans": "zh-CN" }`. */
export type LanguageCodes = Readonly<Record<string, string>>;

/** The code of a language in file names: the project's own spelling, or else the tag. */
export function codeInFiles(codes: LanguageCodes, language: string): string {
  return codes[language] ?? Object.entries(codes).find(([tag]) => parseLanguage(tag) === language)?.[1] ?? language;
}

/** The language codes that someone set for languages: `zh-CN` for `zh-Hans`. */
export function spelledNames(spellings: readonly string[]): LanguageCodes {
  return Object.fromEntries(
    spellings.flatMap((spelling) => {
      const language = parseLanguage(spelling);
      return language && otherSpelling(spelling, language) ? [[language, spelling] as const] : [];
    }),
  );
}

/** Codes by canonical language, because settings may use any tag of the language. */
export function namesByLanguage(codes: LanguageCodes): LanguageCodes {
  return Object.fromEntries(Object.entries(codes).map(([tag, code]) => [parseLanguage(tag) ?? tag, code]));
}

/** The code that a document may declare as its language: the project's own if that is a tag of the language. */
export function declaredCode(codes: LanguageCodes, language: string): string {
  const code = codeInFiles(codes, language).replaceAll("_", "-");
  return parseLanguage(code) === language ? code : language;
}

/** The spelling of a language code as someone wrote it, if it differs from the tag other than by case. */
export function otherSpelling(spelling: string, language: string): string | null {
  return spelling.toLowerCase() !== language.toLowerCase() && parseLanguage(spelling) === language ? spelling : null;
}

/** Placeholders for a language in file names. */
export const LANGUAGE_PLACEHOLDERS = ["language", "language_underscore", "android", "apple", "script"] as const;
export type LanguagePlaceholder = (typeof LANGUAGE_PLACEHOLDERS)[number];

/** A language code as platforms write it in paths: `pt-BR`, `pt_BR`, `pt-rBR`, or `zh-Hans` instead of `zh-CN`. */
export function languageNames(codes: LanguageCodes, language: string): Readonly<Record<LanguagePlaceholder, string>> {
  const code = codeInFiles(codes, language);
  return {
    language: code,
    language_underscore: code.replaceAll("-", "_"),
    android: androidQualifier(code) ?? androidQualifier(language) ?? language,
    apple: language,
    script: withScript(language),
  };
}

/** Notation of Android's resource folders: `pt-rBR`, or with a script `b+zh+Hans`. */
function androidQualifier(code: string): string | null {
  const locale = localeOf(code);
  if (!locale) return null;
  const { language, script, region } = locale;
  if (script || (region && /\d/.test(region)))
    return ["b", language, script, region].filter((part) => part !== undefined).join("+");
  return region ? `${language}-r${region}` : language;
}

function withScript(language: string): string {
  const { language: base, script } = (localeOf(language) ?? new Intl.Locale("und")).maximize();
  return script ? `${base}-${script}` : language;
}

function localeOf(code: string): Intl.Locale | null {
  try {
    return new Intl.Locale(code.replaceAll("_", "-"));
  } catch {
    return null;
  }
}
