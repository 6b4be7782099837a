import { isKnownLanguage, parseLanguage } from "@/lib/text/languages";

/** Parses the language tags of a file: canonical, null if unknown. Caches results: a file repeats few tags. */
export function languageReader(): (tag: string | undefined) => string | null {
  const read = new Map<string, string | null>();
  return (tag = "") => {
    const known = read.get(tag);
    if (known !== undefined) return known;
    const language = parseLanguage(tag.trim());
    const result = language && isKnownLanguage(language) ? language : null;
    if (read.size < MAX_TAGS) read.set(tag, result);
    return result;
  };
}

const MAX_TAGS = 1_000;
