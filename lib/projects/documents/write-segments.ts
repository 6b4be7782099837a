import { and, eq, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { segments } from "@/db/schema";
import { newId } from "@/lib/base/ids";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import type { ProjectRow } from "@/lib/projects/require-project";
import { sameForms } from "@/lib/text/plurals/plural-forms";
import { sendRecheckOfTerms } from "@/lib/work/jobs/recheck";
import { changeOf, isExcluded, type SegmentChange } from "./changes";
import type { Matching } from "./match-segments";
import type { IncomingSegment } from "./read-document";
import { sameWords } from "./same-words";

export type StoredSegment = Omit<typeof segments.$inferSelect, "removedIn"> & { readonly removed: boolean };

/** All segments of a document, current and earlier ones. */
export async function storedSegments(accountId: string, documentId: string): Promise<StoredSegment[]> {
  const rows = await db()
    .select()
    .from(segments)
    .where(and(eq(segments.accountId, accountId), eq(segments.documentId, documentId)));
  return rows.map(({ removedIn, ...row }) => ({ ...row, removed: removedIn !== null }));
}

/** A segment of the new version with its id. */
export type WrittenSegment = {
  readonly id: string;
  readonly incoming: IncomingSegment;
  readonly change: SegmentChange;
  /** True if the segment had another source in the previous version. */
  readonly hadOther: boolean;
  /** True if the two sources differ at most in punctuation, case and spacing. */
  readonly hadSameWords: boolean;
};

/** Segments per statement. */
const BATCH_SIZE = 2_000;

/**
 * Writes the segments of a new version: continued ones keep their id and translations, added ones get a row in each
 * language, removed ones are kept as history. Returns the segments in order. Call `recountDocuments` afterwards.
 */
export async function writeSegmentRows(
  change: ProjectChange,
  version: { readonly documentId: string; readonly number: number },
  incoming: readonly IncomingSegment[],
  matching: Matching<StoredSegment>,
  known: readonly StoredSegment[],
): Promise<readonly WrittenSegment[]> {
  const { tx, project } = change;
  change.touchContent();
  const { continued, gone } = matching;
  const placed = incoming.map((one, i): WrittenSegment => {
    const before = continued[i] ?? null;
    const hadOther = before !== null && before.sourceHash !== one.sourceHash;
    const hadSameWords = before !== null && sameWords(one, before);
    return { id: before?.id ?? newId("segment"), incoming: one, change: changeOf(one, before), hadOther, hadSameWords };
  });
  const rows = placed.map(({ id, incoming: one }, position) => rowOf(id, one, position, continued[position] ?? null));
  await remove(tx, version, gone);
  await freeKeys(tx, version.documentId, rows, known);
  const before = new Map(known.map((one) => [one.id, one]));
  await inBatches(
    rows.filter((row) => differs(row, before.get(row.id))),
    (batch) => update(tx, version.documentId, batch),
  );
  await inBatches(
    rows.filter((row) => !before.has(row.id)),
    (batch) => insert(tx, project, version.documentId, batch),
  );
  // Unchanged texts are checked again if their flags have changed.
  const isFlagged = ({ id, flags, maxLength }: Row) => {
    const was = before.get(id);
    return was && !was.removed && (was.fileFlags.join() !== flags.join() || was.maxLength !== maxLength);
  };
  if (rows.some(isFlagged))
    await sendRecheckOfTerms(tx, { accountId: project.accountId, projectId: project.id, createdBy: change.actor.id });
  const added = placed.filter(({ change }) => change === "added").map(({ id }) => id);
  await inBatches(added, (batch) => addTranslations(tx, project, batch));
  return placed;
}

type Row = ReturnType<typeof rowOf>;

function rowOf(id: string, one: IncomingSegment, position: number, known: StoredSegment | null) {
  const { named: _, translatable: __, ...columns } = one;
  return { id, position, ...columns, excluded: isExcluded(one, known), wasExcluded: known?.excluded ?? null };
}

function differs(row: Row, before: StoredSegment | undefined): boolean {
  if (!before) return false;
  return (
    before.removed ||
    before.position !== row.position ||
    before.key !== row.key ||
    before.sourceHash !== row.sourceHash ||
    before.contextHash !== row.contextHash ||
    before.maxLength !== row.maxLength ||
    before.note !== row.note ||
    before.fileLabels.join() !== row.labels.join() ||
    before.fileFlags.join() !== row.flags.join() ||
    before.excluded !== row.excluded ||
    before.nonLinguistic !== row.nonLinguistic ||
    before.pluralRule !== row.pluralRule ||
    !sameForms(before.sourceForms, row.sourceForms) ||
    JSON.stringify(before.codes) !== JSON.stringify(row.codes)
  );
}

async function remove(
  tx: Transaction,
  { documentId, number }: { readonly documentId: string; readonly number: number },
  gone: readonly StoredSegment[],
): Promise<void> {
  if (gone.length === 0) return;
  await tx.execute(sql`
    update segments set removed_in = ${number}
     where document_id = ${documentId} and id = any(${sql.param(gone.map(({ id }) => id))}::text[])`);
  await tx.execute(sql`
    delete from segment_suggestions where segment_id = any(${sql.param(gone.map(({ id }) => id))}::text[])`);
}

/** Keys are unique, so two segments that swap their keys must give them up first. */
async function freeKeys(
  tx: Transaction,
  documentId: string,
  rows: readonly Row[],
  known: readonly StoredSegment[],
): Promise<void> {
  const owners = new Map(rows.map((row) => [row.key, row.id]));
  const inTheWay = known.filter(({ key, id }) => owners.has(key) && owners.get(key) !== id).map(({ id }) => id);
  if (inTheWay.length === 0) return;
  await tx.execute(sql`
    update segments set key = id where document_id = ${documentId} and id = any(${sql.param(inTheWay)}::text[])`);
}

const RECORD = sql`(id text, key text, position int, source text, codes jsonb, "sourceHash" text, "contextHash" text,
  "sourceForms" jsonb, "pluralRule" text, "wordCount" int, "charCount" int, "maxLength" int, note text, labels text[],
  flags text[],
  excluded boolean, "wasExcluded" boolean, "nonLinguistic" boolean)`;

async function update(tx: Transaction, documentId: string, rows: readonly Row[]): Promise<void> {
  await tx.execute(sql`
    update segments s set
      key = r.key, position = r.position, source = r.source, codes = r.codes,
      source_forms = r."sourceForms", plural_rule = r."pluralRule", source_hash = r."sourceHash",
      context_hash = r."contextHash", word_count = r."wordCount", char_count = r."charCount",
      max_length = coalesce(s.own_max_length, r."maxLength"),
      file_max_length = case when s.own_max_length is null then null else r."maxLength" end, note = r.note, removed_in = null, non_linguistic = r."nonLinguistic",
      -- Managers may add and remove labels, so only labels that changed in the file are changed.
      labels = array(select l from unnest(s.labels) l where l <> all(s.file_labels) or l = any(r.labels))
            || array(select l from unnest(r.labels) l where l <> all(s.file_labels) and l <> all(s.labels)),
      file_labels = r.labels, file_flags = r.flags,
      -- Exclusions changed while the document was being read are kept.
      excluded = case when s.excluded = r."wasExcluded" then r.excluded else s.excluded end,
      excluded_job_id = case when s.excluded = r."wasExcluded" and r.excluded <> s.excluded then null else s.excluded_job_id end,
      previous_source = case when s.source_hash = r."sourceHash" then s.previous_source else s.source end
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r ${RECORD}
     where s.id = r.id and s.document_id = ${documentId}`);
}

async function insert(tx: Transaction, project: ProjectRow, documentId: string, rows: readonly Row[]): Promise<void> {
  await tx.execute(sql`
    insert into segments (id, account_id, project_id, document_id, key, position, source, codes, source_forms, plural_rule,
                          source_hash, context_hash, word_count, char_count, max_length, note, labels, file_labels,
                          file_flags, excluded, non_linguistic)
    select r.id, ${project.accountId}, ${project.id}, ${documentId}, r.key, r.position, r.source, r.codes, r."sourceForms",
           r."pluralRule", r."sourceHash", r."contextHash", r."wordCount", r."charCount", r."maxLength", r.note, r.labels, r.labels,
           r.flags, r.excluded, r."nonLinguistic"
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r ${RECORD}`);
}

async function addTranslations(tx: Transaction, project: ProjectRow, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    insert into translations (segment_id, language, account_id, project_id, document_id)
    select s.id, l.language, s.account_id, s.project_id, s.document_id
      from segments s join project_languages l on l.project_id = s.project_id
     where s.account_id = ${project.accountId} and s.id = any(${sql.param([...ids])}::text[])
    on conflict do nothing`);
}

async function inBatches<T>(items: readonly T[], write: (batch: readonly T[]) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += BATCH_SIZE) await write(items.slice(at, at + BATCH_SIZE));
}
