/** The part of ELD's interface that is used here. */
export type Eld = {
  setLanguageSubset(languages: string[] | false): unknown;
  detect(text: string): { getScores(): Record<string, number> };
};
