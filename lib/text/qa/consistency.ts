import { languagesOf } from "./function-words";
import { areRelated } from "./related-languages";
import { isDatePattern } from "./script";
import type { Finding, Subject } from "./subject";
import { wordsOf } from "./word-forms";

/** Compares a translation with its source and with other translations, of the same source and of other sources. */
export function* consistency(subject: Subject): Generator<Finding> {
  const { segment, target, context } = subject;
  if (target.isBlank) return;
  if (isUntranslated(subject)) yield { check: "same_as_source" };
  const other = usualTarget(context.otherTargets ?? [], target.encoded);
  if (other !== null) yield { check: "inconsistent", replacement: other, tiedTo: `${target.encoded}\n${other}` };
  const same = (context.otherSources ?? []).filter((text) => text.trim() !== segment.text.trim());
  if (same.length > 0) {
    yield { check: "inconsistent.reverse", params: { count: new Set(same).size }, tiedTo: target.encoded };
  }
}

/** A command with its options: "prune [-n | --dry-run]". */
const COMMAND = /^[\p{Ll}-]+ (?:[^.!?]{0,400}\s)?[[(]{0,3}(?:--?[a-z]|\[)/u;

/** Minimum equal words: with fewer, related languages may be equal by chance. */
const KIN_WORDS = 6;

/**
 * True if both have the same words and these are not just names: at least one is lower case and not the first word. A
 * single word ("Menu", "Total") is often the same in two languages.
 */
export function isUntranslated({ source, target, context, sourceLanguage, targetLanguage }: Subject): boolean {
  if (sourceLanguage === targetLanguage) return false;
  const text = target.prose.trim();
  if (text.toLowerCase() !== source.prose.trim().toLowerCase()) return false;
  if (source.words.length !== target.words.length) return false;
  const kept = (context.terms ?? []).filter((term) => term.doNotTranslate).map((term) => term.source);
  const own = kept.reduce((rest, term) => rest.replaceAll(term, ""), text);
  const words = wordsOf(own).filter((word) => /^\p{L}{2}/u.test(word.text));
  if (/lorem ipsum/i.test(text) || COMMAND.test(text)) return false;
  const ordinary = words.filter(
    (word) => !/[\p{Lu}\p{N}]/u.test(word.text) && /\s/.test(own[word.start - 1] ?? "") && !isDatePattern(word.text),
  );
  // "Discord chat", "Chambray shirt": a noun after a name is often not translated.
  const isPhrase = ordinary.length > 1 || words.some(({ folded }) => languagesOf(folded).includes(sourceLanguage));
  return (
    ordinary.length > 0 && isPhrase && words.length >= (areRelated(sourceLanguage, targetLanguage) ? KIN_WORDS : 2)
  );
}

/** The most frequent other translation of the same source, unless this one is equally frequent. */
function usualTarget(others: readonly string[], own: string): string | null {
  const counts = new Map<string, number>();
  for (const other of others) counts.set(other, (counts.get(other) ?? 0) + 1);
  const agreeing = counts.get(own) ?? 0;
  counts.delete(own);
  let usual: string | null = null;
  for (const [other, times] of counts) {
    if (times >= Math.max(1, agreeing) && times > (usual === null ? 0 : counts.get(usual)!)) usual = other;
  }
  return usual;
}
