import { baseLanguage, parseLanguage } from "@/lib/text/languages";

const TAG = /^[A-Za-z]{2,3}(?:[-_](?:[A-Za-z]{4}|[A-Za-z]{2}|\d{3})){0,2}$/;
const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });

/**
 * Whether a key or value is a language, such as `en`, `pt-BR` or `zh_Hans`. Three letters only count if they are the
 * source's code, because "app" and "nav" are languages too.
 */
export function isLanguageTag(name: string, source?: string): boolean {
  if (!TAG.test(name)) return false;
  const [primary = ""] = name.split(/[-_]/);
  if (source) return sameLanguage(name, source);
  return primary.length === 2 && names.of(primary.toLowerCase()) !== undefined;
}

/** Whether two tags have the same language, in any region. `bcl` and `no` are old names of `bik` and `nb`. */
export function sameLanguage(a: string, b: string): boolean {
  const [one, other] = [primaryOf(a), primaryOf(b)];
  return one === other || presentName(one) === presentName(other);
}

function primaryOf(tag: string): string {
  return tag.split(/[-_]/)[0]!.toLowerCase();
}

function presentName(primary: string): string {
  return baseLanguage(parseLanguage(primary) ?? primary);
}

/**
 * Whether a text in the language of one tag can be used for the other: the same script, and no conflicting region. `pt`
 * and `pt-BR` match, `pt-PT` and `pt-BR` do not, nor do `zh-TW` and `zh-Hans`. Accepts underscores.
 */
export function sameVariety(a: string, b: string): boolean {
  const [first, second] = [localeOf(a), localeOf(b)];
  if (!first || !second) return sameLanguage(a, b);
  const regions = new Set([first.region, second.region].filter(Boolean));
  return sameLanguage(a, b) && first.maximize().script === second.maximize().script && regions.size < 2;
}

function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag.replaceAll("_", "-"));
  } catch {
    return;
  }
}

/** A BCP 47 tag, written with the file's separator. */
export function spelledLike(example: string, tag: string): string {
  return example.includes("_") ? tag.replaceAll("-", "_") : tag;
}
