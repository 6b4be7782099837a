import type { Placeholder } from "@/lib/text/message/placeholders";
import { syntaxOf } from "@/lib/text/message/syntax";
import { insertCopy } from "./code-insertion";
import type { Finding, Subject } from "./subject";

/** Checks web and e-mail addresses. */
export function* addresses(subject: Subject): Generator<Finding> {
  if (subject.target.isBlank) return;
  yield* compare(subject, "url", "url.changed");
  yield* compare(subject, "email", "email.changed");
}

function* compare(
  subject: Subject,
  syntax: "url" | "email",
  check: "url.changed" | "email.changed",
): Generator<Finding> {
  const { segment, source, target, sourceLanguage, targetLanguage } = subject;
  const wanted = source.placeholders.filter((found) => syntaxOf(found) === syntax);
  if (wanted.length === 0) return;
  const canonical = (text: string, language: string) => withoutLanguage(text.toLowerCase(), language);
  const found = target.placeholders.filter((one) => syntaxOf(one) === syntax);
  // A value that is an address and nothing else is localised on purpose: another page, not another word.
  if (found.length === 1 && isWhole(wanted, source.plain) && isWhole(found, target.plain)) return;
  const expected = new Set(wanted.map(({ text }) => canonical(text, sourceLanguage)));
  const actual = new Set(found.map(({ text }) => canonical(text, targetLanguage)));
  const changed: Placeholder[] = found.filter(({ text }) => !expected.has(canonical(text, targetLanguage)));
  for (const { start, end, text } of wanted) {
    // An inflection may follow, as in "OpenOffice.org-laajennus".
    if (target.plain.includes(text) || actual.has(canonical(text, sourceLanguage))) continue;
    const other = changed.shift();
    const edit = other
      ? target.replace(other.start, other.end, text)
      : insertCopy(segment, target, source.range(start, end), text);
    yield { check, params: { expected: text, found: other?.text ?? "" }, ...edit };
  }
}

/**
 * An address without its language: `https://en.example.org/en-us/a` and `https://de.example.org/de/a` are the same page
 * for two readers. So are addresses with and without a trailing slash.
 */
function withoutLanguage(text: string, language: string): string {
  const part = new RegExp(`(?<=[/.=])${language}(?:[-_][a-z]{2,4})?(?=[/.&?#]|$)`, "g");
  const page = text.replace(part, "*").replace(/\/$/, "");
  // The edition of a language names its pages in it: `en.wikipedia.org/wiki/Privacy`.
  return page.replace(/^(https?:\/\/\*\.[^/]*)\/.*/, "$1");
}

function isWhole([only, ...others]: readonly Placeholder[], plain: string): boolean {
  return others.length === 0 && only?.text === plain.trim();
}
