import { createHash } from "node:crypto";
import type { EngineGlossary, Term } from "@/lib/engines/engine";
import { type ProtectedCode, restore } from "@/lib/text/message/protect";
import { checkTranslation, type QaTerm } from "@/lib/text/qa/check";
import type { TermMatch } from "@/lib/text/qa/term-search";
import {
  escapeText,
  type InlineCode,
  type Segment,
  serialize,
  type Token,
  tokenize,
  unescapeText,
} from "@/lib/text/segment";
import { capitalised } from "@/lib/text/words";
import { agrees } from "./agreement";

/** Finds the terms of a glossary in a plain text, in order and without overlap. */
export type TermFinder = (plain: string) => readonly TermMatch[];

/** Why a term is wrong: its translation is missing or forbidden, or it should not have been translated. */
export type TermFault = "glossary.missing" | "glossary.forbidden" | "glossary.do_not_translate";

export type GuardedTerms = {
  readonly source: Segment;
  /** The source with codes in place of terms that have a translation. */
  readonly segment: Segment;
  readonly codes: readonly ProtectedCode[];
  /** Codes whose wording must agree with the sentence, each with the source words that it replaces. */
  readonly unsafe: readonly { readonly id: number; readonly words: string }[];
  /** All terms that occur in the source. */
  readonly terms: readonly QaTerm[];
};

/**
 * Which terms are replaced by placeholders. `safe`: those that stay untranslated, and a term that is the whole text,
 * which always read well. `all`: also terms whose wording may not agree with the engine's sentence.
 */
export type Protection = "safe" | "all";

/**
 * Replaces the terms of a segment by placeholders, which the engine keeps, so that {@link restoreTerms} can insert the
 * glossary's translation. Only exact forms: the engine translates and inflects other forms, which are checked
 * afterwards. Finds terms within markup, but not across it.
 */
export function protectTerms(source: Segment, find: TermFinder, protection: Protection = "all"): GuardedTerms {
  const terms = new Set<QaTerm>();
  const codes: ProtectedCode[] = [];
  const unsafe: { id: number; words: string }[] = [];
  const inline: InlineCode[] = [...source.codes];
  let id = source.codes.reduce((highest, code) => Math.max(highest, code.id), 0);
  const tokens = tokenize(source.text).flatMap((token): Token[] => {
    if (token.type !== "text") return [token];
    const pieces: Token[] = [];
    let from = 0;
    for (const { term, start, end } of find(token.text)) {
      terms.add(term);
      const wording = wordingOf(term, token.text.slice(start, end));
      if (wording === null || start < from) continue;
      const isSafe = term.doNotTranslate || isAlone(source, token.text, start, end);
      if (protection === "safe" && !isSafe) continue;
      id++;
      if (start > from) pieces.push({ type: "text", text: token.text.slice(from, start) });
      pieces.push({ type: "single", id });
      codes.push({ id, open: escapeText(wording) });
      if (!isSafe) unsafe.push({ id, words: token.text.slice(start, end) });
      inline.push({ id, kind: "placeholder", equiv: wording });
      from = end;
    }
    if (from < token.text.length) pieces.push({ type: "text", text: token.text.slice(from) });
    return pieces;
  });
  const segment = codes.length > 0 ? { ...source, text: serialize(tokens), codes: inline } : source;
  return { source, segment, codes, unsafe, terms: [...terms] };
}

/** Whether a text contains no words besides the term. */
function isAlone({ codes }: Segment, text: string, start: number, end: number): boolean {
  return codes.length === 0 && !/\p{L}/u.test(text.slice(0, start) + text.slice(end));
}

/** Whether wordings inserted into a translation agree with the words around. `translated`: with their placeholders. */
export function termsAgree({ codes, unsafe }: GuardedTerms, translated: string, target: string): boolean {
  const wordings = wordingsOf(codes);
  const tokens = tokenize(translated);
  return tokens.every((token, i) => {
    if (token.type !== "single" || !unsafe.some(({ id }) => id === token.id)) return true;
    const before = readAs(tokens.slice(0, i), wordings);
    const after = readAs(tokens.slice(i + 1), wordings);
    return agrees({ before, wording: readAs([token], wordings), after }, target);
  });
}

const wordingsOf = (codes: readonly ProtectedCode[]): ReadonlyMap<number, string> =>
  new Map(codes.map(({ id, open }) => [id, unescapeText(open)]));

/** The text as displayed. Other codes are shown as a number, because words need not agree with a number or a name. */
function readAs(tokens: readonly Token[], wordings: ReadonlyMap<number, string>): string {
  return tokens
    .map((token) => {
      if (token.type === "text") return token.text;
      return token.type === "single" ? (wordings.get(token.id) ?? "1") : "";
    })
    .join("");
}

/**
 * A translation in which the wordings replace the engine's own words for the terms: "la casa" becomes "la mansión"
 * where a placeholder would get the article "el". Null unless each word occurs once and its wording agrees. Encoded
 * text.
 * @param own the engine's words for the words of {@link GuardedTerms.unsafe}
 */
export function replaceOwnWords(
  { codes, unsafe }: GuardedTerms,
  translated: string,
  own: ReadonlyMap<string, string>,
  target: string,
): string | null {
  const wordings = wordingsOf(codes);
  let tokens = tokenize(translated);
  for (const { id, words: source } of unsafe) {
    const words = own.get(source)?.toLowerCase() ?? "";
    const wording = wordings.get(id);
    if (!wording || !/\p{L}/u.test(words)) return null;
    const found = tokens.flatMap((token, index) =>
      token.type === "text" ? wholeWords(token.text, words).map((start) => ({ token, index, start })) : [],
    );
    const [place] = found;
    if (!place || found.length > 1) return null;
    const { text } = place.token;
    const [before, after] = [text.slice(0, place.start), text.slice(place.start + words.length)];
    const put = inCaseOf(text.slice(place.start, place.start + words.length), words, wording);
    const around = {
      before: readAs(tokens.slice(0, place.index), wordings) + before,
      wording: put,
      after: after + readAs(tokens.slice(place.index + 1), wordings),
    };
    if (!agrees(around, target)) return null;
    tokens = tokens.with(place.index, { type: "text", text: before + put + after });
  }
  return serialize(tokens);
}

/** Offsets at which the words occur in a text as whole words, in any letter case. */
function wholeWords(text: string, words: string): number[] {
  const starts: number[] = [];
  const lower = text.toLowerCase();
  if (lower.length !== text.length) return starts;
  for (let at = lower.indexOf(words); at >= 0; at = lower.indexOf(words, at + 1)) {
    const around = [lower.slice(0, at).at(-1) ?? "", lower.slice(at + words.length).at(0) ?? ""];
    if (!around.some((letter) => /[\p{L}\p{M}\p{N}]/u.test(letter))) starts.push(at);
  }
  return starts;
}

/** Terms to send to engines, each once: those that occur in inflected forms, which the engine translates. */
export function termsForEngine(guarded: readonly GuardedTerms[]): Term[] {
  return asTerms([...new Set(guarded.flatMap((one) => one.terms))]);
}

const KEY_LENGTH = 32;
const glossaries = new WeakMap<readonly QaTerm[], EngineGlossary>();

/** All terms of glossaries, for engines that store glossaries themselves. The same object until the terms change. */
export function glossaryForEngine(glossaryIds: readonly string[], all: readonly QaTerm[]): EngineGlossary {
  const key = createHash("sha256").update(glossaryIds.join(" ")).digest("hex").slice(0, KEY_LENGTH);
  const known = glossaries.get(all);
  if (known?.key === key) return known;
  const made = { key, terms: asTerms(all) };
  glossaries.set(all, made);
  return made;
}

function asTerms(terms: readonly QaTerm[]): Term[] {
  return terms.flatMap(({ source, targets, doNotTranslate }) => {
    const target = doNotTranslate ? source : preferredOf(targets)?.text;
    return target === undefined ? [] : [{ source, target }];
  });
}

/** The translation of a guarded segment with its terms inserted, and the errors of terms. Encoded text. */
export function restoreTerms(
  { source, codes, terms }: GuardedTerms,
  translated: string,
  languages: { readonly source: string; readonly target: string },
): { text: string; faults: readonly TermFault[] } {
  const text = restore(translated, codes);
  if (terms.length === 0) return { text, faults: [] };
  const issues = checkTranslation(source, text, { ...languages, terms });
  return { text, faults: issues.flatMap(({ check }) => (isTermFault(check) ? [check] : [])) };
}

function isTermFault(check: string): check is TermFault {
  return check === "glossary.missing" || check === "glossary.forbidden" || check === "glossary.do_not_translate";
}

/** The translation of a term in the form that occurs in the text; null for another form. */
function wordingOf(term: QaTerm, found: string): string | null {
  if (found !== term.source && found.toLowerCase() !== term.source.toLowerCase()) return null;
  if (term.doNotTranslate) return found;
  const target = preferredOf(term.targets);
  return target ? inCaseOf(found, term.source, target.text) : null;
}

function preferredOf(targets: QaTerm["targets"]): QaTerm["targets"][number] | undefined {
  const allowed = targets.filter(({ usage }) => usage !== "forbidden");
  return allowed.find(({ usage }) => usage === "preferred") ?? allowed[0];
}

/** Copies capitals that the text has and the glossary does not, as at the start of a sentence or in a heading. */
function inCaseOf(found: string, entry: string, wording: string): string {
  if (found === entry) return wording;
  if (found.length > 1 && found === found.toUpperCase()) return wording.toUpperCase();
  const [first = ""] = found;
  if (first === first.toLowerCase()) return wording;
  return capitalised(wording);
}
