/** The part of ELD's interface in use. */
export type Eld = {
  setLanguageSubset(languages: string[] | false): unknown;
  info(): { Languages: Record<string, string> };
  detect(text: string): { getScores(): Record<string, number> };
};
