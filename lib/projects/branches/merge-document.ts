import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { documents, documentVersions, segments } from "@/db/schema";
import { newId } from "@/lib/base/ids";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import { markOutdated } from "@/lib/projects/documents/carry-translations";
import { describeChanges } from "@/lib/projects/documents/changes";
import { lastVersion } from "@/lib/projects/documents/last-version";
import type { IncomingSegment } from "@/lib/projects/documents/read-document";
import { type DocumentRow, makeCurrent } from "@/lib/projects/documents/version-row";
import { type StoredSegment, storedSegments, writeSegmentRows } from "@/lib/projects/documents/write-segments";
import { recountDocuments } from "@/lib/projects/progress/counters";
import { settingsOf } from "@/lib/schemas/projects";
import type { Job } from "@/lib/work/jobs/queue";
import type { Paired } from "./branch-documents";
import { type CarryCounts, carryWork, changedInMain, type SegmentPair } from "./carry-work";
import { matchBranch } from "./match-branch";

/**
 * Merges a document of a branch into main, with the branch's content or main's, and copies the branch's translations.
 * Segments that the content lacks are kept as history, and return with their translations if a later version contains
 * them.
 */
export async function mergeDocument(
  change: ProjectChange,
  job: Job<unknown>,
  { document, main }: Paired,
  content: "branch" | "main",
): Promise<CarryCounts & { readonly documentId: string }> {
  const { tx, project } = change;
  const into = main ?? (await insertDocument(change, document));
  const incoming = (await storedSegments(project.accountId, document.id)).filter(({ removed }) => !removed);
  incoming.sort((a, b) => a.position - b.position);
  const known = main ? await storedSegments(project.accountId, main.id) : [];
  const continued = matchBranch(known, incoming);
  const pairs =
    content === "branch"
      ? await takeContent(change, job, document, into, known, incoming, continued)
      : await keepContent(tx, into, incoming, continued);
  await moveComments(tx, into, pairs.pairs);
  await moveDetails(tx, pairs.pairs);
  const counts = await carryWork(change, pairs.pairs, pairs.mainChanges, job.id);
  await recountDocuments(change, [into.id]);
  if (settingsOf(project).autoStart) change.start();
  return { ...counts, documentId: into.id };
}

type Matched = { readonly pairs: readonly SegmentPair[]; readonly mainChanges: ReadonlySet<string> };

async function insertDocument(change: ProjectChange, document: DocumentRow): Promise<DocumentRow> {
  const { tx, project } = change;
  const [row] = await tx
    .insert(documents)
    .values({
      id: newId("document"),
      accountId: project.accountId,
      projectId: project.id,
      path: document.path,
      format: document.format,
      formatOptions: document.formatOptions,
      createdBy: document.createdBy,
    })
    .returning();
  const { id, path, format } = row!;
  await change.record("document.added", { document: { id, path, format } });
  return row!;
}

async function takeContent(
  change: ProjectChange,
  job: Job<unknown>,
  document: DocumentRow,
  into: DocumentRow,
  known: readonly StoredSegment[],
  incoming: readonly StoredSegment[],
  continued: readonly (StoredSegment | null)[],
): Promise<Matched> {
  const { tx, project } = change;
  const taken = new Set(continued.flatMap((one) => one?.id ?? []));
  const matching = { continued, gone: known.filter(({ id, removed }) => !removed && !taken.has(id)) };
  const texts = incoming.map(asIncoming);
  const before = continued.flatMap((one, i) => (one ? [pairOf(one.id, incoming[i]!, one)] : []));
  const mainChanges = await changedInMain(tx, before);
  const changes = describeChanges(texts, matching, "needs_work");
  const version = await insertVersion(tx, job, document, into);
  const placed = await writeSegmentRows(
    change,
    { documentId: into.id, number: version.number },
    texts,
    matching,
    known,
  );
  await markOutdated(change, placed, job.id);
  await makeCurrent(tx, job, { document: into, version, sourceLanguage: project.sourceLanguage }, changes, []);
  await tx.execute(sql`delete from target_file_chunks where document_id = ${into.id} and language in
    (select language from target_file_chunks where document_id = ${document.id})`);
  await tx.execute(sql`insert into target_file_chunks (document_id, language, number, bytes, object_key, object_bytes)
    select ${into.id}, language, number, bytes, object_key, object_bytes from target_file_chunks where document_id = ${document.id}`);
  await tx
    .update(documents)
    .set({ pluralHeaders: sql`${documents.pluralHeaders} || ${JSON.stringify(document.pluralHeaders)}::text::jsonb` })
    .where(eq(documents.id, into.id));
  await change.record("document.ready", {
    document: { id: into.id, path: into.path, version: version.number },
    changes,
  });
  const pairs = placed.map(
    ({ id, hadOther }, i): SegmentPair => ({
      mainId: id,
      branchId: incoming[i]!.id,
      isSameSource: true,
      isNewSource: hadOther,
    }),
  );
  return { pairs, mainChanges };
}

/** The new version of main, which contains the branch's bytes. */
async function insertVersion(tx: Transaction, job: Job<unknown>, document: DocumentRow, into: DocumentRow) {
  const lastVersionOfMain = await lastVersion(into.id, tx);
  const number = ((lastVersionOfMain as typeof lastVersionOfMain | undefined)?.number ?? 0) + 1;
  const [theirs] = await tx
    .select()
    .from(documentVersions)
    .where(
      and(
        eq(documentVersions.accountId, document.accountId),
        eq(documentVersions.documentId, document.id),
        eq(documentVersions.number, document.currentVersion),
      ),
    );
  const [version] = await tx
    .insert(documentVersions)
    .values({
      ...theirs!,
      documentId: into.id,
      number,
      status: "queued",
      jobId: job.id,
      createdAt: sql`now()`,
    })
    .returning();
  await tx.execute(sql`
    insert into document_chunks (document_id, version, number, bytes, object_key, object_bytes)
    select ${into.id}, ${number}, number, bytes, object_key, object_bytes from document_chunks
     where document_id = ${document.id} and version = ${document.currentVersion}`);
  return version!;
}

/** Keeps main's content: segments that exist only in the branch are stored like those of an earlier version. */
async function keepContent(
  tx: Transaction,
  into: DocumentRow,
  incoming: readonly StoredSegment[],
  continued: readonly (StoredSegment | null)[],
): Promise<Matched> {
  const pairs = continued.flatMap((one, i) => (one ? [pairOf(one.id, incoming[i]!, one)] : []));
  const mainChanges = await changedInMain(tx, pairs);
  const missing = incoming.filter((_, i) => !continued[i]);
  const rows = missing.map(({ removed: _, ...one }) => ({
    ...one,
    id: newId("segment"),
    projectId: into.projectId,
    documentId: into.id,
    baseId: null,
    removedIn: into.currentVersion,
  }));
  for (let at = 0; at < rows.length; at += BATCH_SIZE) {
    await tx
      .insert(segments)
      .values(rows.slice(at, at + BATCH_SIZE))
      .onConflictDoNothing();
    const from = missing.slice(at, at + BATCH_SIZE).map(({ id }) => id);
    const to = rows.slice(at, at + BATCH_SIZE).map(({ id }) => id);
    await tx.execute(sql`
      insert into translations (segment_id, language, account_id, project_id, document_id, text, forms, state, origin,
                                origin_detail, edited, quality_score, outdated, revision, updated_by, updated_at)
      select s.id, b.language, b.account_id, ${into.projectId}, ${into.id}, b.text, b.forms, b.state, b.origin,
             b.origin_detail, b.edited, b.quality_score, b.outdated, b.revision, b.updated_by, b.updated_at
        from unnest(${sql.param(from)}::text[], ${sql.param(to)}::text[]) as p(branch_id, main_id)
        join segments s on s.id = p.main_id
        join translations b on b.segment_id = p.branch_id
        join project_languages l on l.project_id = ${into.projectId} and l.language = b.language`);
  }
  return { pairs, mainChanges };
}

/** Segments per statement. */
const BATCH_SIZE = 1_000;

function pairOf(mainId: string, branch: StoredSegment, main: StoredSegment): SegmentPair {
  return { mainId, branchId: branch.id, isSameSource: branch.sourceHash === main.sourceHash, isNewSource: false };
}

function asIncoming(one: StoredSegment): IncomingSegment {
  const { key, source, codes, sourceForms, pluralRule, contextHash, wordCount, charCount, note } = one;
  return {
    key,
    named: true,
    source,
    codes,
    sourceForms,
    pluralRule,
    sourceHash: one.sourceHash,
    contextHash,
    wordCount,
    charCount,
    // A limit set by a manager is copied separately.
    maxLength: one.ownMaxLength === null ? one.maxLength : one.fileMaxLength,
    note,
    labels: one.fileLabels,
    flags: one.fileFlags,
    translatable: !one.excluded,
    nonLinguistic: one.nonLinguistic,
  };
}

/** Copies labels, descriptions, limits and flags of segments for which main has none. */
async function moveDetails(tx: Transaction, pairs: readonly SegmentPair[]): Promise<void> {
  await tx.execute(sql`
    update segments m set
      labels = case when m.labels <@ m.file_labels
                    then m.labels || array(select l from unnest(b.labels) l where l <> all(m.labels) and l <> all(b.file_labels))
                    else m.labels end,
      description = coalesce(m.description, b.description),
      file_max_length = case when m.own_max_length is null and b.own_max_length is not null then m.max_length
                             else m.file_max_length end,
      max_length = coalesce(m.own_max_length, b.own_max_length, m.max_length),
      own_max_length = coalesce(m.own_max_length, b.own_max_length),
      own_flags = coalesce(m.own_flags, b.own_flags)
      from unnest(${sql.param(pairs.map(({ mainId }) => mainId))}::text[],
                  ${sql.param(pairs.map(({ branchId }) => branchId))}::text[]) as p(main_id, branch_id)
      join segments b on b.id = p.branch_id
     where m.id = p.main_id and (b.labels <> '{}' or b.description is not null or b.own_max_length is not null
                                 or b.own_flags is not null)`);
}

/** Moves the branch's comments and open issues to main. */
async function moveComments(tx: Transaction, into: DocumentRow, pairs: readonly SegmentPair[]): Promise<void> {
  const moved = await tx.execute<{ segment_id: string }>(sql`
    update comments c set segment_id = p.main_id, project_id = ${into.projectId}
      from unnest(${sql.param(pairs.map(({ mainId }) => mainId))}::text[],
                  ${sql.param(pairs.map(({ branchId }) => branchId))}::text[]) as p(main_id, branch_id)
     where c.segment_id = p.branch_id
    returning c.segment_id`);
  if (moved.length === 0) return;
  await tx.execute(sql`
    update translations t set open_comments = (select count(*) from comments c
       where c.segment_id = t.segment_id and c.kind = 'issue' and c.resolved_at is null
         and (c.language is null or c.language = t.language))
     where t.segment_id = any(${sql.param([...new Set(moved.map((one) => one.segment_id))])}::text[])`);
}
