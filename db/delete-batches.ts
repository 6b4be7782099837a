import type { Fragment } from "postgres";
import { sql } from "./client";

/** Rows per statement, by table; fewer for tables whose rows have many or large dependent rows. */
const BATCH_SIZE = {
  ...{ audit_entries: 2_000, events: 2_000, jobs: 2_000, usage_hours: 2_000, webhook_deliveries: 2_000 },
  ...{ idempotency_keys: 2_000, live_changes: 2_000 },
  ...{ memory_units: 1_000, notifications: 2_000 },
  /** Each term has translations into several, sometimes dozens of languages. */
  glossary_terms: 200,
  /** Each batch has up to a thousand units. */
  memory_import_batches: 20,
  /** Each segment has texts in all languages, with their revisions. */
  segments: 200,
  // Each chunk has up to 1 MiB.
  ...{ document_chunks: 100, target_file_chunks: 100, export_chunks: 100, file_chunks: 100 },
  // Each of these has chunks.
  ...{ files: 10, project_exports: 10, screenshots: 50 },
} as const;

/** Tables indexed by parent and id: each step continues after the last, past deleted rows not yet vacuumed. */
const IN_ORDER = new Set<string>(["audit_entries", "jobs", "memory_units", "webhook_deliveries"]);

/**
 * Deletes rows in small statements that commit separately, so that none exceeds the time limit of statements and no
 * other statement waits long for a row. Yields after each. Two processes that delete the same data lock different rows,
 * so that neither ends early and leaves all others to a foreign key.
 */
export async function* deleteBatches(
  table: keyof typeof BATCH_SIZE,
  which: Fragment,
): AsyncGenerator<void, void, void> {
  const size = BATCH_SIZE[table];
  const ordered = IN_ORDER.has(table);
  for (let after = ""; ; ) {
    const next = ordered ? sql()`and id > ${after} order by id` : sql()``;
    const [gone] = await sql()<{ count: number; last: string | null }[]>`
      with gone as (
        delete from ${sql()(table)} where ctid = any(array(
          select ctid from ${sql()(table)} where ${which} ${next} limit ${size} for update skip locked))
        returning ${ordered ? sql()`id` : sql()`null as id`}
      )
      select count(*)::int as count, max(id) as last from gone`;
    yield;
    if (gone!.count < size) return;
    after = gone!.last ?? "";
  }
}

/** Runs {@link deleteBatches} to the end. */
export async function deleteRows(table: keyof typeof BATCH_SIZE, which: Fragment): Promise<void> {
  for await (const _ of deleteBatches(table, which));
}
