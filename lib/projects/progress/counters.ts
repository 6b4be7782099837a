import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { progressCounters, segments, translations } from "@/db/schema";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import type { TranslationState } from "@/lib/vocabulary/segments";

/** The counters of a document and language to which a segment contributes. */
export const COUNTERS = [
  "sUntranslated",
  "sDraft",
  "sNeedsWork",
  "sTranslated",
  "sReviewed",
  "sExcluded",
  "wUntranslated",
  "wDraft",
  "wNeedsWork",
  "wTranslated",
  "wReviewed",
  "wExcluded",
  "wMachine",
  "sOutdated",
  "sQaError",
  "sQaWarning",
  "sOpenComment",
] as const;
export type Counter = (typeof COUNTERS)[number];
export type Counts = Readonly<Record<Counter, number>>;

export const NO_COUNTS = Object.fromEntries(COUNTERS.map((counter) => [counter, 0])) as Counts;

type CountedSegment = { readonly documentId: string; readonly wordCount: number; readonly excluded: boolean };
type Counted = {
  readonly state: TranslationState;
  readonly text: string | null;
  readonly origin: string | null;
  readonly edited: boolean;
  readonly outdated: boolean;
  readonly qaErrors: number;
  readonly qaWarnings: number;
  readonly openComments: number;
};

const BUCKETS = {
  untranslated: "Untranslated",
  draft: "Draft",
  needs_work: "NeedsWork",
  translated: "Translated",
  reviewed: "Reviewed",
} as const satisfies Record<TranslationState, string>;

/** What a segment adds to each counter. {@link recountDocuments} computes the same in SQL. */
function countsOf(
  { excluded, wordCount }: Omit<CountedSegment, "documentId">,
  one: Counted,
): Partial<Record<Counter, number>> {
  if (excluded) return { sExcluded: 1, wExcluded: wordCount };
  const bucket = BUCKETS[one.state];
  return {
    [`s${bucket}`]: 1,
    [`w${bucket}`]: wordCount,
    wMachine: one.text !== null && one.origin === "mt" && !one.edited ? wordCount : 0,
    sOutdated: Number(one.outdated),
    sQaError: Number(one.qaErrors > 0),
    sQaWarning: Number(one.qaWarnings > 0),
    sOpenComment: Number(one.openComments > 0),
  };
}

/** Changes of a language's counters, by document. */
export class CounterChanges {
  readonly #byDocument = new Map<string, Record<Counter, number>>();

  /** Records that a segment now counts as `after` instead of `before`. */
  add(segment: CountedSegment, before: Counted, after: Counted): void {
    const changes = this.#byDocument.get(segment.documentId) ?? { ...NO_COUNTS };
    this.#byDocument.set(segment.documentId, changes);
    for (const [counter, value] of Object.entries(countsOf(segment, before))) changes[counter as Counter] -= value;
    for (const [counter, value] of Object.entries(countsOf(segment, after))) changes[counter as Counter] += value;
  }

  /** Writes the changes to the database. */
  async apply(change: ProjectChange, language: string): Promise<void> {
    if (this.#byDocument.size === 0) return;
    change.touch();
    const updates = [...this.#byDocument].map(([documentId, changes]) => {
      const set: Partial<Record<Counter, SQL>> = {};
      for (const counter of COUNTERS)
        if (changes[counter] !== 0) set[counter] = sql`${progressCounters[counter]} + ${changes[counter]}`;
      if (Object.keys(set).length === 0) return null;
      return change.tx
        .update(progressCounters)
        .set(set as never)
        .where(and(eq(progressCounters.documentId, documentId), eq(progressCounters.language, language)));
    });
    await Promise.all(updates);
  }
}

const live = sql`${segments.id} is not null and not ${segments.excluded}`;
const state = sql`coalesce(${translations.state}, 'untranslated')`;
const segmentsWhere = (condition: SQL) => sql`count(*) filter (where ${live} and ${condition})`;
const wordsWhere = (condition: SQL) =>
  sql`coalesce(sum(${segments.wordCount}) filter (where ${live} and ${condition}), 0)`;

const RECOUNT: Readonly<Record<Counter, SQL>> = {
  sUntranslated: segmentsWhere(sql`${state} = 'untranslated'`),
  sDraft: segmentsWhere(sql`${state} = 'draft'`),
  sNeedsWork: segmentsWhere(sql`${state} = 'needs_work'`),
  sTranslated: segmentsWhere(sql`${state} = 'translated'`),
  sReviewed: segmentsWhere(sql`${state} = 'reviewed'`),
  sExcluded: sql`count(*) filter (where ${segments.excluded})`,
  wUntranslated: wordsWhere(sql`${state} = 'untranslated'`),
  wDraft: wordsWhere(sql`${state} = 'draft'`),
  wNeedsWork: wordsWhere(sql`${state} = 'needs_work'`),
  wTranslated: wordsWhere(sql`${state} = 'translated'`),
  wReviewed: wordsWhere(sql`${state} = 'reviewed'`),
  wExcluded: sql`coalesce(sum(${segments.wordCount}) filter (where ${segments.excluded}), 0)`,
  wMachine: wordsWhere(
    sql`${translations.text} is not null and ${translations.origin} = 'mt' and not ${translations.edited}`,
  ),
  sOutdated: segmentsWhere(sql`${translations.outdated}`),
  sQaError: segmentsWhere(sql`${translations.qaErrors} > 0`),
  sQaWarning: segmentsWhere(sql`${translations.qaWarnings} > 0`),
  sOpenComment: segmentsWhere(sql`${translations.openComments} > 0`),
};

/**
 * Counts documents in all of the project's languages again: after an import, a new language, or a deletion. Deletes the
 * counters of deleted documents and languages.
 */
export async function recountDocuments(change: ProjectChange, documentIds: readonly string[]): Promise<void> {
  change.touchContent();
  if (documentIds.length === 0) return;
  const { tx } = change;
  const projectId = change.project.id;
  await tx
    .delete(progressCounters)
    .where(and(eq(progressCounters.projectId, projectId), inArray(progressCounters.documentId, [...documentIds])));
  await tx.execute(sql`
    insert into progress_counters (${COLUMNS}) ${recounted(projectId, sql`and documents.id in ${[...documentIds]}`)}`);
}

/** Corrects the counters of a project without marking its content as changed. */
export async function recountProject(change: ProjectChange): Promise<void> {
  change.touch();
  const { tx } = change;
  const projectId = change.project.id;
  await tx.delete(progressCounters).where(eq(progressCounters.projectId, projectId));
  await tx.execute(sql`insert into progress_counters (${COLUMNS}) ${recounted(projectId)}`);
}

/** Number of a project's counters, one per document and language, that are wrong. */
export async function countDrift(tx: Transaction, projectId: string): Promise<number> {
  const [row] = await tx.execute<{ drifted: number }>(sql`
    with fresh as (${recounted(projectId)}),
         kept as (select ${COLUMNS} from progress_counters where project_id = ${projectId})
    select count(distinct (document_id, language))::int as drifted
      from ((table fresh except table kept) union all (table kept except table fresh)) other`);
  return row?.drifted ?? 0;
}

const column = (counter: Counter) => sql.identifier(progressCounters[counter].name);
const COLUMNS = sql`document_id, language, account_id, project_id, ${sql.join(COUNTERS.map(column), sql`, `)}`;

function recounted(projectId: string, condition: SQL = sql``): SQL {
  return sql`
    select documents.id as document_id, project_languages.language, documents.account_id, documents.project_id,
           ${sql.join(
             COUNTERS.map((counter) => sql`${RECOUNT[counter]} as ${column(counter)}`),
             sql`, `,
           )}
      from documents
      join project_languages on project_languages.project_id = documents.project_id
      -- Also filters by project, because from documents alone the planner can't estimate the project's size.
      left join segments
        on segments.document_id = documents.id and segments.project_id = ${projectId} and segments.removed_in is null
      left join translations
        on translations.segment_id = segments.id and translations.language = project_languages.language
     where documents.project_id = ${projectId} and documents.deleted_at is null
       and documents.current_version > 0
       ${condition}
     group by documents.id, project_languages.language`;
}
