import { baseLanguage } from "@/lib/text/languages";
import { parseMessage } from "@/lib/text/message/parse";
import { confidenceOf } from "./calibration";
import { servedTag } from "./candidates";
import { isProgramCode } from "./code";
import { detectors } from "./detectors";
import { evidenceOf } from "./evidence";
import { languagesByScript } from "./known-languages";

export type LanguageScore = { readonly language: string; readonly confidence: number };

export type Detection = LanguageScore & {
  /** At most three languages, best first. */
  readonly candidates: readonly LanguageScore[];
};

/** Maximum text read, in UTF-16 units; longer text does not improve the result. */
const MAX_TEXT_LENGTH = 2_000;

/** Factor for the scores of a text that is mostly code, so that no language gets a high confidence. */
const CODE_SHARE = 0.5;

/** Languages with their shares of the total score, 0–1. */
export type Shares = ReadonlyMap<string, number>;

/**
 * Scores the languages of a text, whether or not they are in `served` (the engines' BCP 47 tags); in doubt it prefers
 * those. Regional variants are not distinguished: `pt` covers them. Empty without letters, or if no language matches.
 */
export async function scoreLanguages(text: string, served: readonly string[]): Promise<Shares> {
  const words = proseOf(text);
  const possible = languagesByScript(words);
  const shares = new Map<string, number>();
  if (possible.length === 0) return shares;
  const evidence = evidenceOf(words, possible, new Set(served.map(baseLanguage)), await detectors());
  const total = [...evidence.values()].reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return shares;
  const isCode = isProgramCode(text.slice(0, MAX_TEXT_LENGTH));
  for (const [language, weight] of evidence) {
    const tag = servedTag(language, words, served);
    shares.set(tag, (shares.get(tag) ?? 0) + (weight / total) * (isCode ? CODE_SHARE : 1));
  }
  return shares;
}

/** The languages, most probable first, each with its probability of being right. */
export function rankLanguages(shares: Shares): LanguageScore[] {
  return [...shares]
    .sort(([, a], [, b]) => b - a)
    .map(([language, share]) => ({ language, confidence: confidenceOf(share) }));
}

/** The most probable language of a text, scored as by {@link scoreLanguages}; null if none matches. */
export async function detectLanguage(text: string, served: readonly string[]): Promise<Detection | null> {
  const candidates = rankLanguages(await scoreLanguages(text, served))
    .slice(0, 3)
    .filter(({ confidence }, index) => index === 0 || confidence > 0);
  const [first] = candidates;
  return first ? { ...first, candidates } : null;
}

/** The text without placeholders, addresses and URLs. */
function proseOf(text: string): string {
  const start = text.slice(0, MAX_TEXT_LENGTH).normalize("NFC");
  let words = "";
  let from = 0;
  for (const placeholder of parseMessage(start)) {
    words += `${start.slice(from, placeholder.start)} `;
    from = placeholder.end;
  }
  return (words + start.slice(from)).trim();
}
