import { isKnownLanguage, parseLanguage } from "@/lib/text/languages";

/** Reads the tags of a file: canonical, null for what is no known language. A file has few of them, many times. */
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
