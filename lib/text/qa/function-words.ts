import WORDS from "./function-words.json" with { type: "json" };

/** The most frequent function words of each language, in lower case; almost every sentence contains some. */
const languages = new Map<string, string[]>();
for (const [language, words] of Object.entries(WORDS)) {
  for (const word of words.split(" ")) {
    const known = languages.get(word);
    if (known) known.push(language);
    else languages.set(word, [language]);
  }
}
const NONE: readonly string[] = [];

/** The languages (without region) whose lists contain a lower-case word. */
export function languagesOf(word: string): readonly string[] {
  return languages.get(word) ?? NONE;
}

/** Languages that have a list. */
export const LISTED: ReadonlySet<string> = new Set(Object.keys(WORDS));
