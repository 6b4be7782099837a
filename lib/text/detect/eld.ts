/** The part of ELD's interface that is used here. */
export type Eld = {
  setLanguageSubset(languages: string[] | false): unknown;
  info(): { Languages: Record<string, string> };
  detect(text: string): { getScores(): Record<string, number> };
};
