/**
 * Detectable languages by script, whether or not an engine supports them. `sr-Latn` is Serbian in Latin script; the
 * Chinese scripts are distinguished by characters (see candidates.ts).
 */
const BY_SCRIPT = {
  Latin:
    "af an ast az br bs ca ceb co cs cy da de en eo es et eu fi fil fr frp fy ga gd gl ha haw hr ht hu id ig is it jv ku la lb lt lv mg mi ms mt nb nl nn oc pl pt ro sc sk sl sm so sq sr-Latn su sv sw szl tr uz vi xh yo zu",
  Cyrillic: "be bg kk ky mk mn ru sr tg tt uk",
  Arabic: "ar ckb fa ps sd ug ur",
  Devanagari: "hi mr ne",
  Bengali: "bn as",
  Hebrew: "he yi",
  Ethiopic: "am ti",
  Greek: "el",
  Armenian: "hy",
  Georgian: "ka",
  Gujarati: "gu",
  Gurmukhi: "pa",
  Oriya: "or",
  Kannada: "kn",
  Malayalam: "ml",
  Tamil: "ta",
  Telugu: "te",
  Sinhala: "si",
  Thai: "th",
  Lao: "lo",
  Khmer: "km",
  Myanmar: "my",
  Hangul: "ko",
  Japanese: "ja",
  Han: "zh",
} as const;

type Script = keyof typeof BY_SCRIPT;

const LANGUAGES = new Map<Script, readonly string[]>(
  Object.entries(BY_SCRIPT).map(([script, languages]) => [script as Script, languages.split(" ")]),
);

/** Japanese is written in Han characters mixed with kana. */
const PATTERNS: readonly (readonly [Script, RegExp])[] = [...LANGUAGES.keys()].map((script) => [
  script,
  script === "Japanese" ? /[\p{Script=Hiragana}\p{Script=Katakana}]/gu : new RegExp(`\\p{Script=${script}}`, "gu"),
]);

/** Minimum share of kana in a Japanese text, since many words are written in Han characters. */
const KANA_SHARE = 0.05;

/** The known languages in the script of most letters of a text; empty if there are none. */
export function languagesByScript(text: string): readonly string[] {
  const counts = PATTERNS.map(([script, pattern]) => [script, text.match(pattern)?.length ?? 0] as const);
  const of = new Map(counts);
  if ((of.get("Japanese") ?? 0) > KANA_SHARE * (of.get("Han") ?? 0))
    of.set("Japanese", (of.get("Japanese") ?? 0) + (of.get("Han") ?? 0));
  const [first] = [...of].sort(([, a], [, b]) => b - a);
  return first && first[1] > 0 ? (LANGUAGES.get(first[0]) ?? []) : [];
}
