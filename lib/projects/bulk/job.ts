import { and, asc, count, eq, gt, inArray, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { jobErrors, qaIssues, segments, translationRevisions, translations } from "@/db/schema";
import { changeProject, keepProjectOpen } from "@/lib/projects/change/change-project";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import { recordFailure, recordPartialFailure } from "@/lib/projects/jobs/failed-jobs";
import { recountDocuments } from "@/lib/projects/progress/counters";
import type { ProjectRow } from "@/lib/projects/require-project";
import { requireProjectRow } from "@/lib/projects/require-project";
import { addComment } from "@/lib/projects/segments/comments";
import { filterCondition } from "@/lib/projects/segments/filter";
import { countMatching } from "@/lib/projects/segments/list-segments";
import { writeIgnored } from "@/lib/projects/segments/qa-issues";
import { lastEditors } from "@/lib/projects/segments/second-person";
import { changeTranslations } from "@/lib/projects/translations/change-translations";
import type { SegmentRow, TranslationRow } from "@/lib/projects/translations/translation-rows";
import type { BulkAction } from "@/lib/schemas/bulk-edits";
import { settingsOf } from "@/lib/schemas/projects";
import { MAX_LABELS } from "@/lib/text/labels-in-note";
import { defineJob } from "@/lib/work/jobs/define-job";
import type { Job } from "@/lib/work/jobs/queue";
import { type CheckpointStep, recordItemErrors, runSteps } from "@/lib/work/jobs/steps";
import { plan } from "./actions";
import { fixesOf } from "./fixes";
import { BULK_JOB, type BulkPayload } from "./send";

/** Segments per transaction. Few, so that people who edit the project do not wait. */
const BATCH_SIZE = 100;

/** Changes many translations, step by step. Records each change that is impossible. */
export const bulkJob = defineJob(BULK_JOB, {
  run: async (job, context) => {
    const payload = job.payload;
    const project = await requireProjectRow(job.accountId, payload.projectId);
    const total = () => countMatching(filterCondition(project, payload.language, payload.filter));
    await runSteps(job, context, total, (tx, after) => takeStep(tx, job, payload, after));
    return async (tx) => {
      const [errors] = await tx.select({ count: count() }).from(jobErrors).where(eq(jobErrors.jobId, job.id));
      if (!errors || errors.count === 0) return {};
      await recordPartialFailure(tx, job, payload, errors.count);
      return { state: "partially_failed" };
    };
  },
  onFailure: (job, error, tx) => recordFailure(tx, job, job.payload, error),
  retry: async (tx, failed) => {
    const payload = failed.payload;
    await keepProjectOpen(tx, failed.accountId, payload.projectId);
    // Retries the segments that failed in the earlier job, whether or not they match its filter now.
    if (failed.segmentIds.length > 0) return { ...payload, filter: { failedJobId: failed.id } };
    return { ...payload, earlierJobIds: [...(payload.earlierJobIds ?? []), failed.id] };
  },
});

type Pair = { readonly segment: SegmentRow; readonly translation: TranslationRow };
type Failed = { readonly segmentId: string; readonly code: string; readonly message: string };
/** The number of changed segments, and the segments that could not be changed. */
type Acted = { readonly changed: number; readonly failed: readonly Failed[] };

function takeStep(
  tx: Transaction,
  job: Job<unknown>,
  payload: BulkPayload,
  after: string,
): Promise<CheckpointStep | null> {
  const target = { accountId: job.accountId, projectId: payload.projectId, actor: payload.actor };
  return changeProject(tx, target, (change) => changeNext(change, job, payload, after));
}

async function changeNext(
  change: ProjectChange,
  job: Job<unknown>,
  payload: BulkPayload,
  after: string,
): Promise<CheckpointStep | null> {
  const { tx } = change;
  const rows = await nextRows(tx, change.project, payload, after);
  if (rows.length === 0) return null;
  const { changed, failed } = await act(change, job, payload, rows);
  await recordItemErrors(
    tx,
    job,
    failed.map((one) => ({ ...one, language: payload.language })),
  );
  return {
    checkpoint: rows.at(-1)!.segment.id,
    done: rows.length - failed.length,
    failed: failed.length,
    result: { changed },
  };
}

/** The next segments that match the filter and that earlier jobs have not changed, ordered by id. */
function nextRows(
  tx: Transaction,
  project: ProjectRow,
  { language, filter, earlierJobIds = [] }: BulkPayload,
  after: string,
): Promise<Pair[]> {
  return tx
    .select({ segment: segments, translation: translations })
    .from(segments)
    .innerJoin(translations, eq(translations.segmentId, segments.id))
    .where(
      and(
        filterCondition(project, language, filter),
        gt(segments.id, after),
        sql`not exists (select 1 from ${translationRevisions} where ${translationRevisions.segmentId} = ${segments.id}
          and ${translationRevisions.language} = ${language} and ${translationRevisions.batchId} = any(${sql.param([...earlierJobIds])}::text[]))`,
      ),
    )
    .orderBy(asc(segments.id))
    .limit(BATCH_SIZE);
}

async function act(
  change: ProjectChange,
  job: Job<unknown>,
  { action, language, actor, role }: BulkPayload,
  rows: readonly Pair[],
): Promise<Acted> {
  const { tx, project } = change;
  if (action.type === "exclude" || action.type === "include") {
    await setExcluded(change, job, rows, action.type === "exclude");
    return { changed: rows.length, failed: [] };
  }
  if (action.type === "addLabel" || action.type === "removeLabel") return label(change, rows, action);
  if (action.type === "ignoreCheck") return ignoreCheck(change, job, language, rows, action);
  const { protectReviewed, twoPersonReview } = settingsOf(project);
  const segmentIds = rows.map(({ segment }) => segment.id);
  const editors =
    twoPersonReview && action.type === "approve"
      ? await lastEditors(
          tx,
          project.accountId,
          language,
          segmentIds.map((segmentId) => ({ segmentId })),
        )
      : null;
  const ownWork = new Set(segmentIds.filter((id) => actor.type === "user" && editors?.get(id) === actor.id));
  const rights = { role, protectReviewed, ownWork };
  const fixes = action.type === "fix" ? await fixesOf(tx, language, segmentIds, action.check) : [];
  const planned = rows.map(({ segment, translation }) => {
    const own = fixes.filter(({ segmentId }) => segmentId === segment.id);
    return { segment, plan: plan(action, segment, translation, rights, own) };
  });
  const changes = planned.flatMap((one) => (one.plan.type === "change" ? [one.plan.change] : []));
  await changeTranslations(change, language, changes, { batchId: job.id });
  if (action.type === "reject")
    for (const { segmentId } of changes) await addComment(change, { segmentId, language, body: action.comment });
  const failed = planned.flatMap(({ segment, plan: result }) =>
    result.type === "error" ? [{ segmentId: segment.id, code: result.code, message: result.message }] : [],
  );
  return { changed: changes.length, failed };
}

async function setExcluded(
  change: ProjectChange,
  job: Job<unknown>,
  rows: readonly Pair[],
  excluded: boolean,
): Promise<void> {
  await change.tx
    .update(segments)
    .set({ excluded, excludedJobId: job.id })
    .where(
      inArray(
        segments.id,
        rows.map(({ segment }) => segment.id),
      ),
    );
  await recountDocuments(change, [...new Set(rows.map(({ segment }) => segment.documentId))]);
}

async function label(
  change: ProjectChange,
  rows: readonly Pair[],
  { type, label: name }: Extract<BulkAction, { type: "addLabel" | "removeLabel" }>,
): Promise<Acted> {
  const isNew = type === "addLabel";
  const other = rows.filter(({ segment }) => segment.labels.includes(name) !== isNew).map(({ segment }) => segment);
  const isFull = ({ labels }: SegmentRow) => isNew && labels.length >= MAX_LABELS;
  const segmentIds = other.filter((one) => !isFull(one)).map(({ id }) => id);
  await change.tx
    .update(segments)
    .set({ labels: isNew ? sql`${segments.labels} || ${name}::text` : sql`array_remove(${segments.labels}, ${name})` })
    .where(inArray(segments.id, segmentIds));
  change.touchContent({ language: null, segmentIds });
  const message = `A segment has at most ${MAX_LABELS} labels.`;
  const failed = other.filter(isFull).map(({ id }) => ({ segmentId: id, code: "too_many_labels", message }));
  return { changed: segmentIds.length, failed };
}

/** As in the editor, ignoring an error requires a reason. */
async function ignoreCheck(
  change: ProjectChange,
  job: Job<unknown>,
  language: string,
  rows: readonly Pair[],
  { check, reason }: Extract<BulkAction, { type: "ignoreCheck" }>,
): Promise<Acted> {
  const found = await change.tx
    .select({ id: qaIssues.id, segmentId: qaIssues.segmentId, severity: qaIssues.severity })
    .from(qaIssues)
    .where(
      and(
        inArray(
          qaIssues.segmentId,
          rows.map(({ segment }) => segment.id),
        ),
        eq(qaIssues.language, language),
        eq(qaIssues.checkId, check),
        eq(qaIssues.status, "open"),
      ),
    );
  const lacksReason = (one: (typeof found)[number]) => one.severity === "error" && !reason;
  const ignored = found.filter((one) => !lacksReason(one));
  await writeIgnored(
    change,
    language,
    ignored.map(({ id }) => id),
    { reason, jobId: job.id },
  );
  const segmentsOf = (issues: typeof found) => [...new Set(issues.map(({ segmentId }) => segmentId))];
  return {
    changed: segmentsOf(ignored).length,
    failed: segmentsOf(found.filter(lacksReason)).map((segmentId) => ({
      segmentId,
      code: "reason_required",
      message: "Ignoring an error requires a reason. Set reason.",
    })),
  };
}
