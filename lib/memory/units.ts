import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { z } from "zod";
import { db } from "@/db/client";
import { memoryUnits } from "@/db/schema";
import type { Caller } from "@/lib/auth/caller";
import { decodeCursor, encodeCursor, pageOf } from "@/lib/cursor";
import { notFound } from "@/lib/errors";
import type { PatchUnitBody, Unit, UnitsQuery } from "@/lib/schemas/memories";
import { dropImpliedRegion } from "@/lib/text/implied-region";
import { countUnits, lockMemory } from "./feed";
import { requireMemory } from "./memories";

type UnitRow = typeof memoryUnits.$inferSelect;

/** The units of a memory, newest first. Throws 404. */
export async function listUnits(
  caller: Caller,
  memoryId: string,
  query: z.output<typeof UnitsQuery>,
): Promise<{ units: Unit[]; nextCursor: string | null }> {
  await requireMemory(caller, memoryId);
  const { limit, cursor, q, language } = query;
  const scope = `units ${memoryId} ${language ?? ""} ${q ?? ""}`;
  const [after] = cursor ? decodeCursor(scope, cursor) : [];
  const holds = (column: typeof memoryUnits.source | typeof memoryUnits.target) =>
    sql`strpos(lower(${column}), lower(${q})) > 0`;
  const rows = await db()
    .select()
    .from(memoryUnits)
    .where(
      and(
        eq(memoryUnits.accountId, caller.accountId),
        eq(memoryUnits.memoryId, memoryId),
        language ? eq(memoryUnits.targetLanguage, dropImpliedRegion(language)) : undefined,
        q ? sql`(${holds(memoryUnits.source)} or ${holds(memoryUnits.target)})` : undefined,
        after ? lt(memoryUnits.id, after) : undefined,
      ),
    )
    .orderBy(desc(memoryUnits.id))
    .limit(limit + 1);
  const page = pageOf(rows, limit, (row) => encodeCursor(scope, [row.id]));
  return { units: page.rows.map(view), nextCursor: page.nextCursor };
}

/** Corrects a unit. Throws 404. */
export async function patchUnit(
  caller: Caller,
  memoryId: string,
  unitId: string,
  patch: z.output<typeof PatchUnitBody>,
): Promise<Unit> {
  const [row] = await db()
    .update(memoryUnits)
    .set({ ...patch, updatedAt: sql`now()` as never })
    .where(unitOf(caller, memoryId, unitId))
    .returning();
  if (!row) throw notFound("translation unit");
  return view(row);
}

/** Takes a unit out of its memory. Throws 404. */
export async function deleteUnit(caller: Caller, memoryId: string, unitId: string): Promise<void> {
  await db().transaction(async (tx) => {
    if (!(await lockMemory(tx, caller.accountId, memoryId))) throw notFound("translation unit");
    const gone = await tx
      .delete(memoryUnits)
      .where(unitOf(caller, memoryId, unitId))
      .returning({ id: memoryUnits.id });
    if (gone.length === 0) throw notFound("translation unit");
    await countUnits(tx, caller.accountId, memoryId, -1);
  });
}

function unitOf(caller: Caller, memoryId: string, unitId: string) {
  return and(
    eq(memoryUnits.accountId, caller.accountId),
    eq(memoryUnits.memoryId, memoryId),
    eq(memoryUnits.id, unitId),
  );
}

function view(row: UnitRow): Unit {
  return {
    id: row.id,
    source: row.source,
    target: row.target,
    language: row.targetLanguage,
    tuid: row.tuid,
    reviewed: row.reviewed,
    imported: row.imported,
    projectId: row.projectId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
