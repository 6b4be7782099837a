import { addresses } from "@/lib/text/qa/addresses";
import { lengthRatio } from "@/lib/text/qa/length-ratio";
import { negation } from "@/lib/text/qa/negation";
import { numbers } from "@/lib/text/qa/numbers";
import { repetition } from "@/lib/text/qa/repetition";
import { script } from "@/lib/text/qa/script";
import { Subject } from "@/lib/text/qa/subject";
import type { Segment } from "@/lib/text/segment";
import { SEPARATOR_SIGN } from "@/lib/text/sentences";

/** The editor's checks that are run on an engine's result, with the warning for each. */
const CODES = {
  "number.missing": "numbers_changed",
  "number.extra": "numbers_changed",
  "negation.missing": "negation_changed",
  "url.changed": "code_changed",
  "email.changed": "code_changed",
  "mt.repetition": "repeated_text",
  "script.mismatch": "wrong_script",
  "length.ratio": "length_suspicious",
} as const;
const FAMILIES = [numbers, negation, addresses, repetition, script, lengthRatio];

/** A difference between source and result. For numbers: those that only the source or only the result contains. */
export type Difference = {
  readonly code: (typeof CODES)[keyof typeof CODES] | "order_changed";
  readonly missing?: string;
  readonly added?: string;
};

/**
 * The differences between an engine's result and its source, by the rules of the editor's checks: separators, number
 * words, ordinals and Roman numerals of the target language are the same number. Does not depend on how it was made.
 */
export function prove(
  source: Segment,
  translated: string,
  languages: { readonly source: string; readonly target: string },
): Difference[] {
  const subject = new Subject(source, translated, languages);
  const moved: Difference[] = isReordered(subject.source.plain, subject.target.plain)
    ? [{ code: "order_changed" }]
    : [];
  const found = FAMILIES.flatMap((family) =>
    [...family(subject)].flatMap(({ check, params }): Difference[] => {
      const code = CODES[check as keyof typeof CODES];
      if (!code) return [];
      const number = params?.number === undefined ? undefined : String(params.number);
      if (number === undefined) return [{ code }];
      return [check === "number.missing" ? { code, missing: number } : { code, added: number }];
    }),
  );
  return [...found, ...moved];
}

/** Separators with a space on both sides; not `&`, which may become a word. */
const SEPARATOR = new RegExp(`(?<=\\s)${SEPARATOR_SIGN.replace("&", "")}(?=\\s)`, "g");
const DIGITS = /\p{Nd}+/gu;

/** Whether the result has other separators than the source, or numbers have moved to the other side of one. */
function isReordered(source: string, target: string): boolean {
  const separators = source.match(SEPARATOR);
  if (!separators) return false;
  if (separators.join() !== (target.match(SEPARATOR) ?? []).join()) return true;
  const numbersOf = (text: string) => text.split(SEPARATOR).map((part) => (part.match(DIGITS) ?? []).sort().join());
  const [before, after] = [numbersOf(source), numbersOf(target)];
  return before.join("|") !== after.join("|") && before.sort().join("|") === after.sort().join("|");
}

/** A segment without codes other than placeholders, which an engine may translate better; null if it has no others. */
export function withoutMarkup(source: Segment): Segment | null {
  if (!source.codes.some(({ kind }) => kind !== "placeholder")) return null;
  const placeholders = source.codes.filter(({ kind }) => kind === "placeholder");
  const kept = new Set(placeholders.map(({ id }) => id));
  const text = source.text.replace(/<\/?[gx](\d{1,6})\/?>/g, (mark, id) => (kept.has(Number(id)) ? mark : ""));
  return { ...source, text, codes: placeholders };
}
