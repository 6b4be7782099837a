import { eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "@/db/client";
import {
  documentChunks,
  documents,
  documentVersions,
  progressCounters,
  qaIssues,
  segments,
  targetFileChunks,
  translationRevisions,
  translations,
} from "@/db/schema";
import { newId } from "@/lib/base/ids";
import type { DocumentRow } from "@/lib/projects/documents/version-row";
import type { ProjectRow } from "@/lib/projects/require-project";

/**
 * Copies a document of main into a branch: the current version, its segments (including those of earlier versions),
 * their translations with the relevant revisions, findings and counters. Comments stay in main. Returns the copy's id.
 */
export async function forkDocument(tx: Transaction, branch: ProjectRow, document: DocumentRow): Promise<string> {
  const id = newId("document");
  const { id: base, currentVersion: version } = document;
  const ofDocument = sql`o.document_id = ${base}`;
  const here = { document_id: sql`${id}`, project_id: sql`${branch.id}` };
  await copy(tx, documents, sql`o.id = ${base}`, {
    id: sql`${id}`,
    project_id: sql`${branch.id}`,
    base_id: sql`${base}`,
    base_version: sql`${version}::int`,
  });
  const ofVersion = (column: SQL) => sql`${ofDocument} and ${column} = ${version}`;
  await copy(tx, documentVersions, ofVersion(sql`o.number`), { document_id: sql`${id}` });
  await copy(tx, documentChunks, ofVersion(sql`o.version`), { document_id: sql`${id}` });
  await copy(tx, targetFileChunks, ofDocument, { document_id: sql`${id}` });

  const baseSegments = await tx.select({ id: segments.id }).from(segments).where(eq(segments.documentId, base));
  for (let at = 0; at < baseSegments.length; at += BATCH_SIZE) {
    const from = baseSegments.slice(at, at + BATCH_SIZE).map((one) => one.id);
    await copySegments(tx, from, here);
  }
  await copy(tx, progressCounters, ofDocument, { ...here, s_open_comment: sql`0` });
  return id;
}

/** Segments per statement. */
const BATCH_SIZE = 2_000;

async function copySegments(tx: Transaction, from: readonly string[], here: Overrides): Promise<void> {
  const to = from.map(() => newId("segment"));
  const ids = sql`unnest(${sql.param([...from])}::text[], ${sql.param(to)}::text[]) as m(old_id, new_id)`;
  const joined = sql`m.old_id = o.segment_id`;
  const segment = { segment_id: sql`m.new_id` };
  await copy(tx, segments, sql`m.old_id = o.id`, { ...here, id: sql`m.new_id`, base_id: sql`o.id` }, ids);
  await copy(
    tx,
    translations,
    joined,
    { ...here, ...segment, base_revision: sql`o.revision`, open_comments: sql`0` },
    ids,
  );
  const counts = sql`exists (select from translations t where t.segment_id = o.segment_id and t.language = o.language
    and o.revision in (t.revision, t.approved_revision))`;
  await copy(tx, translationRevisions, sql`${joined} and ${counts}`, { ...segment, batch_id: sql`null` }, ids);
  const issues = await tx
    .select({ id: qaIssues.id })
    .from(qaIssues)
    .where(inArray(qaIssues.segmentId, [...from]));
  if (issues.length === 0) return;
  const newIssues = issues.map(() => newId("issue"));
  await copy(
    tx,
    qaIssues,
    sql`${joined} and i.old_issue = o.id`,
    { id: sql`i.new_issue`, project_id: here.project_id!, ...segment },
    sql`${ids}, unnest(${sql.param(issues.map((one) => one.id))}::text[], ${sql.param(newIssues)}::text[])
      as i(old_issue, new_issue)`,
  );
}

/** SQL values of columns in which the copy differs from its original `o`, by name in the database. */
type Overrides = Readonly<Record<string, SQL>>;

/** Copies rows of a table with all columns, including columns that are added later. */
async function copy(tx: Transaction, table: PgTable, where: SQL, overrides: Overrides, joined?: SQL): Promise<void> {
  const names = Object.values(getTableColumns(table)).map(({ name }) => name);
  const columns = sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );
  const values = sql.join(
    names.map((name) => overrides[name] ?? sql`o.${sql.identifier(name)}`),
    sql`, `,
  );
  const from = joined ? sql`${table} o, ${joined}` : sql`${table} o`;
  await tx.execute(sql`insert into ${table} (${columns}) select ${values} from ${from} where ${where}`);
}
