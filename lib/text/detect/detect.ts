import { baseLanguage } from "@/lib/text/languages";
import { findPlaceholders } from "@/lib/text/placeholders";
import { confidenceOf } from "./calibration";
import { servedTag } from "./candidates";
import { detectors } from "./detectors";
import { evidenceOf } from "./evidence";
import { languagesByScript } from "./known-languages";

export type LanguageScore = { readonly language: string; readonly confidence: number };

export type Detection = LanguageScore & {
  /** At most three, best first. */
  readonly candidates: readonly LanguageScore[];
};

/** Longer text does not improve the result. UTF-16 units. */
const MAX_TEXT_LENGTH = 2_000;

/**
 * Detects the language of a text, whether or not it is in `served` (the engines' BCP 47 tags); in doubt prefers those.
 * Regional variants are not distinguished: `pt` covers them. Null without letters, or if no language matches.
 */
export async function detectLanguage(text: string, served: readonly string[]): Promise<Detection | null> {
  const words = proseOf(text);
  const possible = languagesByScript(words);
  if (possible.length === 0) return null;
  const bases = new Set(served.map(baseLanguage));
  const evidence = evidenceOf(words, possible, bases, await detectors());
  const total = [...evidence.values()].reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return null;
  const shares = new Map<string, number>();
  for (const [language, weight] of evidence) {
    const tag = servedTag(language, words, served);
    shares.set(tag, (shares.get(tag) ?? 0) + weight / total);
  }
  const ranked = [...shares].sort(([, a], [, b]) => b - a).slice(0, 3);
  const candidates = ranked
    .map(([language, share]) => ({ language, confidence: confidenceOf(share) }))
    .filter(({ confidence }, index) => index === 0 || confidence > 0);
  const [first] = candidates;
  return first ? { ...first, candidates } : null;
}

/** Loads the detectors, so that the first request does not wait for them. */
export async function warmDetection(): Promise<void> {
  await detectors();
}

/** The text without placeholders, addresses and URLs. */
function proseOf(text: string): string {
  const start = text.slice(0, MAX_TEXT_LENGTH).normalize("NFC");
  let words = "";
  let from = 0;
  for (const placeholder of findPlaceholders(start)) {
    words += `${start.slice(from, placeholder.start)} `;
    from = placeholder.end;
  }
  return (words + start.slice(from)).trim();
}
