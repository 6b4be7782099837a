import { parseLanguage } from "./languages";

/** The spellings of languages that a project's files use, by language: `{ "zh-Hans": "zh-CN" }`. */
export type LanguageCodes = Readonly<Record<string, string>>;

/** What a language is called in files: the project's own spelling, else its tag. */
export function codeInFiles(codes: LanguageCodes, language: string): string {
  return codes[language] ?? Object.entries(codes).find(([tag]) => parseLanguage(tag) === language)?.[1] ?? language;
}

/** The names that someone gave to languages with their spelling: `zh-CN` for `zh-Hans`. */
export function spelledNames(spellings: readonly string[]): LanguageCodes {
  return Object.fromEntries(
    spellings.flatMap((spelling) => {
      const language = parseLanguage(spelling);
      return language && otherSpelling(spelling, language) ? [[language, spelling] as const] : [];
    }),
  );
}

/** Names by canonical language: settings may have any tag of it. */
export function namesByLanguage(codes: LanguageCodes): LanguageCodes {
  return Object.fromEntries(Object.entries(codes).map(([tag, code]) => [parseLanguage(tag) ?? tag, code]));
}

/** The spelling that a document may name as its language: a project's own one where it is a tag of that language. */
export function declaredCode(codes: LanguageCodes, language: string): string {
  const code = codeInFiles(codes, language).replaceAll("_", "-");
  return parseLanguage(code) === language ? code : language;
}

/** The spelling of a language that someone used, as given, if it differs from the tag. Case does not count. */
export function otherSpelling(spelling: string, language: string): string | null {
  return spelling.toLowerCase() !== language.toLowerCase() && parseLanguage(spelling) === language ? spelling : null;
}

/** Placeholders for a language in names of files. */
export const LANGUAGE_PLACEHOLDERS = ["language", "language_underscore", "android", "apple", "script"] as const;
export type LanguagePlaceholder = (typeof LANGUAGE_PLACEHOLDERS)[number];

/** A language as platforms name it in paths: `pt-BR`, `pt_BR`, `pt-rBR`, and `zh-Hans` where others say `zh-CN`. */
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

/** As resource folders are named: `pt-rBR`, with a script `b+zh+Hans`. */
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
