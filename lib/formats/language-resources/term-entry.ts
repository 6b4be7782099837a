import type { TermUsage } from "@/lib/vocabulary/texts";
import type { SkipCode, Skipped } from "./skipped";

/** A term of a glossary file, in plain text. */
export type TermEntry = {
  /** Number of the entry or row in the file, starting with 1. */
  readonly number: number;
  readonly source: string;
  readonly definition: string;
  readonly partOfSpeech: string | null;
  readonly caseSensitive: boolean;
  readonly doNotTranslate: boolean;
  /** Translations in order of preference within a language; languages are canonical BCP 47. */
  readonly targets: readonly { readonly language: string; readonly text: string; readonly usage: TermUsage }[];
};

export type GlossaryContent = { readonly terms: readonly TermEntry[]; readonly skipped: readonly Skipped[] };

/** Maximum length of terms and definitions, in characters. */
const MAX_TERM_LENGTH = 500;
const MAX_DEFINITION_LENGTH = 2_000;
const MAX_PART_OF_SPEECH_LENGTH = 50;

/** Normalises white space, which is insignificant in a term. */
export function tidyTerm(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** An entry within the limits and with unique targets, or the reason why it is skipped. */
export function checkEntry(entry: TermEntry): TermEntry | SkipCode {
  const { source, definition, partOfSpeech, targets, doNotTranslate } = entry;
  if (source === "") return "no_source";
  if (targets.length === 0 && !doNotTranslate && definition === "") return "no_target";
  if ([source, ...targets.map(({ text }) => text)].some((text) => text.length > MAX_TERM_LENGTH)) return "too_long";
  return {
    ...entry,
    definition: definition.slice(0, MAX_DEFINITION_LENGTH).toWellFormed(),
    partOfSpeech: partOfSpeech?.slice(0, MAX_PART_OF_SPEECH_LENGTH).toWellFormed() || null,
    targets: eachOnce(targets),
  };
}

/** Removes repeated targets of a language and keeps the first. */
export function eachOnce(targets: TermEntry["targets"]): TermEntry["targets"] {
  const once = new Map([...targets].reverse().map((target) => [`${target.language} ${target.text}`, target]));
  return [...once.values()].reverse();
}
