import { sql } from "@/db/client";
import { log } from "@/lib/base/log";
import { wordKeys } from "./word-keys";

const BATCH_SIZE = 1_000;

/**
 * Computes the word keys of units that an older release wrote or whose backup was restored. Without keys, only exact
 * matches find them. Several processes share the work.
 */
export async function fillWordKeys(): Promise<void> {
  let filled = 0;
  for (let count = await fillSome(); count > 0; count = await fillSome()) filled += count;
  if (filled > 0) log.info({ units: filled }, "computed word keys of memory units");
}

type Unit = { id: string; memory_id: string; target_language: string; source: string };

function fillSome(): Promise<number> {
  return sql().begin(async (tx) => {
    const units = await tx<Unit[]>`
      select id, memory_id, target_language, source from memory_units
       where word_keys is null limit ${BATCH_SIZE} for update skip locked`;
    if (units.length === 0) return 0;
    const keys = units.map((unit) => ({
      id: unit.id,
      keys: wordKeys(unit.memory_id, unit.target_language, unit.source),
    }));
    await tx`
      update memory_units set word_keys = given.keys
        from jsonb_to_recordset(${JSON.stringify(keys)}::text::jsonb) as given (id text, keys int[])
       where memory_units.id = given.id`;
    return units.length;
  });
}
