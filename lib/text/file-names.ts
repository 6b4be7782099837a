import { LANGUAGE_PLACEHOLDERS, type LanguageCodes, languageNames } from "./language-codes";

/** Placeholders in names of exported files. */
export const FILE_NAME_PLACEHOLDERS = [...LANGUAGE_PLACEHOLDERS, "path", "name"] as const;
const PLACEHOLDER = new RegExp(`\\{(${FILE_NAME_PLACEHOLDERS.join("|")})\\}`, "g");

/**
 * The name of a translated file, from a pattern with the language (`{language}`, `{language_underscore}`, `{android}`,
 * `{apple}`, `{script}`), `{path}` (folders, name and extension) and `{name}` (name and extension).
 */
export function fileName(pattern: string, codes: LanguageCodes, language: string, path: string): string {
  const values: Readonly<Record<string, string>> = {
    ...languageNames(codes, language),
    path,
    name: path.split("/").at(-1) ?? path,
  };
  return pattern.replace(PLACEHOLDER, (_, placeholder: string) => values[placeholder] ?? "");
}
