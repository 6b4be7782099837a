import { sql } from "@/db/client";

/** Milliseconds for which statistics are cached; they change slowly. */
const TABLE_TTL_MS = 10 * 60_000;

type Frequencies = ReadonlyMap<number, number>;

let kept: { readonly until: number; readonly frequencies: Promise<Frequencies> } | null = null;

/**
 * Number of units per frequent key, from PostgreSQL's planner statistics. Without statistics, searches find the same
 * units but take longer.
 */
export function keyFrequencies(): Promise<Frequencies> {
  if (!kept || kept.until < performance.now()) {
    const frequencies = read();
    kept = { until: performance.now() + TABLE_TTL_MS, frequencies };
    frequencies.catch(() => {
      kept = null;
    });
  }
  return kept.frequencies;
}

async function read(): Promise<Frequencies> {
  const rows = await sql()<{ key: number; rows: number }[]>`
    select key::int, frequency * units.reltuples as rows
      from pg_stats,
           (select reltuples from pg_class where oid = 'memory_units'::regclass) units,
           unnest(most_common_elems::text::int[], most_common_elem_freqs) common (key, frequency)
     where schemaname = current_schema() and tablename = 'memory_units' and attname = 'word_keys' and key is not null`;
  return new Map(rows.map((row) => [row.key, row.rows]));
}
