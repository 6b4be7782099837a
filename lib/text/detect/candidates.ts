import { baseLanguage } from "@/lib/text/languages";

/** The most frequent characters that only the simplified or only the traditional orthography uses. */
const SIMPLIFIED = /[们这说国时会对发开关经问个为从见现点长东车话语书学业务]/u;
const TRADITIONAL = /[們這說國時會對發開關經問個為從見現點長東車話語書學業務]/u;

/** The standards of Serbo-Croatian in Latin script, which an engine may offer as a single language. */
const SERBO_CROATIAN: readonly string[] = ["hr", "bs", "sr-Latn"];

/**
 * The engine's tag for a detected language, or the language itself: `zh` by the script of the text, Croatian as `sh` if
 * only that is supported, and the first region of a language that is supported only by region.
 */
export function servedTag(language: string, text: string, served: readonly string[]): string {
  const tag = language === "zh" ? chineseTag(text) : language;
  if (served.includes(tag)) return tag;
  const base = baseLanguage(tag);
  if (SERBO_CROATIAN.includes(tag) && !served.includes(base) && served.includes("sh")) return "sh";
  if (tag === "sr" && served.includes("sr-Cyrl")) return "sr-Cyrl";
  if (tag.includes("-")) return tag;
  return served.find((one) => baseLanguage(one) === base && !isScript(one)) ?? tag;
}

function isScript(tag: string): boolean {
  return /^[a-z]{2,3}-[A-Z][a-z]{3}$/.test(tag);
}

function chineseTag(text: string): string {
  return TRADITIONAL.test(text) && !SIMPLIFIED.test(text) ? "zh-Hant" : "zh-Hans";
}
