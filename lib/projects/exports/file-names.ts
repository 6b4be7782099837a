import { fileName } from "@/lib/text/file-names";
import type { LanguageCodes } from "@/lib/text/language-codes";

/** Names of files in an export, by the pattern of {@link fileName}. Duplicates are numbered. */
export class FileNames {
  readonly #taken = new Set<string>();

  constructor(
    private readonly pattern: string,
    private readonly codes: LanguageCodes = {},
  ) {}

  unique(language: string, path: string): string {
    const wanted = fileName(this.pattern, this.codes, language, path);
    for (let number = 1; ; number++) {
      const name = number === 1 ? wanted : numbered(wanted, number);
      // On case-insensitive file systems, one of the two files would be lost.
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
