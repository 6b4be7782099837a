import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { db, sql as driver, type Transaction } from "@/db/client";
import { documents, segments, translationChanges, translations } from "@/db/schema";
import type { TranslationsEvent } from "@/db/schema/events";
import { viewForms } from "@/lib/text/plurals/plural-forms";
import type { ActorType } from "@/lib/vocabulary/accounts";
import { recordEvent } from "./record";

/** A change of a translation: text changed by hand or by a file, approved, or sent back. */
export type TranslationChange = {
  readonly segmentId: string;
  readonly change: "updated" | "imported" | "reviewed" | "sent_back";
};

type Actor = { readonly type: ActorType; readonly id: string | null };

/** Seconds that a change waits to be combined with others. */
const WAIT_SECONDS = 60;
/** Maximum changes per event. */
const BATCH = 100;
/** Maximum changes per event that include their text. */
const WITH_TEXT = 20;

/**
 * Records changes of translations in their transaction. The changes of a minute, or 100 of them, become one event per
 * kind, language and person, instead of one event per edited sentence. Machine translations are reported by the
 * `translations.pretranslated` event of their job instead.
 */
export async function recordTranslationEvents(
  tx: Transaction,
  project: { readonly id: string; readonly accountId: string },
  language: string,
  changed: readonly TranslationChange[],
  actor: Actor,
): Promise<void> {
  if (changed.length === 0) return;
  // Passed as two arrays, because binding every column of every row takes longer than the insert itself.
  await tx.execute(sql`
    insert into translation_changes (account_id, project_id, language, type, actor_type, actor_id, segment_id)
    select ${project.accountId}, ${project.id}, ${language}, 'translations.' || c.change, ${actor.type}, ${actor.id}::text,
           c.segment_id
      from unnest(${sql.param(changed.map(({ change }) => change))}::text[],
                  ${sql.param(changed.map(({ segmentId }) => segmentId))}::text[]) with ordinality
           as c (change, segment_id, place)
     order by c.place`);
}

/**
 * Publishes accumulated changes as events once they are old or numerous enough. They are deleted in their event's
 * transaction, so that a crash neither loses nor repeats any. Several processes may run this at the same time.
 */
export async function publishTranslationChanges(): Promise<void> {
  // Repeats, because a group may have more changes than one event; ends if another process published the group.
  for (const group of await dueGroups()) while ((await publishGroup(group)) === BATCH);
}

type Group = {
  readonly accountId: string;
  readonly projectId: string;
  readonly language: string;
  readonly type: TranslationsEvent;
  readonly actorType: ActorType;
  readonly actorId: string | null;
};

async function dueGroups(): Promise<readonly Group[]> {
  return await driver()<Group[]>`
    select account_id as "accountId", project_id as "projectId", language, type, actor_type as "actorType", actor_id as "actorId"
      from translation_changes
     group by account_id, project_id, language, type, actor_type, actor_id
    having min(created_at) <= now() - make_interval(secs => ${WAIT_SECONDS}) or count(*) >= ${BATCH}
     order by min(created_at)`;
}

/** Publishes one event of a group. Returns the number of its changes; 0 if another process has locked the group. */
async function publishGroup(group: Group): Promise<number> {
  return db().transaction(async (tx) => {
    const taken = await tx
      .select({ id: translationChanges.id, segmentId: translationChanges.segmentId })
      .from(translationChanges)
      .where(ofGroup(group))
      .orderBy(asc(translationChanges.id))
      .limit(BATCH)
      .for("update", { skipLocked: true });
    if (taken.length === 0) return 0;
    await tx.delete(translationChanges).where(
      inArray(
        translationChanges.id,
        taken.map((change) => change.id),
      ),
    );
    const segmentIds = [...new Set(taken.map((change) => change.segmentId))];
    const isImported = group.type === "translations.imported";
    await recordEvent(tx, {
      accountId: group.accountId,
      projectId: group.projectId,
      type: isImported ? "translations.updated" : group.type,
      actor: { type: group.actorType, id: group.actorId },
      data: {
        language: group.language,
        ...(isImported ? { imported: true } : {}),
        count: segmentIds.length,
        segmentIds,
        segments: await withText(tx, group, segmentIds.slice(0, WITH_TEXT)),
      },
    });
    return taken.length;
  });
}

/** The current segments in the order of their changes; omits deleted ones. */
async function withText(tx: Transaction, group: Group, ids: readonly string[]) {
  const rows = await tx
    .select({
      id: segments.id,
      documentId: segments.documentId,
      path: documents.path,
      key: segments.key,
      source: segments.source,
      sourceForms: segments.sourceForms,
      pluralRule: segments.pluralRule,
      text: translations.text,
      forms: translations.forms,
      state: translations.state,
    })
    .from(segments)
    .innerJoin(documents, eq(documents.id, segments.documentId))
    .innerJoin(translations, and(eq(translations.segmentId, segments.id), eq(translations.language, group.language)))
    .where(and(eq(segments.accountId, group.accountId), inArray(segments.id, [...ids]), isNull(segments.removedIn)));
  const views = rows.map(({ pluralRule, sourceForms, forms, text, ...row }) => ({
    ...row,
    ...(sourceForms ? { sourceForms } : {}),
    text,
    ...viewForms(pluralRule, group.language, { text, forms }),
  }));
  const byId = new Map(views.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function ofGroup(group: Group) {
  return and(
    eq(translationChanges.accountId, group.accountId),
    eq(translationChanges.projectId, group.projectId),
    eq(translationChanges.language, group.language),
    eq(translationChanges.type, group.type),
    eq(translationChanges.actorType, group.actorType),
    sql`${translationChanges.actorId} is not distinct from ${group.actorId}`,
  );
}
