import { invalidRequest } from "@/lib/base/errors";
import type { Change } from "@/lib/projects/translations/change-translations";
import type { SegmentRow, TranslationRow } from "@/lib/projects/translations/translation-rows";
import type { BulkAction } from "@/lib/schemas/bulk-edits";
import { MAX_TEXT_LENGTH } from "@/lib/schemas/segments";
import { compilePattern } from "@/lib/text/pattern";
import { type Forms, isEmpty, mainForm, sameForms } from "@/lib/text/plurals/plural-forms";
import { fixOnce } from "@/lib/text/qa/check";
import { type Role, roleAllows } from "@/lib/vocabulary/rights";
import type { Fix } from "./fixes";
import { replaceIn } from "./replace";

/** What a bulk action does to one translation: a change, nothing, or the reason why it is impossible. */
export type Planned =
  | { readonly type: "change"; readonly change: Change }
  | { readonly type: "nothing" }
  | { readonly type: "error"; readonly code: string; readonly message: string };

type TextAction = Extract<
  BulkAction,
  { type: "approve" | "confirm" | "reject" | "clear" | "replace" | "fix" | "copySource" }
>;

/** Permissions of the requester, the same as in the editor. */
export type Rights = {
  readonly role: Role;
  /** Only reviewers may change reviewed text. */
  readonly protectReviewed: boolean;
  /** Segments whose last editor is the requester, so that someone else must approve them. */
  readonly ownWork: ReadonlySet<string>;
};

/** Plans a text or state action for one translation, given the corrections of its findings. */
export function plan(
  action: TextAction,
  segment: SegmentRow,
  row: TranslationRow,
  rights: Rights,
  fixes: readonly Fix[] = [],
): Planned {
  const segmentId = segment.id;
  if (action.type === "clear")
    return isEmpty(row) ? { type: "nothing" } : { type: "change", change: { segmentId, text: null } };
  if (action.type === "copySource") {
    if (!isEmpty(row)) return { type: "nothing" };
    if (segment.pluralRule) return failure("plural_message", "Copy the source of a plural message form by form.");
    return { type: "change", change: { segmentId, text: segment.source } };
  }
  if (isEmpty(row)) return failure("untranslated", "The segment has no translation yet.");
  switch (action.type) {
    case "approve":
    case "confirm": {
      const state = action.type === "approve" ? "reviewed" : "translated";
      if (row.state === state || row.state === "reviewed") return { type: "nothing" };
      if (row.qaErrors > 0) return failure("qa_errors", "Checks found errors in the translation.");
      if (action.type === "approve" && rights.ownWork.has(segmentId))
        return failure("two_person_review", "Someone other than the last editor must approve this.");
      return { type: "change", change: { segmentId, state } };
    }
    case "reject":
      return row.state === "needs_work"
        ? { type: "nothing" }
        : { type: "change", change: { segmentId, state: "needs_work" } };
    case "fix":
    case "replace": {
      const main = segment.pluralRule && mainForm(segment.pluralRule, row.language);
      const replaced = (one: string, form: string | null) =>
        action.type === "replace" ? replaceIn(one, segment.codes, action).text : fixed(one, form, fixes);
      const text = row.text === null ? null : replaced(row.text, main);
      const forms =
        row.forms && Object.fromEntries(Object.entries(row.forms).map(([name, one]) => [name, replaced(one, name)]));
      if (text === row.text && sameForms(forms, row.forms)) return { type: "nothing" };
      const texts = [text ?? "", ...Object.values(forms ?? {})];
      if (texts.some((one) => one.length > MAX_TEXT_LENGTH))
        return failure("too_long", "The text would become too long.");
      if (row.state === "reviewed" && rights.protectReviewed && !roleAllows(rights.role, "reviewer"))
        return failure("reviewed_protected", "This text is reviewed. Only reviewers can change it.");
      const isConfirmed = row.state === "translated" || row.state === "reviewed";
      const keptForms = forms && withText(forms, row.forms);
      const isCleared = text === "" || texts.length > 1 + Object.keys(keptForms ?? {}).length;
      if (isCleared && isConfirmed && !roleAllows(rights.role, "manager"))
        return failure("forbidden", "Only a manager can clear confirmed texts.");
      return { type: "change", change: { segmentId, text, ...(keptForms ? { forms: keptForms } : {}) } };
    }
  }
}

function fixed(text: string, form: string | null, fixes: readonly Fix[]): string {
  const own = fixes.filter(({ params }) => (params.form ?? null) === form);
  return fixOnce(
    text,
    own.map(({ startAt, endAt, replacement }) => ({ start: startAt, end: endAt, replacement })),
  );
}

/** The forms, without those that the action has emptied. */
function withText(forms: Forms, before: Forms | null): Forms {
  return Object.fromEntries(Object.entries(forms).filter(([name, text]) => text !== "" || before?.[name] === ""));
}

/** Throws 400 for a pattern that cannot be compiled. */
export function requireReplace(action: BulkAction): void {
  if (action.type !== "replace" || !action.regex) return;
  const problem = compilePattern(action.find, action.caseSensitive);
  const errors = [
    ...(typeof problem === "string"
      ? [
          {
            path: "action.find",
            code: "format" as const,
            reason: "pattern_unusable" as const,
            message: `This pattern cannot be used: ${problem}.`,
          },
        ]
      : []),
    ...(action.wholeWord
      ? [{ path: "action.wholeWord", code: "format" as const, message: "Use \\b in the pattern instead." }]
      : []),
  ];
  if (errors.length > 0) throw invalidRequest(errors);
}

function failure(code: string, message: string): Planned {
  return { type: "error", code, message };
}
