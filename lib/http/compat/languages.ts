import { AppError, invalidRequest } from "@/lib/base/errors";
import { modelLanguage } from "@/lib/engines/models/known-pairs";
import type { Caller } from "@/lib/identity/auth/caller";
import {
  languageDirection,
  languageName,
  matchLanguage,
  nativeLanguageName,
  parseLanguage,
} from "@/lib/text/languages";
import { detectTexts } from "@/lib/translation/detect-texts";
import { type RoutingScope, servedTags } from "@/lib/translation/languages";

/** How a vendor's language codes differ from BCP 47: tags of its codes (in lower case), and codes of our tags. */
export type Codes = {
  readonly tags?: Readonly<Record<string, string>>;
  readonly codes: Readonly<Record<string, string>>;
};

/** The vendor's code of a language. A text without a language, such as a number, gets the code of English. */
export function codeOf(tag: string, { codes }: Codes): string {
  return codes[tag] ?? (tag === "und" ? FALLBACK : tag);
}

/**
 * The tag of a vendor's code. Prefers languages that are available, then those that a model would add; never changes
 * the script. Throws 400 whose message contains the code as `given`.
 */
export async function requireLanguage(
  side: "source" | "target",
  code: string,
  reach: RoutingScope,
  { tags = {} }: Partial<Codes> = {},
): Promise<string> {
  const own = code.toLowerCase();
  const tag = parseLanguage(Object.hasOwn(tags, own) ? tags[own]! : code);
  const { sources, targets } = await servedTags(reach);
  const found = tag && (matchLanguage(tag, (side === "source" ? sources : targets).list) ?? modelLanguage(tag));
  if (found) return found;
  const { message, details } = invalidRequest([
    { path: side, code: "unsupported_language", message: `The language in ${side} is not supported.` },
  ]);
  throw new AppError("invalid_request", message, { ...details, given: code });
}

/** All languages that can be translated from or into, by the vendor's codes, with their names in a language. */
export async function namedLanguages(reach: RoutingScope, vendor: Codes, display?: string) {
  const { all, sources, targets } = await servedTags(reach);
  const named = all.list.map((tag) => ({
    code: codeOf(tag, vendor),
    isSource: sources.set.has(tag),
    isTarget: targets.set.has(tag),
    name: languageName(tag, display),
    nativeName: nativeLanguageName(tag),
    direction: languageDirection(tag),
  }));
  const unique = [...new Map(named.map((language) => [language.code, language])).values()];
  return unique.sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** The source language if detection finds none. The vendors guess too, and their clients expect no error. */
export const FALLBACK = "en";

/** Candidates for the language of each text, best first. At least one: English without confidence. */
export async function detectAll(caller: Caller, texts: readonly string[], vendor: Codes) {
  const [{ detections }, { sources }] = await Promise.all([detectTexts(caller, texts), servedTags(caller)]);
  return detections.map(({ candidates }) =>
    (candidates.length > 0 ? candidates : [{ language: FALLBACK, confidence: 0 }]).map(({ language, confidence }) => ({
      language: codeOf(language, vendor),
      confidence,
      isServed: matchLanguage(language, sources.list) !== null,
    })),
  );
}
