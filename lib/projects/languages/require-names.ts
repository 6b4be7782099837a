import { type FieldError, invalidRequest } from "@/lib/base/errors";
import type { LanguageCodes } from "@/lib/text/language-codes";

/** Throws 400 if two languages, or a language and the source, have the same name: their files would be the same. */
export function requireDistinctNames(codes: LanguageCodes, sourceLanguage: string): void {
  const owners = new Map([[codes[sourceLanguage] ?? sourceLanguage, sourceLanguage]]);
  const faults = Object.entries(codes).flatMap(([language, name]): FieldError[] => {
    const owner = owners.get(name);
    if (owner === undefined || owner === language) {
      owners.set(name, language);
      return [];
    }
    const message = `The files of ${owner} already have the name ${name}.`;
    return [{ path: `languageNames.${language}`, code: "duplicate", message }];
  });
  if (faults.length > 0) throw invalidRequest(faults);
}
