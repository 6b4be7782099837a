import type { Transaction } from "@/db/client";
import type { OriginDetail } from "@/db/schema/translations";
import { AppError, notFound } from "@/lib/base/errors";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import { CounterChanges } from "@/lib/projects/progress/counters";
import { type Forms, isEmpty, sameForms, viewForms } from "@/lib/text/plurals/plural-forms";
import type { OriginType, TranslationState } from "@/lib/vocabulary/segments";
import { type Actor, actorNames, viewActor } from "@/lib/work/events/actor";
import { recordTranslationEvents, type TranslationChange } from "@/lib/work/events/translation-changes";
import { type Checked, checkChanged } from "./check-changed";
import { feedProjectMemory, memoryToFeed } from "./feed-memories";
import { type Changed, type Present, presentTranslations, type TranslationRow } from "./translation-rows";
import { writeRevisions } from "./write-revisions";

export type Change = {
  readonly segmentId: string;
  /** Encoded text. Absent: unchanged. Null or empty: cleared. */
  readonly text?: string | null;
  /** All forms of a plural message except the main one. Absent: unchanged; cleared if the text is cleared. */
  readonly forms?: Forms;
  /** Absent: derived from the change. A reviewed text that is edited must be reviewed again. */
  readonly state?: TranslationState;
  /** Absent: edited by hand. */
  readonly origin?: { readonly type: OriginType; readonly detail?: OriginDetail };
  readonly edited?: boolean;
  /** Score from 0 to 100. */
  readonly qualityScore?: number | null;
  readonly outdated?: boolean;
  /** The last approval that stays valid, if a later one is withdrawn. */
  readonly approval?: Approval;
  /** Milliseconds of active editing. */
  readonly editMs?: number | null;
  /** The revision on which the edit is based; throws 412 if it is not the current one. */
  readonly expectedRevision?: number;
};

/** The last reviewed revision, its reviewer and time. */
export type Approval = Pick<TranslationRow, "approvedRevision" | "reviewedBy" | "reviewedAt">;

export type ChangeOptions = {
  /** The author, if it is not the person who changes the project. */
  readonly actor?: Actor;
  /** The job or bulk action that makes the changes. They can be undone together. */
  readonly batchId?: string;
  /** What happens to a confirmed or approved text with open errors: 409, or it becomes a draft. Absent: nothing. */
  readonly onErrors?: "refuse" | "draft";
  /** The current translations, if they were read after the project was locked. */
  readonly present?: ReadonlyMap<string, Present>;
};

/** Translations per batch. */
const BATCH_SIZE = 1_000;

/**
 * All changes of texts and states of translations go through this function, except those by importing their document.
 * Writes the texts, a revision of each, findings, counters and the memory. Changes without effect are skipped.
 *
 * @returns one entry per change, in order.
 * @throws 404 for a segment outside the project, 412 for a stale revision, 409 for refused errors.
 */
export async function changeTranslations(
  projectChange: ProjectChange,
  language: string,
  changes: readonly Change[],
  options: ChangeOptions = {},
): Promise<readonly TranslationRow[]> {
  const { tx, project } = projectChange;
  const actor = options.actor ?? projectChange.actor;
  const segmentIds = changes.map((change) => change.segmentId);
  const present = options.present ?? (await presentTranslations(tx, project, language, segmentIds));
  const results: Changed[] = [];
  for (const change of changes) {
    const one = present.get(change.segmentId);
    if (!one) throw notFound("segment");
    if (change.expectedRevision !== undefined && change.expectedRevision !== one.before.revision)
      throw await changedMeanwhile(tx, one);
    results.push({ ...one, after: next(one.before, change, actor), editMs: change.editMs ?? null });
  }
  const changed = results.filter(({ before, after }) => after.revision !== before.revision);
  if (changed.length > 0)
    projectChange.touchContent({ language, segmentIds: changed.map(({ segment }) => segment.id) });
  const written: TranslationRow[] = [];
  for (let at = 0; at < changed.length; at += BATCH_SIZE)
    written.push(...(await write(projectChange, language, changed.slice(at, at + BATCH_SIZE), actor, options)));
  const bySegment = new Map(written.map((row) => [row.segmentId, row]));
  return results.map(({ before }) => bySegment.get(before.segmentId) ?? before);
}

/** A 412 error with the current text and its author. */
async function changedMeanwhile(tx: Transaction, { segment, before: row }: Present): Promise<AppError> {
  const names = await actorNames(tx, row.accountId, [row.updatedBy]);
  return new AppError("precondition_failed", "Someone else has changed this translation.", {
    current: {
      revision: row.revision,
      text: row.text,
      ...viewForms(segment.pluralRule, row.language, row),
      state: row.state,
      updatedBy: viewActor(row.updatedBy, names),
      updatedAt: row.updatedAt.toISOString(),
    },
  });
}

const CONFIRMED: readonly TranslationState[] = ["translated", "reviewed"];

/** The changed row. The revision is incremented only if something changed. */
function next(row: TranslationRow, change: Change, actor: Actor): TranslationRow {
  const text = change.text === undefined ? row.text : change.text || null;
  // Clearing a message's text also clears its forms, unless the change contains forms.
  const forms = change.forms ?? (change.text !== undefined && text === null && row.forms ? {} : row.forms);
  const textChanged = text !== row.text || !sameForms(forms, row.forms);
  const cleared = isEmpty({ text, forms });
  const state = cleared ? "untranslated" : (change.state ?? followingState(row.state, textChanged));
  const origin = cleared ? null : (change.origin?.type ?? (textChanged ? (row.origin ?? "human") : row.origin));
  const after: TranslationRow = {
    ...row,
    text,
    forms,
    state,
    origin,
    originDetail: cleared ? null : change.origin ? (change.origin.detail ?? null) : row.originDetail,
    edited: !cleared && (change.edited ?? (change.origin ? false : row.edited || (textChanged && origin !== "human"))),
    qualityScore: change.qualityScore !== undefined ? change.qualityScore : textChanged ? null : row.qualityScore,
    outdated:
      !cleared && (change.outdated ?? (change.state && CONFIRMED.includes(change.state) ? false : row.outdated)),
  };
  const same =
    !textChanged &&
    after.state === row.state &&
    after.origin === row.origin &&
    after.edited === row.edited &&
    after.outdated === row.outdated;
  if (same) return row;
  const revision = row.revision + 1;
  const now = new Date();
  return {
    ...after,
    revision,
    updatedBy: actor.id,
    updatedAt: now,
    ...change.approval,
    // A review stays valid if the source changed but kept its words.
    ...(after.state === "reviewed" && change.outdated !== true
      ? { approvedRevision: revision, reviewedBy: actor.id, reviewedAt: now }
      : {}),
  };
}

/** The state after an edit that sets none: no one has confirmed or reviewed the new text. */
function followingState(state: TranslationState, textChanged: boolean): TranslationState {
  if (!textChanged) return state;
  if (state === "untranslated") return "draft";
  return state === "reviewed" ? "translated" : state;
}

async function write(
  projectChange: ProjectChange,
  language: string,
  changed: readonly Changed[],
  actor: Actor,
  options: ChangeOptions,
): Promise<readonly TranslationRow[]> {
  const { tx, project } = projectChange;
  // Independent queries are sent at the same time.
  const [{ checked: all, keepFindings }, memory] = await Promise.all([
    checkChanged(projectChange, language, changed),
    memoryToFeed(tx, project, changed),
  ]);
  if (options.onErrors === "refuse") refuseErrors(all);
  const checked =
    options.onErrors === "draft" ? all.map((one) => (isConfirmedWithErrors(one) ? asDraft(one) : one)) : all;
  const counters = new CounterChanges();
  for (const { segment, before, after } of checked) counters.add(segment, before, after);
  await Promise.all([
    keepFindings(),
    writeRevisions(tx, project.accountId, checked, actor, options.batchId ?? null),
    counters.apply(projectChange, language),
    memory && feedProjectMemory(tx, project, memory, checked),
    // Changes by jobs are reported by the event of the job.
    actor.type !== "system" && recordTranslationEvents(tx, project, language, checked.map(asTranslationChange), actor),
  ]);
  return checked.map(({ after }) => after);
}

function asTranslationChange({ segment, before, after }: Changed): TranslationChange {
  const became = (state: TranslationState) => after.state === state && before.state !== state;
  const updated = after.origin === "import" && after.text !== before.text ? "imported" : "updated";
  const change = became("needs_work") ? "sent_back" : after.state === "reviewed" ? "reviewed" : updated;
  return { segmentId: segment.id, change };
}

function isConfirmedWithErrors({ after }: Checked): boolean {
  return CONFIRMED.includes(after.state) && after.qaErrors > 0;
}

function asDraft(one: Checked): Checked {
  const { outdated, approvedRevision, reviewedBy, reviewedAt } = one.before;
  return { ...one, after: { ...one.after, state: "draft", outdated, approvedRevision, reviewedBy, reviewedAt } };
}

function refuseErrors(checked: readonly Checked[]): void {
  const refused = checked.filter(isConfirmedWithErrors);
  if (refused.length === 0) return;
  throw new AppError("conflict", "The translation has errors. Correct them first.", {
    reason: "qa_errors",
    issues: refused.flatMap(({ segment, issues }) =>
      issues
        .filter((issue) => issue.severity === "error")
        .map(({ check, start, end, params }) => ({ segmentId: segment.id, check, start, end, params })),
    ),
  });
}
