import { LANGUAGE_PLACEHOLDERS, type LanguageCodes, languageNames } from "@/lib/text/language-codes";

const PLACEHOLDER = new RegExp(`\\{(${[...LANGUAGE_PLACEHOLDERS, "path", "name"].join("|")})\\}`, "g");

/**
 * Names of files in an export, by a pattern with the language (`{language}`, `{language_underscore}`, `{android}`,
 * `{apple}`, `{script}`), `{path}` (folders, name and extension) and `{name}` (name and extension). Duplicates are
 * numbered.
 */
export class FileNames {
  readonly #taken = new Set<string>();

  constructor(
    private readonly pattern: string,
    private readonly codes: LanguageCodes = {},
  ) {}

  unique(language: string, path: string): string {
    const values: Record<string, string> = {
      ...languageNames(this.codes, language),
      path,
      name: path.split("/").at(-1) ?? path,
    };
    const wanted = this.pattern.replace(PLACEHOLDER, (_, name: string) => values[name] ?? "");
    for (let number = 1; ; number++) {
      const name = number === 1 ? wanted : numbered(wanted, number);
      // Case-insensitive file systems would lose one of them.
      if (this.#taken.has(name.toLowerCase())) continue;
      this.#taken.add(name.toLowerCase());
      return name;
    }
  }
}

function numbered(name: string, number: number): string {
  const dot = name.lastIndexOf(".");
  return dot > name.lastIndexOf("/") + 1 ? `${name.slice(0, dot)}-${number}${name.slice(dot)}` : `${name}-${number}`;
}
