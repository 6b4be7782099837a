import type { z } from "zod";
import { preparedDb, type Transaction } from "@/db/client";
import { AppError, invalidRequest, notFound } from "@/lib/base/errors";
import type { Caller } from "@/lib/identity/auth/caller";
import { asCaller, changeProjectAndRead } from "@/lib/projects/change/change-project";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import { requireProjectLanguage } from "@/lib/projects/languages/require-language";
import type { ProjectRow } from "@/lib/projects/require-project";
import { type Change, changeTranslations } from "@/lib/projects/translations/change-translations";
import { type Present, presentTranslations, type TranslationRow } from "@/lib/projects/translations/translation-rows";
import { type ProjectSettings, settingsOf } from "@/lib/schemas/projects";
import type { EditedTranslation, PatchTranslationBody } from "@/lib/schemas/segments";
import { parseLanguage } from "@/lib/text/languages";
import { allForms, formsOf, isEmpty, sameForms, splitForms } from "@/lib/text/plurals/plural-forms";
import { roleAllows } from "@/lib/vocabulary/rights";
import { addComment } from "./comments";
import { propagate } from "./propagate";
import { lastEditors } from "./second-person";
import { viewTranslations } from "./segment-view";

type Edit = z.output<typeof PatchTranslationBody>;

/**
 * Changes the text or state of one translation, as in the editor. `revision` is the one on which the edit is based.
 * Throws 400, 403 for the role and for reviewed text, 404, 409 for errors found by checks, 412 with the current text.
 */
export async function editTranslation(
  caller: Caller,
  segmentId: string,
  tag: string,
  revision: number,
  edit: Edit,
): Promise<z.input<typeof EditedTranslation>> {
  const editIn = async (change: ProjectChange) => {
    const { tx, project } = change;
    const { language, row, present } = await openTranslation(change, segmentId, tag);
    const settings = settingsOf(project);
    const texts = textsOf(present.get(segmentId)!, edit);
    requireRights(caller, project, row, { state: edit.state, force: edit.force, ...texts });
    requireSense(row, { state: edit.state, comment: edit.comment, ...texts });
    if (settings.twoPersonReview && edit.state === "reviewed") await requireSecondPerson(tx, caller, row, texts);
    const [changed] = await changeTranslations(
      change,
      language,
      [
        {
          segmentId,
          expectedRevision: revision,
          ...texts,
          ...(edit.state !== undefined ? { state: edit.state } : {}),
          ...(edit.origin ? { origin: originOf(edit.origin) } : {}),
          editMs: edit.editMs ?? null,
        },
      ],
      { present, ...(edit.force ? {} : { onErrors: "refuse" as const }) },
    );
    if (edit.comment) await addComment(change, { segmentId, language, body: edit.comment });
    const propagated = isPropagated(edit, settings) ? await propagate(change, language, changed!) : [];
    return { changed: changed!, propagated, segment: present.get(segmentId)!.segment };
  };
  return preparedDb().transaction((tx) =>
    changeProjectAndRead(tx, { ...asCaller(caller), segmentId }, editIn, async ({ changed, propagated, segment }) => {
      const [view] = await viewTranslations(tx, [changed], [segment]);
      return { ...view!, propagated: [...propagated] };
    }),
  );
}

/** Whether repetitions get an approved or confirmed text, by a setting for each that the request may override. */
function isPropagated({ state, propagate: wanted }: Edit, settings: ProjectSettings): boolean {
  if (state === "reviewed") return wanted ?? settings.propagateRepetitions;
  return state === "translated" && (wanted ?? settings.propagateConfirmed);
}

/**
 * The texts after an edit. For a plural message: the main form and the others, of which those not in the request stay.
 * Throws 400 for a text of a plural message, forms of another segment, and forms that the language does not have.
 */
function textsOf(
  { segment, before: row, pluralHeader }: Present,
  { text, forms }: Edit,
): Pick<Change, "text" | "forms"> {
  const { pluralRule: rule, sourceForms } = segment;
  const fault = (path: string, message: string) => invalidRequest([{ path, code: "format", message }]);
  if (!rule) {
    if (forms !== undefined) throw fault("forms", "The segment isn't a plural message. Send its text in text.");
    return text === undefined ? {} : { text };
  }
  const { language } = row;
  const allowed = formsOf(rule, language, sourceForms ?? {}, pluralHeader ?? undefined).map(({ name }) => name);
  if (text !== undefined)
    throw fault("forms", `The segment is a plural message. Send its texts in forms: ${allowed.join(", ")}.`);
  if (forms === undefined) return {};
  const present = allForms(rule, language, row);
  // An imported file may contain an extra form. It may be changed and cleared.
  const unknown = Object.keys(forms).find((name) => !allowed.includes(name) && !Object.hasOwn(present, name));
  if (unknown !== undefined)
    throw fault(`forms.${unknown}`, `${language} doesn't have this form. Its forms: ${allowed.join(", ")}.`);
  const given = Object.entries(forms).map(([name, one]) => [name, one ?? ""]);
  return splitForms(rule, language, { ...present, ...Object.fromEntries(given) }, pluralHeader ?? undefined);
}

/** The translation to change. Throws 400 for the language, 404. */
export async function openTranslation(
  { tx, project }: ProjectChange,
  segmentId: string,
  tag: string,
): Promise<OpenTranslation> {
  const asked = parseLanguage(tag);
  // Usually the tag is exactly the translation's language, so that one query suffices.
  const exact = asked ? await presentTranslations(tx, project, asked, [segmentId]) : null;
  if (asked && exact?.has(segmentId)) return opened(asked, segmentId, exact);
  const language = await requireProjectLanguage(project, tag, tx);
  return opened(language, segmentId, await presentTranslations(tx, project, language, [segmentId]));
}

function opened(language: string, segmentId: string, present: OpenTranslation["present"]): OpenTranslation {
  const row = present.get(segmentId)?.before;
  if (!row) throw notFound("segment");
  return { language, row, present };
}

type OpenTranslation = {
  readonly language: string;
  readonly row: TranslationRow;
  /** The same translation with its segment, in the form that `changeTranslations` needs. */
  readonly present: ReadonlyMap<string, Present>;
};

/** Throws 403 for actions that the caller's role does not allow. */
export function requireRights(
  caller: Caller,
  project: ProjectRow,
  row: TranslationRow,
  edit: Partial<Pick<Edit, "state" | "force">> & Pick<Change, "text" | "forms">,
): void {
  const { protectReviewed } = settingsOf(project);
  const isReviewer = roleAllows(caller.role, "reviewer");
  const edits = changesText(row, edit);
  if ((edit.state === "reviewed" || edit.state === "needs_work") && !isReviewer)
    throw forbidden("Only reviewers can approve and reject.", "reviewer", caller);
  if (row.state === "reviewed" && (edits || edit.state) && protectReviewed && !isReviewer)
    throw forbidden("This text is reviewed. Only reviewers can change it.", "reviewer", caller, "reviewed_protected");
  const clearsWork = edits && !edit.text && (row.state === "translated" || row.state === "reviewed");
  if ((edit.force || clearsWork) && !roleAllows(caller.role, "manager"))
    throw forbidden("Only managers can clear confirmed texts or confirm despite errors.", "manager", caller);
}

/** Under two-person review, throws if the caller would approve texts that they wrote or confirmed last. */
async function requireSecondPerson(
  tx: Transaction,
  caller: Caller,
  row: TranslationRow,
  edit: Pick<Change, "text" | "forms">,
): Promise<void> {
  if (caller.userId === null) return;
  const editors = await lastEditors(tx, caller.accountId, row.language, [{ segmentId: row.segmentId }]);
  if (editors.get(row.segmentId) === caller.userId || changesText(row, edit))
    throw forbidden("Someone other than the last editor must approve this.", "reviewer", caller, "two_person_review");
}

function changesText(row: TranslationRow, { text, forms }: Pick<Change, "text" | "forms">): boolean {
  return (text !== undefined && (text || null) !== row.text) || (forms !== undefined && !sameForms(forms, row.forms));
}

function forbidden(message: string, required: string, caller: Caller, reason?: string): AppError {
  return new AppError("forbidden", message, { required, granted: caller.role, ...(reason ? { reason } : {}) });
}

function requireSense(
  row: TranslationRow,
  edit: Pick<Edit, "state" | "comment"> & Pick<Change, "text" | "forms">,
): void {
  const after = {
    text: edit.text === undefined ? row.text : edit.text || null,
    forms: edit.forms ?? (edit.text === null ? null : row.forms),
  };
  if (edit.state !== undefined && isEmpty(after))
    throw invalidRequest([{ path: "text", code: "empty", message: "This translation is empty. Enter a text first." }]);
  if (edit.state === "needs_work" && !edit.comment && row.openComments === 0)
    throw invalidRequest([
      { path: "comment", code: "required", message: "Give a reason when you reject a translation." },
    ]);
}

function originOf({ type, ...detail }: NonNullable<Edit["origin"]>) {
  return {
    type,
    detail: {
      ...(detail.match === undefined ? {} : { match: detail.match }),
      ...(detail.engine === undefined ? {} : { engine: detail.engine }),
      ...(detail.memoryName === undefined ? {} : { memoryName: detail.memoryName }),
    },
  };
}
