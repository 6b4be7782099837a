import { type Forms, sameForms } from "@/lib/text/plurals/plural-forms";
import type { OriginType, TranslationState } from "@/lib/vocabulary/segments";

/** A translation in a branch, or its counterpart in main. */
export type Side = {
  readonly text: string | null;
  readonly forms: Forms | null;
  readonly state: TranslationState;
  readonly origin: OriginType | null;
  readonly edited: boolean;
};

export type Decision =
  /** Main does not change. */
  | "keep"
  /** Main gets the branch's translation. */
  | "take"
  /** People have written different texts: main keeps its text, and the branch's text becomes a suggestion. */
  | "suggest"
  /** Like `take`, because main's text translates an outdated source. It stays in the history. */
  | "replace";

const RANK: Readonly<Record<TranslationState, number>> = {
  untranslated: 0,
  needs_work: 1,
  draft: 1,
  translated: 2,
  reviewed: 3,
};

/**
 * Decides what a merge does with a translation of a branch. Replaces a person's text in main only if main's translation
 * has not changed since the branch was created, or if main's source has.
 *
 * @param isMainChanged whether main's translation has changed since then
 * @param isNewSource whether main's source is replaced by the branch's
 */
export function decide(branch: Side, main: Side, isMainChanged: boolean, isNewSource: boolean): Decision {
  if (branch.text === null) return "keep";
  if (branch.text === main.text && sameForms(branch.forms, main.forms))
    return RANK[branch.state] > RANK[main.state] ? "take" : "keep";
  if (!isMainChanged) return "take";
  if (!isByPerson(main)) return isByPerson(branch) || main.text === null ? "take" : "keep";
  if (!isByPerson(branch)) return "keep";
  return isNewSource ? "replace" : "suggest";
}

function isByPerson({ text, origin, edited, state }: Side): boolean {
  return text !== null && (origin === "human" || origin === "import" || edited || RANK[state] >= 2);
}
