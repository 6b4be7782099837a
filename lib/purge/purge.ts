import type { Fragment } from "postgres";
import { sql } from "@/db/client";

/**
 * Permanent deletion of what can be large. Foreign keys would delete all rows in one statement, which may take longer
 * than statements may and blocks whoever waits for a row. So the rows below are deleted first, table by table in small
 * statements, each committed by itself: an interrupted purge is continued by the next. Each step yields after every
 * statement.
 */
export type Purge = AsyncGenerator<void, void, void>;

/** Rows per statement, by table: fewer where each has many or large rows below it. */
const BATCH_SIZE = {
  ...{ audit_entries: 2_000, events: 2_000, jobs: 2_000, usage_hours: 2_000, webhook_deliveries: 2_000 },
  ...{ glossary_terms: 1_000, memory_units: 1_000, notifications: 2_000 },
  /** Each with its texts in all languages, and their revisions. */
  segments: 200,
  // Up to 1 MiB each.
  ...{ document_chunks: 100, target_file_chunks: 100, export_chunks: 100 },
  // Each with its pieces.
  ...{ files: 10, project_exports: 10, screenshots: 50 },
} as const;

async function* deleteBatches(table: keyof typeof BATCH_SIZE, which: Fragment): Purge {
  const size = BATCH_SIZE[table];
  for (;;) {
    const { count } = await sql()`
      delete from ${sql()(table)} where ctid = any(array(select ctid from ${sql()(table)} where ${which} limit ${size}))`;
    yield;
    if (count < size) return;
  }
}

/** Deletes a document with its versions, segments and translations. */
export async function* purgeDocument(id: string): Purge {
  const ofDocument = sql()`document_id = ${id}`;
  for (const table of ["segments", "document_chunks", "target_file_chunks"] as const)
    yield* deleteBatches(table, ofDocument);
  await sql()`delete from documents where id = ${id}`;
  yield;
}

/** Deletes a project with its branches, documents and exports. */
export async function* purgeProject(id: string): Purge {
  for (const branch of await sql()<{ id: string }[]>`select id from projects where branch_of = ${id}`)
    yield* purgeProject(branch.id);
  for (const document of await sql()<{ id: string }[]>`select id from documents where project_id = ${id}`)
    yield* purgeDocument(document.id);
  const ofProject = sql()`project_id = ${id}`;
  for (const { id: exportId } of await sql()<{ id: string }[]>`select id from project_exports where ${ofProject}`)
    yield* deleteBatches("export_chunks", sql()`export_id = ${exportId}`);
  for (const table of ["screenshots", "jobs"] as const) yield* deleteBatches(table, ofProject);
  await sql()`delete from projects where id = ${id}`;
  yield;
}

const OF_ACCOUNTS = [
  ...(["files", "jobs", "webhook_deliveries", "events"] as const),
  ...(["usage_hours", "notifications", "audit_entries"] as const),
];

/** Deletes a workspace with all its data. */
export async function* purgeAccount(id: string): Purge {
  const ofAccount = sql()`account_id = ${id}`;
  for (const project of await sql()<{ id: string }[]>`select id from projects where ${ofAccount}`)
    yield* purgeProject(project.id);
  for (const memory of await sql()<{ id: string }[]>`select id from memories where ${ofAccount}`)
    yield* deleteBatches("memory_units", sql()`${ofAccount} and memory_id = ${memory.id}`);
  for (const glossary of await sql()<{ id: string }[]>`select id from glossaries where ${ofAccount}`)
    yield* deleteBatches("glossary_terms", sql()`glossary_id = ${glossary.id}`);
  for (const table of OF_ACCOUNTS) yield* deleteBatches(table, ofAccount);
  await sql()`delete from accounts where id = ${id}`;
  yield;
}
