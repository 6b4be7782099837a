import type { Term } from "@/lib/engines/engine";
import { checkTranslation, type QaTerm } from "@/lib/qa/check";
import type { TermMatch } from "@/lib/qa/term-search";
import { type ProtectedCode, restore } from "@/lib/text/placeholders";
import { type InlineCode, type Segment, serialize, type Token, tokenize } from "@/lib/text/segment";

/** Gives where a plain text has terms of a glossary, in order and without overlap. */
export type TermFinder = (plain: string) => readonly TermMatch[];

/** What became of a term: its translation is not there, one that is forbidden is, it was to stay as it is. */
export type TermFault = "glossary.missing" | "glossary.forbidden" | "glossary.do_not_translate";

export type GuardedTerms = {
  readonly source: Segment;
  /** The source with codes in place of the terms whose translation is known. */
  readonly segment: Segment;
  readonly codes: readonly ProtectedCode[];
  /** All terms that the source has. */
  readonly terms: readonly QaTerm[];
};

/**
 * Puts placeholders in place of the terms of a segment: the engine carries them through, and {@link restoreTerms} writes
 * what the glossary says. Only where a term stands as the glossary has it: the engine inflects the other forms, which are
 * checked afterwards. A term within markup is found, one across it is not.
 */
export function protectTerms(source: Segment, find: TermFinder): GuardedTerms {
  const terms = new Set<QaTerm>();
  const codes: ProtectedCode[] = [];
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
      id++;
      if (start > from) pieces.push({ type: "text", text: token.text.slice(from, start) });
      pieces.push({ type: "single", id });
      codes.push({ id, open: wording });
      inline.push({ id, kind: "placeholder", equiv: wording });
      from = end;
    }
    if (from < token.text.length) pieces.push({ type: "text", text: token.text.slice(from) });
    return pieces;
  });
  const segment = codes.length > 0 ? { ...source, text: serialize(tokens), codes: inline } : source;
  return { source, segment, codes, terms: [...terms] };
}

/** The terms that engines may be told of, each once: those that stand in other forms are theirs to translate. */
export function termsForEngine(guarded: readonly GuardedTerms[]): Term[] {
  const terms = new Set(guarded.flatMap((one) => one.terms));
  return [...terms].flatMap(({ source, targets, doNotTranslate }) => {
    const target = doNotTranslate ? source : preferredOf(targets)?.text;
    return target === undefined ? [] : [{ source, target }];
  });
}

/** The translation of a guarded segment with the terms in it, and what is wrong with them. Encoded text. */
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

/** What to write for a term as it stands in the text; null where it stands in another form. */
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

/** Capitals that the text has and the glossary has not: of a beginning sentence, or of a heading. */
function inCaseOf(found: string, entry: string, wording: string): string {
  if (found === entry) return wording;
  if (found.length > 1 && found === found.toUpperCase()) return wording.toUpperCase();
  const [first = ""] = found;
  if (first === first.toLowerCase()) return wording;
  const [letter = ""] = wording;
  return letter.toUpperCase() + wording.slice(letter.length);
}
