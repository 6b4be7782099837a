import type { Fragment } from "postgres";
import { sql } from "./client";

/** Rows per statement, by table: fewer where each row has many or large dependent rows. */
const BATCH_SIZE = {
  ...{ audit_entries: 2_000, events: 2_000, jobs: 2_000, usage_hours: 2_000, webhook_deliveries: 2_000 },
  ...{ idempotency_keys: 2_000, live_changes: 2_000 },
  ...{ memory_units: 1_000, notifications: 2_000 },
  /** Each with its translations into up to some dozen languages. */
  glossary_terms: 200,
  /** Each of up to a thousand units. */
  memory_import_batches: 20,
  /** Each with its texts in all languages, and their revisions. */
  segments: 200,
  // Up to 1 MiB each.
  ...{ document_chunks: 100, target_file_chunks: 100, export_chunks: 100, file_chunks: 100 },
  // Each with its pieces.
  ...{ files: 10, project_exports: 10, screenshots: 50 },
} as const;

/** Indexed by parent and id: a step continues after the last one, past deleted rows that vacuum has not yet removed. */
const IN_ORDER = new Set<string>(["audit_entries", "jobs", "memory_units", "webhook_deliveries"]);

/**
 * Deletes rows in small statements, each committed by itself, so that none exceeds the time limit of statements and
 * no one waits long for a row. Yields after each. Two processes that delete the same take different rows: neither ends
 * early and leaves all others to a foreign key.
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

/** {@link deleteBatches} to the end. */
export async function deleteRows(table: keyof typeof BATCH_SIZE, which: Fragment): Promise<void> {
  for await (const _ of deleteBatches(table, which));
}
