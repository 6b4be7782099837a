/** Mutants that no test can find, since they change no behavior, each with its reason. */
export const EQUIVALENT: readonly { file: string; original: string; replacement: string; reason: string }[] = [
  {
    file: "lib/text/languages.ts",
    original: '!tag.includes("-")',
    replacement: "false",
    reason: "a short cut: a tag without a hyphen has no region",
  },
  {
    file: "lib/text/languages.ts",
    original: "displayNamesCache.size < 200",
    replacement: "(displayNamesCache.size) >= (200)",
    reason: "the bound of a cache: names are the same without it",
  },
  {
    file: "lib/qa/icu.ts",
    original: "!numbers",
    replacement: "true",
    reason: "a cache: the numbers are the same when they are computed again",
  },
  {
    file: "lib/qa/number-values.ts",
    original: "!separators",
    replacement: "true",
    reason: "a cache: the separators are the same when they are computed again",
  },
];
