import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { memories, memoryUnits } from "@/db/schema";
import { newId } from "@/lib/base/ids";
import type { UnitCode } from "@/lib/formats/language-resources/tmx-codes";
import { dropImpliedRegion } from "@/lib/text/languages";
import type { Forms } from "@/lib/text/plurals/plural-forms";
import { memoryOf } from "./memories";
import { wordKeys } from "./word-keys";

export type FedUnit = {
  readonly segmentId: string;
  readonly projectId: string;
  readonly language: string;
  /** Encoded texts. */
  readonly source: string;
  readonly target: string;
  /** For a plural message: all forms of both texts, of which `source` and `target` are the main ones. */
  readonly sourceForms?: Forms | null;
  readonly targetForms?: Forms | null;
  /** The inline codes of both texts, for exports. */
  readonly codes?: readonly UnitCode[];
  readonly sourceHash: string;
  readonly contextHash: string;
  readonly reviewed: boolean;
  readonly createdBy: string | null;
};

/** Units per statement. */
const BATCH_SIZE = 1_000;
/** Maximum length of a text. Longer ones are not stored, because they rarely occur again. */
const MAX_LENGTH = 10_000;

/**
 * Writes a project's confirmed texts to a memory; replaces units with the same source and context. Locks the memory's
 * row first, so that transactions that write to the same memory wait for each other instead of causing a deadlock.
 */
export async function feedMemory(
  tx: Transaction,
  accountId: string,
  memoryId: string,
  units: readonly FedUnit[],
): Promise<void> {
  const kept = lastOfEach(units.filter(fits).map((unit) => ({ ...unit, language: dropImpliedRegion(unit.language) })));
  if (kept.length === 0 || !(await lockMemory(tx, accountId, memoryId))) return;
  let added = 0;
  for (let from = 0; from < kept.length; from += BATCH_SIZE) {
    const units = kept.slice(from, from + BATCH_SIZE).map((unit) => ({
      ...unit,
      id: newId("unit"),
      wordKeys: wordKeys(memoryId, unit.language, unit.source),
    }));
    // Sent as one JSON document: binding every column of every row takes longer than the insert.
    const rows = await tx.execute<{ inserted: boolean }>(sql`
      insert into memory_units as known (id, account_id, memory_id, target_language, source, target, codes, source_forms,
                                         target_forms, source_hash, context_hash, word_keys, project_id, segment_id,
                                         reviewed, created_by)
      select u.id, ${accountId}, ${memoryId}, u.language, u.source, u.target, u.codes, u."sourceForms", u."targetForms",
             u."sourceHash", u."contextHash", u."wordKeys", u."projectId", u."segmentId", u.reviewed, u."createdBy"
        from jsonb_to_recordset(${JSON.stringify(units)}::text::jsonb) as u (
          id text, language text, source text, target text, codes jsonb, "sourceForms" jsonb, "targetForms" jsonb,
          "sourceHash" text, "contextHash" text, "wordKeys" int[], "projectId" text, "segmentId" text,
          reviewed boolean, "createdBy" text)
      on conflict (memory_id, target_language, source_hash, context_hash) do update
         set source = excluded.source, target = excluded.target, codes = excluded.codes, source_forms = excluded.source_forms,
             target_forms = excluded.target_forms, project_id = excluded.project_id,
             segment_id = excluded.segment_id, reviewed = excluded.reviewed,
             -- A text that differs from the import belongs to the project, and is removed when no longer confirmed.
             imported = known.imported and known.target = excluded.target
               and known.target_forms is not distinct from excluded.target_forms,
             created_by = excluded.created_by, updated_at = now()
      -- xmax is 0 for rows inserted by this statement.
      returning xmax = 0 as inserted`);
    added += rows.filter((row) => row.inserted).length;
  }
  await countUnits(tx, accountId, memoryId, added);
}

/** Removes the units that these segments have written, for example when a review is withdrawn. Imported units stay. */
export async function unfeedMemory(
  tx: Transaction,
  accountId: string,
  memoryId: string,
  keys: readonly { segmentId: string; language: string }[],
): Promise<void> {
  if (keys.length === 0 || !(await lockMemory(tx, accountId, memoryId))) return;
  const removed = await tx
    .delete(memoryUnits)
    .where(
      and(
        eq(memoryUnits.accountId, accountId),
        eq(memoryUnits.memoryId, memoryId),
        eq(memoryUnits.imported, false),
        sql`(${memoryUnits.segmentId}, ${memoryUnits.targetLanguage}) in (
          select * from unnest(${sql.param(keys.map((key) => key.segmentId))}::text[],
                               ${sql.param(keys.map((key) => dropImpliedRegion(key.language)))}::text[]))`,
      ),
    )
    .returning({ id: memoryUnits.id });
  await countUnits(tx, accountId, memoryId, -removed.length);
}

/** Locks a memory's row until the transaction ends. False if the account has no such memory. */
export async function lockMemory(tx: Transaction, accountId: string, memoryId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: memories.id })
    .from(memories)
    .where(memoryOf(accountId, memoryId))
    .for("no key update");
  return rows.length > 0;
}

/** Updates the number of units of a memory whose row is locked. */
export async function countUnits(
  tx: Transaction,
  accountId: string,
  memoryId: string,
  difference: number,
): Promise<void> {
  await tx
    .update(memories)
    .set({ units: sql`${memories.units} + ${difference}`, updatedAt: sql`now()` })
    .where(and(eq(memories.accountId, accountId), eq(memories.id, memoryId)));
}

/** A statement cannot change a row twice, so of units with the same key only the last is kept. */
function lastOfEach(units: readonly FedUnit[]): FedUnit[] {
  return [...new Map(units.map((unit) => [`${unit.language} ${unit.sourceHash} ${unit.contextHash}`, unit])).values()];
}

function fits({ source, target, sourceForms, targetForms }: FedUnit): boolean {
  const texts = [source, target, ...Object.values(sourceForms ?? {}), ...Object.values(targetForms ?? {})];
  return texts.every((text) => text.length <= MAX_LENGTH);
}
