import { and, eq, inArray, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { segmentSuggestions, translationRevisions } from "@/db/schema";
import { type Job, noteStep } from "@/lib/jobs/queue";
import type { JobHandler } from "@/lib/jobs/runner";
import { type Change, changeTranslations } from "../change-translations";
import { lockProject } from "../lock";
import { restored } from "../segments/restored";
import { lapsedApprovals } from "../segments/second-person";
import { settleProject } from "../settle";
import type { UndoPayload } from "./send";

const AT_ONCE = 100;

/**
 * Takes back what a batch changed: each translation that is still as the batch left it becomes what it was before, as a
 * new revision. What people have changed since stays, and is counted as `kept`. What it brought as suggestions is gone.
 */
export const undoJob: JobHandler = {
  run: async (job, context) => {
    const payload = job.payload as unknown as UndoPayload;
    const [{ total } = { total: 0 }] = await db().execute<{ total: number }>(
      sql`select count(distinct (segment_id, language))::int as total from translation_revisions
           where account_id = ${job.accountId} and batch_id = ${payload.batchId}`,
    );
    let after: Place = { segmentId: "", language: "" };
    let done = 0;
    for (;;) {
      context.signal.throwIfAborted();
      const step = await db().transaction((tx) => takeStep(tx, job, payload, after));
      if (step === null) break;
      after = step.last;
      done += step.count;
      await context.progress(done, total);
    }
    return async (tx) => {
      const forgotten = await tx
        .delete(segmentSuggestions)
        .where(and(eq(segmentSuggestions.accountId, job.accountId), eq(segmentSuggestions.jobId, payload.batchId)))
        .returning({ segmentId: segmentSuggestions.segmentId });
      await noteStep(tx, job, { done: forgotten.length, failed: 0, result: { undone: forgotten.length } });
    };
  },
  onFailure: async () => {},
  onCancel: async () => {},
};

type Place = { readonly segmentId: string; readonly language: string };

/** A translation that the batch changed: its first and last revision there, and the one that stands now. */
type Touched = {
  readonly segment_id: string;
  readonly language: string;
  readonly first: number;
  readonly last: number;
  readonly now: number;
};

async function takeStep(
  tx: Transaction,
  job: Job,
  payload: UndoPayload,
  after: Place,
): Promise<{ last: Place; count: number } | null> {
  const project = await lockProject(tx, job.accountId, payload.projectId);
  const touched = await tx.execute<Touched>(sql`
    select r.segment_id, r.language, min(r.revision) as first, max(r.revision) as last, max(t.revision) as now
      from translation_revisions r join translations t using (segment_id, language)
     where r.account_id = ${job.accountId} and r.batch_id = ${payload.batchId}
       and (r.segment_id, r.language) > (${after.segmentId}, ${after.language})
     group by r.segment_id, r.language order by r.segment_id, r.language limit ${AT_ONCE}`);
  if (touched.length === 0) return null;
  const unchanged = touched.filter((one) => one.last === one.now);
  const before = await revisionsBefore(tx, unchanged);
  for (const language of new Set(unchanged.map((one) => one.language))) {
    const ofLanguage = unchanged.filter((one) => one.language === language);
    const earlier = ofLanguage.flatMap((one) => before.get(`${one.segment_id} ${language}`) ?? []);
    const lapsed = await lapsedApprovals(tx, project, language, earlier, payload.actor);
    await changeTranslations(
      tx,
      project,
      language,
      ofLanguage.map(({ segment_id }) =>
        asBefore(segment_id, before.get(`${segment_id} ${language}`), lapsed.has(segment_id)),
      ),
      payload.actor,
      { batchId: job.id },
    );
  }
  await settleProject(tx, project, payload.actor);
  await noteStep(tx, job, {
    done: touched.length,
    failed: 0,
    result: { undone: unchanged.length, kept: touched.length - unchanged.length },
  });
  const end = touched.at(-1)!;
  return { last: { segmentId: end.segment_id, language: end.language }, count: touched.length };
}

type Earlier = typeof translationRevisions.$inferSelect;

/** The revisions that stood before the batch, by `<segment> <language>`. There is none where it was untouched. */
async function revisionsBefore(tx: Transaction, touched: readonly Touched[]): Promise<ReadonlyMap<string, Earlier>> {
  const wanted = touched.filter((one) => one.first > 1);
  if (wanted.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(translationRevisions)
    .where(
      and(
        inArray(
          translationRevisions.segmentId,
          wanted.map((one) => one.segment_id),
        ),
        sql`(${translationRevisions.segmentId}, ${translationRevisions.language}, ${translationRevisions.revision}) in
          ${sql`(${sql.join(
            wanted.map((one) => sql`(${one.segment_id}, ${one.language}, ${one.first - 1}::int)`),
            sql`, `,
          )})`}`,
      ),
    );
  return new Map(rows.map((row) => [`${row.segmentId} ${row.language}`, row]));
}

function asBefore(segmentId: string, earlier: Earlier | undefined, approvalLapses: boolean): Change {
  return earlier?.text ? restored(earlier, !approvalLapses) : { segmentId, text: null };
}
