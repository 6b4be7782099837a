import type { QaTerm } from "./check";
import type { Finding, Subject } from "./subject";
import { findPhrase, findTerms } from "./term-search";
import { hasForms, isUnspaced, type Word, wordsOf } from "./word-forms";

/** Terms of the glossary that the source has: translated as it says, not as it forbids, or left as they are. */
export function* glossary({ source, target, context, sourceLanguage, targetLanguage }: Subject): Generator<Finding> {
  const { terms } = context;
  if (!terms || terms.length === 0 || target.isBlank) return;
  const matches = findTerms(terms, source.prose, wordsOf(source.prose), sourceLanguage);
  const words = matches.length > 0 ? wordsOf(target.prose) : [];
  for (const term of new Set(matches.map((match) => match.term))) {
    if (term.doNotTranslate) {
      const wording = term.caseSensitive ? term.source : term.source.toLowerCase();
      const text = term.caseSensitive ? target.prose : target.prose.toLowerCase();
      if (!text.includes(wording)) yield { check: "glossary.do_not_translate", params: { term: term.source } };
      continue;
    }
    const allowed = term.targets.filter(({ usage }) => usage !== "forbidden").map(({ text }) => text);
    const preferred = term.targets.find(({ usage }) => usage === "preferred")?.text ?? allowed[0];
    const wrong = forbidden(term, allowed, target.prose, words, targetLanguage);
    for (const { start, end, text } of wrong) {
      const exact = target.prose.slice(start, end);
      const sameForm = exact.toLowerCase() === text.toLowerCase() && preferred !== undefined;
      const edit = sameForm ? target.replace(start, end, inCaseOf(exact, text, preferred)) : target.range(start, end);
      const params = { term: term.source, forbidden: text, preferred: preferred ?? "" };
      yield { check: "glossary.forbidden", params, ...edit };
    }
    if (wrong.length > 0 || preferred === undefined) continue;
    if (allowed.some((text) => isTranslated(text, target.prose, words))) continue;
    const [left] = findPhrase(term.source, target.prose, words, term.caseSensitive, sourceLanguage);
    const exact = left && target.prose.slice(left.start, left.end);
    const edit = left && target.replace(left.start, left.end, inCaseOf(exact!, term.source, preferred));
    yield { check: "glossary.missing", params: { term: term.source, expected: preferred }, ...edit };
  }
}

function isTranslated(text: string, prose: string, words: readonly Word[]): boolean {
  return isUnspaced(text) ? prose.toLowerCase().includes(text.toLowerCase()) : hasForms(text, words);
}

type Wrong = { readonly start: number; readonly end: number; readonly text: string };

/** Forbidden translations, unless they are part of an allowed one ("app" in "web app"). */
function forbidden(
  term: QaTerm,
  allowed: readonly string[],
  prose: string,
  words: readonly Word[],
  language: string,
): Wrong[] {
  const find = (text: string) => findPhrase(text, prose, words, term.caseSensitive, language);
  const right = allowed.flatMap(find);
  return term.targets
    .filter(({ usage }) => usage === "forbidden")
    .flatMap(({ text }) => find(text).map((span) => ({ ...span, text })))
    .filter(({ start, end }) => !right.some((span) => span.start <= start && end <= span.end));
}

/** A capital where the replaced word had one and its entry in the glossary has none. */
function inCaseOf(found: string, entry: string, replacement: string): string {
  const [first = ""] = found;
  const raised = first !== first.toLowerCase() && entry.startsWith(first.toLowerCase());
  return raised ? replacement.charAt(0).toUpperCase() + replacement.slice(1) : replacement;
}
