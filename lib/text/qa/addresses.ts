import { findPlaceholders, type Placeholder } from "@/lib/text/message/placeholders";
import { syntaxOf } from "@/lib/text/message/syntax";
import { insertCode, insertCopy } from "./code-insertion";
import type { Finding, Subject } from "./subject";

/** Checks web and e-mail addresses, as text and as inline codes. */
export function* addresses(subject: Subject): Generator<Finding> {
  if (subject.target.isBlank) return;
  yield* compare(subject, "url", "url.changed");
  yield* compare(subject, "email", "email.changed");
}

function isOf(syntax: "url" | "email", text: string): boolean {
  const [only] = findPlaceholders(text);
  return only?.text === text && syntaxOf(only) === syntax;
}

function* compare(
  subject: Subject,
  syntax: "url" | "email",
  check: "url.changed" | "email.changed",
): Generator<Finding> {
  const { segment, codes, source, target, codeFaults, sourceLanguage, targetLanguage } = subject;
  const textOf = (id: number) => codes.get(id)?.equiv ?? "";
  const lost = codeFaults.filter(({ fault, id }) => fault === "missing" && isOf(syntax, textOf(id)));
  const wanted = source.placeholders.filter((found) => syntaxOf(found) === syntax);
  if (wanted.length === 0 && lost.length === 0) return;
  const canonical = (text: string, language: string) => withoutLanguage(text.toLowerCase(), language);
  const found = target.placeholders.filter((one) => syntaxOf(one) === syntax);
  // If both texts are only a URL, a different URL is intended: the page in the target language.
  if (found.length === 1 && isWhole(wanted, source.plain) && isWhole(found, target.plain)) return;
  const all = [...wanted, ...lost.map(({ id }) => ({ id, text: textOf(id) }))];
  const expected = new Set(all.map(({ text }) => canonical(text, sourceLanguage)));
  const kept = target.tokens.flatMap((token) => (token.type === "single" ? textOf(token.id) : []));
  const actual = new Set([
    ...kept.map((text) => canonical(text, sourceLanguage)),
    ...found.map(({ text }) => canonical(text, targetLanguage)),
  ]);
  const changed: Placeholder[] = found.filter(({ text }) => !expected.has(canonical(text, targetLanguage)));
  for (const { text, ...one } of all) {
    // An inflectional ending may follow, as in "OpenOffice.org-laajennus".
    if (
      target.plain.includes(text) ||
      actual.has(canonical(text, sourceLanguage)) ||
      ("id" in one && isExample(text, target.plain))
    )
      continue;
    const other = changed.shift();
    const edit = other
      ? target.replace(other.start, other.end, text)
      : "id" in one
        ? insertCode(segment, target, one.id)
        : insertCopy(segment, target, source.range(one.start, one.end), text);
    yield { check, params: { expected: text, found: other?.text ?? "" }, ...edit };
  }
}

/** An example address, or a name that looks like an address ("Example.com"). */
function isExample(text: string, plain: string): boolean {
  if (/(?:^|[/.@])example\.(?:com|net|org)\b|^https?:\/\/(?:[\w-]+\.)*(?:example|my|your)[\w-]*(?:\.\w|\/)/i.test(text))
    return true;
  if (/\/your[\w-]*$/i.test(text)) return plain.includes(text.replace(/your[\w-]*$/i, ""));
  if (text.includes("@")) return /[\p{L}\p{N}]@[\p{L}\p{N}]/u.test(plain);
  return /\p{Lu}/u.test(text) && !text.includes("/");
}

/**
 * An address without its scheme and language: `https://en.example.org/en-us/a` and `https://de.example.org/de/a` are
 * the same page in two languages. So are addresses with and without a trailing slash.
 */
function withoutLanguage(text: string, language: string): string {
  const part = new RegExp(`(?<=[/.=])${language}(?:[-_][a-z]{2,4})?(?=[/.&?#]|$)`, "g");
  const page = text
    .replace(part, "*")
    .replace(/^http:/, "https:")
    .replace(/\/$/, "");
  // Each language edition has its own page names: `en.wikipedia.org/wiki/Privacy`.
  return page.replace(/^(https:\/\/\*\.[^/]*)\/.*/, "$1");
}

function isWhole([only, ...others]: readonly Placeholder[], plain: string): boolean {
  return others.length === 0 && only?.text === plain.trim();
}
