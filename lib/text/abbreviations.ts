import LISTS from "./abbreviations.json" with { type: "json" };

/**
 * Abbreviations that do not end a sentence, by language: the sentence break suppressions of the Unicode Common Locale
 * Data Repository 46.1 (package cldr-segments-full, Unicode License v3), plus common ones that it lacks, without
 * English ones that are more often whole answers or words (`OK.`, `Go.`).
 */
const BY_LANGUAGE: Readonly<Record<string, string>> = LISTS;

/** Catalan, Galician and related languages use Spanish abbreviations; Danish and Norwegian use German ones. */
const LIKE = new Map(
  Object.entries({ es: "ca gl ast an", fr: "oc", de: "nl da nb nn sv", ru: "uk be" }).flatMap(([of, others]) =>
    others.split(" ").map((language) => [language, of] as const),
  ),
);

const sets = new Map<string, ReadonlySet<string>>();

/** The abbreviations of a language (`de`, not `de-AT`), each with its full stop; empty if there is no list. */
export function abbreviationsOf(language: string): ReadonlySet<string> {
  const known = sets.get(language);
  if (known) return known;
  const set = new Set(
    (BY_LANGUAGE[language] ?? BY_LANGUAGE[LIKE.get(language) ?? ""] ?? "").split(" ").filter(Boolean),
  );
  sets.set(language, set);
  return set;
}
