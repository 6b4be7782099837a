import { sql } from "./client";
import { deleteBatches } from "./delete-batches";

/**
 * Permanent deletion of data that can be large. Foreign keys would delete all rows in one statement, which may exceed
 * the time limit and blocks statements that need these rows. So the rows are deleted first, table by table, in small
 * statements that commit separately; the next purge continues an interrupted one. Each step yields after every
 * statement.
 */
export type Purge = AsyncGenerator<void, void, void>;

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

/** Deletes a translation memory with its units. */
export async function* purgeMemory(id: string): Purge {
  const ofMemory = sql()`memory_id = ${id} and account_id = (select account_id from memories where id = ${id})`;
  for (const table of ["memory_units", "memory_import_batches"] as const) yield* deleteBatches(table, ofMemory);
  await sql()`delete from memories where id = ${id}`;
  yield;
}

/** Deletes a glossary with its terms. */
async function* purgeGlossary(id: string): Purge {
  yield* deleteBatches("glossary_terms", sql()`glossary_id = ${id}`);
  await sql()`delete from glossaries where id = ${id}`;
  yield;
}

/** Deletes a webhook with its deliveries. */
export async function* purgeWebhook(id: string): Purge {
  const ofWebhook = sql()`webhook_id = ${id} and account_id = (select account_id from webhooks where id = ${id})`;
  yield* deleteBatches("webhook_deliveries", ofWebhook);
  await sql()`delete from webhooks where id = ${id}`;
  yield;
}

const BY_TABLE = { memories: purgeMemory, glossaries: purgeGlossary, webhooks: purgeWebhook };

/** Deletes the data of memories, glossaries and webhooks that people have deleted. */
export async function purgeDeletedResources(): Promise<void> {
  for (const [table, purge] of Object.entries(BY_TABLE))
    for (const { id } of await sql()<{ id: string }[]>`select id from ${sql()(table)} where deleted_at is not null`)
      for await (const _ of purge(id));
}

const OF_ACCOUNTS = [
  ...(["files", "jobs", "events"] as const),
  ...(["usage_hours", "notifications", "audit_entries"] as const),
];

/** Deletes a workspace with all its data. */
export async function* purgeAccount(id: string): Purge {
  const ofAccount = sql()`account_id = ${id}`;
  for (const project of await sql()<{ id: string }[]>`select id from projects where ${ofAccount}`)
    yield* purgeProject(project.id);
  for (const [table, purge] of Object.entries(BY_TABLE))
    for (const one of await sql()<{ id: string }[]>`select id from ${sql()(table)} where ${ofAccount}`)
      yield* purge(one.id);
  for (const table of OF_ACCOUNTS) yield* deleteBatches(table, ofAccount);
  await sql()`delete from accounts where id = ${id}`;
  yield;
}
