import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { segmentSuggestions, segments, translations } from "@/db/schema";
import { type Job, noteStep } from "@/lib/jobs/queue";
import { sourceHash } from "@/lib/memory/hash";
import type { Actor } from "@/lib/projects/actor";
import { lockProject } from "@/lib/projects/lock";

export type SentSuggestions = {
  readonly projectId: string;
  readonly documentId: string;
  readonly language: string;
  readonly actor: Actor;
  /** Encoded texts by the key of their segment. */
  readonly texts: ReadonlyMap<string, string>;
};

/** Segments looked at in one transaction. */
const AT_ONCE = 200;
/** Suggestions that a segment keeps in a language: the newest. */
const MOST_KEPT = 20;

/**
 * Keeps texts as suggestions for the next segments of a document, and counts them in the job: a text that stands there, or was
 * suggested before, is unchanged. Null when there is no segment after `after`.
 */
export async function keepSuggestions(
  tx: Transaction,
  job: Job,
  sent: SentSuggestions,
  after: string,
): Promise<{ last: string; count: number } | null> {
  const { projectId, documentId, language, actor, texts } = sent;
  await lockProject(tx, job.accountId, projectId);
  const rows = await tx
    .select({ id: segments.id, key: segments.key, sourceHash: segments.sourceHash, present: translations.text })
    .from(segments)
    .innerJoin(translations, eq(translations.segmentId, segments.id))
    .where(
      and(
        eq(segments.accountId, job.accountId),
        eq(segments.documentId, documentId),
        isNull(segments.removedIn),
        eq(translations.language, language),
        gt(segments.id, after),
        sql`not exists (select 1 from ${segmentSuggestions} where ${segmentSuggestions.segmentId} = ${segments.id}
          and ${segmentSuggestions.language} = ${language} and ${segmentSuggestions.jobId} = ${job.id})`,
      ),
    )
    .orderBy(asc(segments.id))
    .limit(AT_ONCE);
  if (rows.length === 0) return null;
  const suggested = rows.filter(({ key }) => texts.has(key));
  const others = suggested.filter(({ key, present }) => texts.get(key) !== present);
  const kept = others.map(({ id, key, sourceHash: hash }) => ({
    segmentId: id,
    language,
    accountId: job.accountId,
    projectId,
    documentId,
    text: texts.get(key)!,
    textHash: sourceHash(texts.get(key)!),
    sourceHash: hash,
    jobId: job.id,
    createdBy: actor.id,
  }));
  const added =
    kept.length === 0
      ? []
      : await tx
          .insert(segmentSuggestions)
          .values(kept)
          .onConflictDoUpdate({
            target: [segmentSuggestions.segmentId, segmentSuggestions.language, segmentSuggestions.textHash],
            set: {
              sourceHash: sql`excluded.source_hash`,
              jobId: sql`excluded.job_id`,
              createdBy: sql`excluded.created_by`,
              createdAt: sql`now()`,
            },
            // The same text for another source is a new suggestion.
            setWhere: sql`${segmentSuggestions.sourceHash} <> excluded.source_hash`,
          })
          .returning({ segmentId: segmentSuggestions.segmentId });
  await forgetOldest(
    tx,
    language,
    added.map((one) => one.segmentId),
  );
  await noteStep(tx, job, {
    done: suggested.length,
    failed: 0,
    result: { accepted: added.length, unchanged: suggested.length - added.length, conflicts: 0 },
  });
  return { last: rows.at(-1)!.id, count: suggested.length };
}

async function forgetOldest(tx: Transaction, language: string, segmentIds: readonly string[]): Promise<void> {
  if (segmentIds.length === 0) return;
  await tx.execute(sql`
    delete from segment_suggestions s using (
      select segment_id, language, text_hash,
             row_number() over (partition by segment_id order by created_at desc, text_hash) as place
        from segment_suggestions
       where language = ${language} and segment_id = any(${sql.param([...segmentIds])}::text[])
    ) ranked
     where ranked.place > ${MOST_KEPT} and s.segment_id = ranked.segment_id and s.language = ranked.language
       and s.text_hash = ranked.text_hash`);
}
