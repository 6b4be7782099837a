import { baseLanguage } from "@/lib/text/languages";

/** Labels of the detectors that mean a language under another name. */
const LABELS: Readonly<Record<string, readonly string[]>> = {
  nb: ["nb", "no"],
  he: ["he", "iw"],
  id: ["id", "in"],
  fil: ["tl"],
  yue: ["yue", "zh"],
};

/** The standards of Serbo-Croatian, of which a detector cannot be sure in a few words. */
const SERBO_CROATIAN = ["sh", "hr", "bs", "sr"];

/**
 * The candidates that may be told apart, each with the detectors' labels that speak for it. Regions and variants stand
 * back behind their language; of Chinese and Serbian only the script that the text is written in remains.
 */
export function candidateLabels(candidates: readonly string[], text: string): Map<string, readonly string[]> {
  const labels = new Map<string, readonly string[]>();
  const bases = new Set(candidates);
  for (const tag of candidates) {
    const base = baseLanguage(tag);
    if (tag !== base && !isScript(tag)) {
      if (!bases.has(base)) labels.set(tag, LABELS[base] ?? [base]);
    } else if (scriptFits(tag, text)) {
      labels.set(tag, labelsOf(base, bases));
    }
  }
  return labels;
}

function labelsOf(base: string, bases: ReadonlySet<string>): readonly string[] {
  if (!SERBO_CROATIAN.includes(base)) return LABELS[base] ?? [base];
  // `sh` answers for those standards that are no candidates themselves.
  const others = SERBO_CROATIAN.filter((one) => one !== base && !bases.has(one) && !bases.has(`${one}-Latn`));
  return base === "sh" ? ["sh", ...others.filter((one) => one !== "sh")] : [base];
}

function isScript(tag: string): boolean {
  return /^[a-z]{2,3}-[A-Z][a-z]{3}$/.test(tag);
}

/** Characters that only one of the two Chinese orthographies writes; the commonest of each. */
const SIMPLIFIED = /[们这说国时会对发开关经问个为从见现点长东车话语书学业务]/u;
const TRADITIONAL = /[們這說國時會對發開關經問個為從見現點長東車話語書學業務]/u;

/** Letters, and none of them of another script. */
const LATIN_ALONE = /^[\P{L}\p{Script=Latin}]*$/u;

/** Nonsense in Latin letters would otherwise be some language that nobody writes so. */
function writtenInLatin(tag: string): boolean {
  return new Intl.Locale(tag).maximize().script === "Latn";
}

function scriptFits(tag: string, text: string): boolean {
  if (LATIN_ALONE.test(text) && !writtenInLatin(tag)) return false;
  switch (tag) {
    case "zh-Hans":
      return SIMPLIFIED.test(text) || !TRADITIONAL.test(text);
    case "zh-Hant":
      return TRADITIONAL.test(text) && !SIMPLIFIED.test(text);
    case "sr-Latn":
      return !/\p{Script=Cyrillic}/u.test(text);
    case "sr":
    case "sr-Cyrl":
      return /\p{Script=Cyrillic}/u.test(text);
    default:
      return true;
  }
}
