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
  {
    file: "lib/qa/word-forms.ts",
    original: "/^[a-z\\d]*$/.test(folded)",
    replacement: "false",
    reason: "a short cut: letters of ASCII have no accents",
  },
  {
    file: "lib/engines/routing.ts",
    original: "best",
    replacement: "false",
    reason: "a cache: the route is the same when it is computed again",
  },
  {
    file: "lib/projects/documents/match-segments.ts",
    original: "pairs.all.length - 1",
    replacement: "(pairs.all.length) + (1)",
    reason: "the loop begins at places without segments, whose results nobody reads",
  },
  {
    file: "lib/memory/match.ts",
    original: "from < texts.length",
    replacement: "(from) <= (texts.length)",
    reason: "at most one more batch, without texts",
  },
  {
    file: "lib/qa/markup.ts",
    original: "/^<\\/?([\\w:.-]+)/.exec(text)?.[1]?.toLowerCase()",
    replacement: "/<\\/?([\\w:.-]+)/.exec(text)?.[1]?.toLowerCase()",
    reason: "the text of a tag begins with its angle bracket, the first one in it",
  },
];
