import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { memories, memoryUnits } from "@/db/schema";
import { newId } from "@/lib/ids";
import { dropImpliedRegion } from "@/lib/text/implied-region";
import type { Forms } from "@/lib/text/plurals/plural-forms";
import { wordKeys } from "./word-keys";

export type FedUnit = {
  readonly segmentId: string;
  readonly projectId: string;
  readonly language: string;
  /** Encoded texts. */
  readonly source: string;
  readonly target: string;
  /** Of a plural message: all forms of both; `source` and `target` are the main ones. */
  readonly sourceForms?: Forms | null;
  readonly targetForms?: Forms | null;
  readonly sourceHash: string;
  readonly contextHash: string;
  readonly reviewed: boolean;
  readonly createdBy: string | null;
};

/** Units written by one statement: far below PostgreSQL's 65,534 parameters. */
const BATCH_SIZE = 1_000;
/** Longer texts repeat too seldom to be worth their place. */
const MAX_LENGTH = 10_000;

/**
 * Puts what a project confirmed into a memory; the same source in the same context is replaced. The memory's row is locked
 * first, so that transactions that feed one memory come one after the other instead of into a deadlock.
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
    const rows = await tx
      .insert(memoryUnits)
      .values(
        kept.slice(from, from + BATCH_SIZE).map(({ language, ...unit }) => ({
          id: newId("unit"),
          accountId,
          memoryId,
          targetLanguage: language,
          wordKeys: wordKeys(memoryId, language, unit.source),
          ...unit,
        })),
      )
      .onConflictDoUpdate({
        target: [memoryUnits.memoryId, memoryUnits.targetLanguage, memoryUnits.sourceHash, memoryUnits.contextHash],
        set: {
          source: sql`excluded.source`,
          target: sql`excluded.target`,
          sourceForms: sql`excluded.source_forms`,
          targetForms: sql`excluded.target_forms`,
          projectId: sql`excluded.project_id`,
          segmentId: sql`excluded.segment_id`,
          reviewed: sql`excluded.reviewed`,
          // Another text than was imported is the project's own, and goes when it is no longer confirmed.
          imported: sql`${memoryUnits.imported} and ${memoryUnits.target} = excluded.target
            and ${memoryUnits.targetForms} is not distinct from excluded.target_forms`,
          createdBy: sql`excluded.created_by`,
          updatedAt: sql`now()`,
        },
      })
      // A row that this statement inserted has no older version.
      .returning({ inserted: sql<boolean>`xmax = 0` });
    added += rows.filter((row) => row.inserted).length;
  }
  await countUnits(tx, accountId, memoryId, added);
}

/** Takes out what these segments fed, such as when a review is withdrawn. What came by import stays. */
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

/** Locks a memory's row until the transaction ends. False when the account has no such memory. */
export async function lockMemory(tx: Transaction, accountId: string, memoryId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: memories.id })
    .from(memories)
    .where(and(eq(memories.accountId, accountId), eq(memories.id, memoryId)))
    .for("no key update");
  return rows.length > 0;
}

/** Keeps the count of a memory whose row is locked. */
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

/** One statement cannot change a row twice: of units in the same place the last one counts. */
function lastOfEach(units: readonly FedUnit[]): FedUnit[] {
  return [...new Map(units.map((unit) => [`${unit.language} ${unit.sourceHash} ${unit.contextHash}`, unit])).values()];
}

function fits({ source, target, sourceForms, targetForms }: FedUnit): boolean {
  const texts = [source, target, ...Object.values(sourceForms ?? {}), ...Object.values(targetForms ?? {})];
  return texts.every((text) => text.length <= MAX_LENGTH);
}
