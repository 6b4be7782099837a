/** How well a text is known before it is translated, from what costs least to what costs most. */
export const ANALYSIS_BANDS = [
  "repetition",
  "context",
  "exact",
  "fuzzy95",
  "fuzzy85",
  "fuzzy75",
  "fuzzy50",
  "new",
] as const;
export type AnalysisBand = (typeof ANALYSIS_BANDS)[number];

/** The band of the best match of a text: 101 for the same text in the same context, 100 for the same text, less for similar ones. */
export function bandOfMatch(match: number | null): Exclude<AnalysisBand, "repetition"> {
  if (match === null || match < 50) return "new";
  if (match > 100) return "context";
  if (match === 100) return "exact";
  if (match >= 95) return "fuzzy95";
  if (match >= 85) return "fuzzy85";
  return match >= 75 ? "fuzzy75" : "fuzzy50";
}
