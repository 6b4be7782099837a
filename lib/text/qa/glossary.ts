import { capitalised } from "@/lib/text/words";
import type { QaTerm } from "./checked";
import type { Finding, Subject } from "./subject";
import { findPhrase, findTerms } from "./term-search";
import type { TextView } from "./text-view";
import { bare, hasForms, isUnspaced } from "./word-forms";

/** Checks that glossary terms of the source are translated as required, not as forbidden, or kept. */
export function* glossary(subject: Subject): Generator<Finding> {
  const { source, target, context, sourceLanguage } = subject;
  const { terms } = context;
  if (!terms || terms.length === 0 || target.isBlank) return;
  const found = new Set(findTerms(terms, source, sourceLanguage).map(({ term }) => term));
  if (found.size === 0) return;
  const words = target.words.map(({ text }) => bare(text));
  for (const term of found) {
    if (term.doNotTranslate) {
      const [wording, text] = term.caseSensitive
        ? [term.source, target.prose]
        : [term.source.toLowerCase(), target.prose.toLowerCase()];
      if (!text.includes(wording)) yield { check: "glossary.do_not_translate", params: { term: term.source } };
    } else {
      const allowed = term.targets.filter(({ usage }) => usage !== "forbidden").map(({ text }) => text);
      const preferred = term.targets.find(({ usage }) => usage === "preferred")?.text ?? allowed[0];
      const wrong = [...forbidden(subject, term, allowed, preferred)];
      yield* wrong;
      const isTranslated = (text: string) =>
        isUnspaced(text) ? target.prose.toLowerCase().includes(text.toLowerCase()) : hasForms(text, words);
      if (wrong.length === 0 && preferred !== undefined && !allowed.some(isTranslated)) {
        yield missing(subject, term, preferred);
      }
    }
  }
}

/** Maximum listed uses of one forbidden word. */
const MAX_USES = 100;

/** Reports forbidden translations, unless they are part of an allowed one ("app" in "web app"). */
function* forbidden(
  { target, targetLanguage }: Subject,
  term: QaTerm,
  allowed: readonly string[],
  preferred: string | undefined,
): Generator<Finding> {
  const find = (text: string) => findPhrase(text, target, term.caseSensitive, targetLanguage);
  for (const { text, usage } of term.targets) {
    if (usage !== "forbidden") continue;
    const spans = find(text).slice(0, MAX_USES);
    const right = spans.length > 0 ? allowed.flatMap(find) : [];
    for (const { start, end } of spans) {
      if (right.some((span) => span.start <= start && end <= span.end)) continue;
      const params = { term: term.source, forbidden: text, preferred: preferred ?? "" };
      const isSameForm = target.prose.slice(start, end).toLowerCase() === text.toLowerCase();
      const edit =
        isSameForm && preferred !== undefined
          ? replaceTerm(target, start, end, text, preferred)
          : target.range(start, end);
      yield { check: "glossary.forbidden", params, ...edit };
    }
  }
}

/** Reports the position of the term if it was left untranslated. */
function missing({ target, sourceLanguage }: Subject, term: QaTerm, preferred: string): Finding {
  const [left] = findPhrase(term.source, target, term.caseSensitive, sourceLanguage);
  const edit = left && replaceTerm(target, left.start, left.end, term.source, preferred);
  return { check: "glossary.missing", params: { term: term.source, expected: preferred }, ...edit };
}

/** Capitalised if the replaced word was and the glossary entry is not. */
function replaceTerm(target: TextView, start: number, end: number, entry: string, replacement: string) {
  const first = target.prose.charAt(start);
  const isRaised = first !== first.toLowerCase() && entry.startsWith(first.toLowerCase());
  return target.replace(start, end, isRaised ? capitalised(replacement) : replacement);
}
