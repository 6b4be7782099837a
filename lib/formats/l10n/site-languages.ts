import { isLanguageTag, sameLanguage } from "./locale-names";

/** Keys of Hugo's configuration, as one file or as `languages.toml`. */
const HUGO = /^[ \t]*["']?(?:baseURL|defaultContentLanguage|languageName)["']?[ \t]*[:=]/im;
const DEFAULT_LANGUAGE = /^[ \t]*["']?defaultContentLanguage["']?[ \t]*[:=][ \t]*["']?([A-Za-z-]{2,20})/im;

/**
 * A function that gives the language of a site's texts that are in another one than `language`, which have a table for
 * each: `languages.pt-br.title`.
 */
export function otherSiteLanguage(
  source: string,
  language: string | undefined,
): (path: readonly string[]) => string | undefined {
  const own = HUGO.test(source) ? (language ?? DEFAULT_LANGUAGE.exec(source)?.[1]) : undefined;
  return (path) => {
    const [tag = "", key] = path[0] === "languages" ? path.slice(1) : path;
    return own && key !== undefined && isLanguageTag(tag) && !sameLanguage(tag, own) ? tag : undefined;
  };
}
