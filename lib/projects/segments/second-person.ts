import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import type { ProjectRow } from "@/lib/projects/require-project";
import { settingsOf } from "@/lib/schemas/projects";
import type { ActorType } from "@/lib/vocabulary/accounts";
import type { TranslationState } from "@/lib/vocabulary/segments";
import type { Actor } from "@/lib/work/events/actor";

/** The current revision of a translation or, if a number is given, an earlier one. */
type RevisionRef = { readonly segmentId: string; readonly revision?: number };

/**
 * The person who last wrote or confirmed each translation, by segment. Approving or rejecting an unchanged text does
 * not count as editing.
 */
export async function lastEditors(
  tx: Transaction,
  accountId: string,
  language: string,
  places: readonly RevisionRef[],
): Promise<ReadonlyMap<string, string | null>> {
  const wanted = places.map(({ segmentId, revision }) => ({ segmentId, revision: revision ?? null }));
  const rows = await tx.execute<{ segment_id: string; actor_id: string | null }>(sql`
    select distinct on (segment_id) segment_id, actor_id
      from (
        select r.segment_id, r.revision, r.actor_type, r.actor_id, r.state,
               r.text is distinct from lag(r.text) over (partition by r.segment_id order by r.revision) as wrote
          from jsonb_to_recordset(${JSON.stringify(wanted)}::text::jsonb) as wanted ("segmentId" text, revision int)
          join translation_revisions r on r.segment_id = wanted."segmentId"
           and r.revision <= coalesce(wanted.revision, r.revision)
         where r.account_id = ${accountId} and r.language = ${language}
      ) history
     where actor_type = 'user' and (wrote or state in ('draft', 'translated'))
     order by segment_id, revision desc`);
  return new Map(rows.map((row) => [row.segment_id, row.actor_id]));
}

type Earlier = {
  readonly segmentId: string;
  readonly revision: number;
  readonly state: TranslationState;
  readonly actorType: ActorType;
  readonly actorId: string | null;
};

/**
 * Segments whose earlier revision is restored without its approval, under two-person review. Restoring a text approves
 * it, so neither the person who restores it nor its earlier approver may be its author.
 */
export async function lapsedApprovals(
  tx: Transaction,
  project: ProjectRow,
  language: string,
  earlier: readonly Earlier[],
  actor: Actor,
): Promise<ReadonlySet<string>> {
  const approved = earlier.filter(({ state }) => state === "reviewed");
  if (approved.length === 0 || !settingsOf(project).twoPersonReview) return new Set();
  const editors = await lastEditors(tx, project.accountId, language, approved);
  const isEditor = (segmentId: string, type: ActorType, id: string | null) =>
    type === "user" && id !== null && editors.get(segmentId) === id;
  return new Set(
    approved
      .filter(
        (one) => isEditor(one.segmentId, actor.type, actor.id) || isEditor(one.segmentId, one.actorType, one.actorId),
      )
      .map(({ segmentId }) => segmentId),
  );
}
