import { and, asc, count, eq, gt, inArray, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { jobErrors, qaIssues, segments, translationRevisions, translations } from "@/db/schema";
import { type Job, noteStep } from "@/lib/jobs/queue";
import type { JobHandler } from "@/lib/jobs/runner";
import { DEFAULT_SETTINGS } from "@/lib/schemas/projects";
import type { BulkAction } from "@/lib/schemas/segments";
import { changeTranslations } from "../change-translations";
import { recountDocuments } from "../counters";
import { lockProject, type ProjectRow } from "../lock";
import { requireProjectRow } from "../require-project";
import { addComment } from "../segments/comments";
import { matching } from "../segments/filter";
import { countMatching } from "../segments/list-segments";
import { writeIgnored } from "../segments/qa-issues";
import { lastEditors } from "../segments/second-person";
import { settleProject } from "../settle";
import type { SegmentRow, TranslationRow } from "../translation-rows";
import { plan } from "./actions";
import type { BulkPayload } from "./send";

/** Segments changed in one transaction: few enough that editors of the project do not wait. */
const AT_ONCE = 100;

/**
 * Changes many translations, step by step. Each step commits with the note that it was done, so a job that is taken up
 * again after a crash goes on behind it. What cannot be changed is noted by itself.
 */
export const bulkJob: JobHandler = {
  run: async (job, context) => {
    const payload = job.payload as unknown as BulkPayload;
    const project = await requireProjectRow(job.accountId, payload.projectId);
    const total = await countMatching(matching(project, payload.language, payload.filter));
    let after = "";
    let done = 0;
    for (;;) {
      context.signal.throwIfAborted();
      const step = await db().transaction((tx) => takeStep(tx, job, payload, after));
      if (step === null) break;
      after = step.last;
      done += step.count;
      await context.progress(done, Math.max(total, done));
    }
    return async (tx) => {
      const [errors] = await tx.select({ count: count() }).from(jobErrors).where(eq(jobErrors.jobId, job.id));
      return errors && errors.count > 0 ? { state: "partially_failed" } : {};
    };
  },
  onFailure: async () => {},
  onCancel: async () => {},
};

type Pair = { readonly segment: SegmentRow; readonly translation: TranslationRow };
type Failed = { readonly segmentId: string; readonly code: string; readonly message: string };

async function takeStep(
  tx: Transaction,
  job: Job,
  payload: BulkPayload,
  after: string,
): Promise<{ last: string; count: number } | null> {
  const project = await lockProject(tx, job.accountId, payload.projectId);
  const rows = await nextRows(tx, project, job, payload, after);
  if (rows.length === 0) return null;
  const failed = await act(tx, project, job, payload, rows);
  await noteErrors(tx, job, payload.language, failed);
  await settleProject(tx, project, payload.actor);
  await noteStep(tx, job, {
    done: rows.length - failed.length,
    failed: failed.length,
    result: { changed: rows.length - failed.length },
  });
  return { last: rows.at(-1)!.segment.id, count: rows.length };
}

/** The next segments that the filter chooses and that this job has not changed yet, by id. */
function nextRows(
  tx: Transaction,
  project: ProjectRow,
  job: Job,
  { language, filter }: BulkPayload,
  after: string,
): Promise<Pair[]> {
  return tx
    .select({ segment: segments, translation: translations })
    .from(segments)
    .innerJoin(translations, eq(translations.segmentId, segments.id))
    .where(
      and(
        matching(project, language, filter),
        gt(segments.id, after),
        sql`not exists (select 1 from ${translationRevisions} where ${translationRevisions.segmentId} = ${segments.id}
          and ${translationRevisions.language} = ${language} and ${translationRevisions.batchId} = ${job.id})`,
      ),
    )
    .orderBy(asc(segments.id))
    .limit(AT_ONCE);
}

async function act(
  tx: Transaction,
  project: ProjectRow,
  job: Job,
  { action, language, actor, role }: BulkPayload,
  rows: readonly Pair[],
): Promise<readonly Failed[]> {
  if (action.type === "exclude" || action.type === "include") {
    await setExcluded(tx, project, rows, action.type === "exclude");
    return [];
  }
  if (action.type === "ignoreCheck") {
    await ignoreCheck(tx, language, rows, action, actor);
    return [];
  }
  const { protectReviewed, twoPersonReview } = { ...DEFAULT_SETTINGS, ...project.settings };
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
  const planned = rows.map(({ segment, translation }) => ({
    segment,
    plan: plan(action, segment, translation, rights),
  }));
  const changes = planned.flatMap((one) => (one.plan.type === "change" ? [one.plan.change] : []));
  await changeTranslations(tx, project, language, changes, actor, { batchId: job.id });
  if (action.type === "reject")
    for (const { segmentId } of changes)
      await addComment(tx, project, { segmentId, language, body: action.comment, actor });
  return planned.flatMap(({ segment, plan: result }) =>
    result.type === "error" ? [{ segmentId: segment.id, code: result.code, message: result.message }] : [],
  );
}

async function setExcluded(
  tx: Transaction,
  project: ProjectRow,
  rows: readonly Pair[],
  excluded: boolean,
): Promise<void> {
  await tx
    .update(segments)
    .set({ excluded })
    .where(
      inArray(
        segments.id,
        rows.map(({ segment }) => segment.id),
      ),
    );
  await recountDocuments(tx, project.id, [...new Set(rows.map(({ segment }) => segment.documentId))]);
}

async function ignoreCheck(
  tx: Transaction,
  language: string,
  rows: readonly Pair[],
  { check, reason }: Extract<BulkAction, { type: "ignoreCheck" }>,
  actor: BulkPayload["actor"],
): Promise<void> {
  const found = await tx
    .select({ id: qaIssues.id })
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
  await writeIgnored(
    tx,
    language,
    found.map(({ id }) => id),
    { actor, reason },
  );
}

async function noteErrors(tx: Transaction, job: Job, language: string, failed: readonly Failed[]): Promise<void> {
  if (failed.length === 0) return;
  const [{ next } = { next: 0 }] = await tx
    .select({ next: sql<number>`coalesce(max(${jobErrors.number}) + 1, 0)::int` })
    .from(jobErrors)
    .where(eq(jobErrors.jobId, job.id));
  await tx
    .insert(jobErrors)
    .values(failed.map((one, i) => ({ ...one, jobId: job.id, accountId: job.accountId, number: next + i, language })));
}
