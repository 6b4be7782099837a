import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import type { translations } from "@/db/schema";
import type { Actor } from "@/lib/work/events/actor";

/** A translation to write, with the milliseconds spent on editing it. */
export type NewRevision = { readonly after: typeof translations.$inferSelect; readonly editMs: number | null };

/**
 * Updates existing translations and inserts a revision of each, in one statement. The rows are sent as one JSON
 * document: binding every column of every row takes longer than all other work on a machine translation.
 */
export async function writeRevisions(
  tx: Transaction,
  accountId: string,
  rows: readonly NewRevision[],
  actor: Actor,
  batchId: string | null,
): Promise<void> {
  const documents = rows.map(({ after, editMs }) => ({ ...after, editMs }));
  await tx.execute(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(documents)}::text::jsonb) as r (
        "segmentId" text, language text, text text, forms jsonb, state text, origin text, "originDetail" jsonb, edited boolean,
        "qualityScore" smallint, outdated boolean, revision int, "approvedRevision" int, "qaErrors" smallint,
        "qaWarnings" smallint, "updatedBy" text, "updatedAt" timestamptz, "reviewedBy" text,
        "reviewedAt" timestamptz, "editMs" int)
    ), written as (
      update translations t set
        text = r.text, forms = r.forms, state = r.state, origin = r.origin, origin_detail = r."originDetail", edited = r.edited,
        quality_score = r."qualityScore", outdated = r.outdated, revision = r.revision,
        approved_revision = r."approvedRevision", qa_errors = r."qaErrors", qa_warnings = r."qaWarnings",
        updated_by = r."updatedBy", updated_at = r."updatedAt", reviewed_by = r."reviewedBy",
        reviewed_at = r."reviewedAt"
        from given r
       where t.segment_id = r."segmentId" and t.language = r.language and t.account_id = ${accountId}
      returning t.segment_id
    )
    insert into translation_revisions (segment_id, language, account_id, revision, text, forms, state, origin, origin_detail,
                                       edited, outdated, approved_revision, actor_type, actor_id, edit_ms, batch_id)
    select r."segmentId", r.language, ${accountId}, r.revision, r.text, r.forms, r.state, r.origin, r."originDetail", r.edited,
           r.outdated, r."approvedRevision", ${actor.type}, ${actor.id}, r."editMs", ${batchId}
      from given r join written w on w.segment_id = r."segmentId"`);
}
