import { type Forms, sameForms } from "@/lib/text/plurals/plural-forms";
import type { OriginType } from "@/lib/vocabulary/origins";
import type { TranslationState } from "@/lib/vocabulary/states";

/** A translation as it stands in a branch or in main. */
export type Side = {
  readonly text: string | null;
  readonly forms: Forms | null;
  readonly state: TranslationState;
  readonly origin: OriginType | null;
  readonly edited: boolean;
};

export type Decision =
  /** Main stays as it is. */
  | "keep"
  /** Main gets what the branch has. */
  | "take"
  /** People have written different texts in both: main's stays, the branch's is suggested beside it. */
  | "suggest"
  /** As `take`, for main's text belongs to a source that is no more; it stays in its history. */
  | "replace";

const RANK: Readonly<Record<TranslationState, number>> = {
  untranslated: 0,
  needs_work: 1,
  draft: 1,
  translated: 2,
  reviewed: 3,
};

/**
 * What becomes of a translation that was changed in a branch when it is merged. What a person wrote in main is replaced only
 * where main has not changed since the branch was made, or where its source has.
 *
 * @param isMainChanged whether main's was changed, too, since then
 * @param isNewSource whether the text of main gives way to the branch's source
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
