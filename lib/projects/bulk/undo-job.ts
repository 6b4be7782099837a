import { and, eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { db, type Transaction } from "@/db/client";
import { segmentSuggestions, translationRevisions } from "@/db/schema";
import { changeProject } from "@/lib/projects/change/change-project";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import { recordFailure, retryPayload } from "@/lib/projects/jobs/failed-jobs";
import { restored } from "@/lib/projects/segments/restored";
import { lapsedApprovals } from "@/lib/projects/segments/second-person";
import { type Approval, type Change, changeTranslations } from "@/lib/projects/translations/change-translations";
import { isEmpty } from "@/lib/text/plurals/plural-forms";
import { defineJob } from "@/lib/work/jobs/define-job";
import { commitStep, type Job } from "@/lib/work/jobs/queue";
import { type CheckpointStep, runSteps } from "@/lib/work/jobs/steps";
import { UNDO_JOB, type UndoPayload } from "./send";
import { countFlagged, UNDO_STEPS } from "./undo-flags";

const BATCH_SIZE = 100;

/**
 * Undoes a batch. Each translation that has not changed since gets its previous content as a new revision. Translations
 * changed later stay and are counted as `kept`; segments removed from their document are skipped. Restores excluded,
 * included and ignored items, and deletes imported suggestions.
 */
export const undoJob = defineJob(UNDO_JOB, {
  run: async (job, context) => {
    const payload = job.payload;
    const suggested = and(
      eq(segmentSuggestions.accountId, job.accountId),
      eq(segmentSuggestions.jobId, payload.batchId),
    );
    const total = async () => {
      const [changed] = await db().execute<{ texts: number }>(
        sql`select count(distinct (r.segment_id, r.language))::int as texts
              from translation_revisions r join segments s on s.id = r.segment_id
             where r.account_id = ${job.accountId} and r.batch_id = ${payload.batchId} and s.removed_in is null`,
      );
      const suggestions = await db().$count(segmentSuggestions, suggested);
      return changed!.texts + (await countFlagged(job.accountId, payload.batchId)) + suggestions;
    };
    await runSteps(job, context, total, (tx, after) => takeStep(tx, job, payload, after));
    for (const takeBack of UNDO_STEPS)
      do context.signal.throwIfAborted();
      while (await db().transaction((tx) => takeFlagsBack(tx, job, payload, takeBack)));
    return async (tx) => {
      const forgotten = await tx
        .delete(segmentSuggestions)
        .where(suggested)
        .returning({ segmentId: segmentSuggestions.segmentId });
      await commitStep(tx, job, { done: forgotten.length, failed: 0, result: { undone: forgotten.length } });
    };
  },
  onFailure: (job, error, tx) => recordFailure(tx, job, job.payload, error),
  retry: retryPayload,
});

/** Undoes one step of excluded, included and ignored items. False when none is left. */
async function takeFlagsBack(
  tx: Transaction,
  job: Job<unknown>,
  { batchId, ...target }: UndoPayload,
  takeBack: (typeof UNDO_STEPS)[number],
): Promise<boolean> {
  const undone = await changeProject(tx, { ...target, accountId: job.accountId }, (change) =>
    takeBack(change, batchId, BATCH_SIZE),
  );
  if (undone === 0) return false;
  await commitStep(tx, job, { done: undone, failed: 0, result: { undone } });
  return true;
}

/** A translation that the batch changed: its first, last and number of revisions in the batch, and its current one. */
type Touched = {
  readonly segment_id: string;
  readonly language: string;
  readonly first: number;
  readonly last: number;
  readonly count: number;
  readonly now: number;
};

function takeStep(
  tx: Transaction,
  job: Job<unknown>,
  payload: UndoPayload,
  after: string,
): Promise<CheckpointStep | null> {
  const target = { accountId: job.accountId, projectId: payload.projectId, actor: payload.actor };
  return changeProject(tx, target, (change) => undoNext(change, job, payload, after));
}

async function undoNext(
  change: ProjectChange,
  job: Job<unknown>,
  payload: UndoPayload,
  after: string,
): Promise<CheckpointStep | null> {
  const { tx, project } = change;
  const [lastSegment = "", lastLanguage = ""] = after.split(" ");
  const touched = await tx.execute<Touched>(sql`
    select r.segment_id, r.language, min(r.revision) as first, max(r.revision) as last,
           count(*)::int as count, max(t.revision) as now
      from translation_revisions r join translations t using (segment_id, language)
      join segments s on s.id = r.segment_id
     where r.account_id = ${job.accountId} and r.batch_id = ${payload.batchId} and s.removed_in is null
       and (r.segment_id, r.language) > (${lastSegment}, ${lastLanguage})
     group by r.segment_id, r.language order by r.segment_id, r.language limit ${BATCH_SIZE}`);
  if (touched.length === 0) return null;
  // A plural message that was joined from segments may have other changes in its history between those of the batch.
  const isWhole = ({ first, last, count }: Touched) => count === last - first + 1;
  const unchanged = touched.filter((one) => one.last === one.now && isWhole(one));
  const before = await revisionsBefore(tx, unchanged);
  for (const language of new Set(unchanged.map((one) => one.language))) {
    const ofLanguage = unchanged.filter((one) => one.language === language);
    const earlier = ofLanguage.flatMap((one) => before.get(`${one.segment_id} ${language}`)?.revision ?? []);
    const lapsed = await lapsedApprovals(tx, project, language, earlier, payload.actor);
    await changeTranslations(
      change,
      language,
      ofLanguage.map(({ segment_id }) =>
        asBefore(segment_id, before.get(`${segment_id} ${language}`), lapsed.has(segment_id)),
      ),
      { batchId: job.id },
    );
  }
  const end = touched.at(-1)!;
  return {
    checkpoint: `${end.segment_id} ${end.language}`,
    done: touched.length,
    failed: 0,
    result: { undone: unchanged.length, kept: touched.length - unchanged.length },
  };
}

/** A revision, and the approval that was valid then. */
type Earlier = { readonly revision: typeof translationRevisions.$inferSelect; readonly approval: Approval };

/** The last revision of each translation before the batch, by `<segment> <language>`, if it had one. */
async function revisionsBefore(tx: Transaction, touched: readonly Touched[]): Promise<ReadonlyMap<string, Earlier>> {
  const changedLater = touched.filter((one) => one.first > 1);
  if (changedLater.length === 0) return new Map();
  const approved = alias(translationRevisions, "approved");
  const rows = await tx
    .select({
      revision: translationRevisions,
      approval: {
        approvedRevision: approved.revision,
        reviewedBy: approved.actorId,
        reviewedAt: approved.createdAt,
      },
    })
    .from(translationRevisions)
    .leftJoin(
      approved,
      and(
        eq(approved.segmentId, translationRevisions.segmentId),
        eq(approved.language, translationRevisions.language),
        eq(approved.revision, translationRevisions.approvedRevision),
      ),
    )
    .where(
      and(
        inArray(
          translationRevisions.segmentId,
          changedLater.map((one) => one.segment_id),
        ),
        sql`(${translationRevisions.segmentId}, ${translationRevisions.language}, ${translationRevisions.revision}) in
          ${sql`(${sql.join(
            changedLater.map((one) => sql`(${one.segment_id}, ${one.language}, ${one.first - 1}::int)`),
            sql`, `,
          )})`}`,
      ),
    );
  return new Map(
    rows.map(({ revision, approval }) => [
      `${revision.segmentId} ${revision.language}`,
      { revision, approval: approval ?? NEVER },
    ]),
  );
}

const NEVER: Approval = { approvedRevision: null, reviewedBy: null, reviewedAt: null };

/** Restores the approval with the text; otherwise exports would still use the approval that is being undone. */
function asBefore(segmentId: string, earlier: Earlier | undefined, approvalLapses: boolean): Change {
  const approval = earlier?.approval ?? NEVER;
  return earlier && !isEmpty(earlier.revision)
    ? { ...restored(earlier.revision, !approvalLapses), approval }
    : { segmentId, text: null, approval };
}
