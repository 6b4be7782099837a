import { numbers } from "@/lib/text/qa/numbers";
import { Subject } from "@/lib/text/qa/subject";
import type { Segment } from "@/lib/text/segment";

/** Numbers, as written, that only the source or only the translation has. */
export type NumberChanges = { readonly missing: readonly string[]; readonly added: readonly string[] };

type Languages = { readonly source: string; readonly target: string };

/**
 * The numbers that a translation changes, by the rules of the editor's checks: separators, number words, ordinals and
 * Roman numerals of the target language are the same number. Null without any.
 */
export function numberChanges(source: Segment, translated: string, languages: Languages): NumberChanges | null {
  if (!/\p{Nd}/u.test(source.text) && !/\p{Nd}/u.test(translated)) return null;
  const found = [...numbers(new Subject(source, translated, languages))];
  if (found.length === 0) return null;
  const of = (check: string) => found.flatMap((one) => (one.check === check ? [String(one.params?.number)] : []));
  return { missing: of("number.missing"), added: of("number.extra") };
}

/** A segment without its pairs, which an engine may translate better; null if it has none. */
export function withoutMarkup(source: Segment): Segment | null {
  if (!source.codes.some(({ kind }) => kind !== "placeholder")) return null;
  const placeholders = source.codes.filter(({ kind }) => kind === "placeholder");
  const kept = new Set(placeholders.map(({ id }) => id));
  const text = source.text.replace(/<\/?[gx](\d{1,6})\/?>/g, (mark, id) => (kept.has(Number(id)) ? mark : ""));
  return { ...source, text, codes: placeholders };
}
