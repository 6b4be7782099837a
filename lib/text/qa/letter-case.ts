import type { Finding, Subject } from "./subject";

/** Reports a first letter in another case than the source's, if both languages have cases. */
export function* letterCase({ source, target, context, targetLanguage }: Subject): Generator<Finding> {
  const expected = firstWord(source.prose);
  const found = firstWord(target.prose);
  if (!expected || !found || expected.word === found.word) return;
  const [first] = found.word;
  const [wanted, actual] = [caseOf(expected.word), caseOf(found.word)];
  if (!first || !wanted || !actual || wanted === actual) return;
  // German capitalises nouns.
  if (actual === "upper" && targetLanguage === "de") return;
  const [supported = "en"] = Intl.Collator.supportedLocalesOf(context.target);
  const letter = wanted === "upper" ? first.toLocaleUpperCase(supported) : first.toLocaleLowerCase(supported);
  const edit = target.replace(found.start, found.start + first.length, letter);
  yield { check: "case.first", params: { expected: wanted }, ...edit };
}

/** The first word, ignoring punctuation; null if a number or a placeholder precedes it. */
function firstWord(prose: string): { start: number; word: string } | null {
  const match = /^[\s\p{P}\uffed]*(\p{L}[\p{L}\p{M}\p{N}'’]*)/u.exec(prose);
  if (!match?.[1]) return null;
  return { start: match[0].length - match[1].length, word: match[1] };
}

/** Null for letters without case, and for names and abbreviations such as "iPhone" and "PDF". */
function caseOf(word: string): "upper" | "lower" | null {
  const [first = ""] = word;
  if (first.toLowerCase() === first.toUpperCase()) return null;
  if (word.slice(first.length) !== word.slice(first.length).toLowerCase()) return null;
  return first === first.toUpperCase() ? "upper" : "lower";
}
