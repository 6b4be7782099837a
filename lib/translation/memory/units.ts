import { and, desc, eq, getTableColumns, lt, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { memoryUnits } from "@/db/schema";
import { decodeCursor, encodeCursor, pageOf } from "@/lib/base/cursor";
import { invalidRequest, notFound } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import type { Caller } from "@/lib/identity/auth/caller";
import type { CreateUnitBody, PatchUnitBody, Unit, UnitsQuery } from "@/lib/schemas/memories";
import { dropImpliedRegion } from "@/lib/text/languages";
import { type Forms, mainForm, ruleOf } from "@/lib/text/plurals/plural-forms";
import { escapeText } from "@/lib/text/segment";
import { countUnits, lockMemory } from "./feed";
import { sourceHash } from "./hash";
import { requireMemory } from "./memories";
import { wordKeys } from "./word-keys";

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
  const inForms = (column: typeof memoryUnits.sourceForms | typeof memoryUnits.targetForms) =>
    sql`(${column} is not null
      and exists (select from jsonb_each_text(${column}) form where strpos(lower(form.value), lower(${q})) > 0))`;
  const rows = await db()
    .select()
    .from(memoryUnits)
    .where(
      and(
        eq(memoryUnits.accountId, caller.accountId),
        eq(memoryUnits.memoryId, memoryId),
        language ? eq(memoryUnits.targetLanguage, dropImpliedRegion(language)) : undefined,
        q
          ? sql`(${holds(memoryUnits.source)} or ${holds(memoryUnits.target)}
              or ${inForms(memoryUnits.sourceForms)} or ${inForms(memoryUnits.targetForms)})`
          : undefined,
        after ? lt(memoryUnits.id, after) : undefined,
      ),
    )
    .orderBy(desc(memoryUnits.id))
    .limit(limit + 1);
  const page = pageOf(rows, limit, (row) => encodeCursor(scope, [row.id]));
  return { units: page.rows.map(view), nextCursor: page.nextCursor };
}

/**
 * Adds a translation to a memory; replaces the unit with the same source and no context. Like an imported unit, it
 * stays when projects change. Throws 404.
 */
export async function createUnit(
  caller: Caller,
  memoryId: string,
  { source: plainSource, target: plainTarget, language: named, reviewed }: z.output<typeof CreateUnitBody>,
  tx: Transaction,
): Promise<Unit> {
  const { accountId } = caller;
  if (!(await lockMemory(tx, accountId, memoryId))) throw notFound("translation memory");
  const [source, target, language] = [escapeText(plainSource), escapeText(plainTarget), dropImpliedRegion(named)];
  const [row] = await tx
    .insert(memoryUnits)
    .values({
      id: newId("unit"),
      accountId,
      memoryId,
      targetLanguage: language,
      source,
      target,
      sourceHash: sourceHash(source),
      wordKeys: wordKeys(memoryId, language, source),
      reviewed,
      imported: true,
      createdBy: caller.userId ?? caller.keyId,
    })
    .onConflictDoUpdate({
      target: [memoryUnits.memoryId, memoryUnits.targetLanguage, memoryUnits.sourceHash, memoryUnits.contextHash],
      set: {
        target,
        reviewed,
        imported: true,
        createdBy: caller.userId ?? caller.keyId,
        updatedAt: sql`now()`,
      },
    })
    // xmax is 0 for a row that this statement inserted.
    .returning({ ...getTableColumns(memoryUnits), isNew: sql<boolean>`xmax = 0` });
  if (row!.isNew) await countUnits(tx, accountId, memoryId, 1);
  return view(row!);
}

/** Edits a unit. Throws 400 for the target of a plural message and for forms of other units, 404. */
export async function patchUnit(
  caller: Caller,
  memoryId: string,
  unitId: string,
  { target, forms, ...patch }: z.output<typeof PatchUnitBody>,
): Promise<Unit> {
  return db().transaction(async (tx) => {
    if (!(await lockMemory(tx, caller.accountId, memoryId))) throw notFound("translation unit");
    const [known] = await tx
      .select()
      .from(memoryUnits)
      .where(unitOf(caller, memoryId, unitId))
      .for("update");
    if (!known) throw notFound("translation unit");
    const [row] = await tx
      .update(memoryUnits)
      .set({ ...patch, ...textsOf(known, target, forms), updatedAt: sql`now()` })
      .where(unitOf(caller, memoryId, unitId))
      .returning();
    return view(row!);
  });
}

function textsOf({ targetForms, targetLanguage }: UnitRow, target: string | undefined, forms: Forms | undefined) {
  const fault = (message: string) => invalidRequest([{ path: "forms", code: "format", message }]);
  if (!targetForms) {
    if (forms) throw fault("The unit isn't a plural message. Send its translation in target.");
    return target === undefined ? {} : { target };
  }
  const names = Object.keys(targetForms);
  if (target !== undefined || Object.keys(forms ?? {}).some((name) => !names.includes(name)))
    throw fault(`The unit is a plural message. Send its translations in forms: ${names.join(", ")}.`);
  const all = { ...targetForms, ...forms };
  const main = all[mainForm(ruleOf(all), targetLanguage)];
  return { targetForms: all, ...(main === undefined ? {} : { target: main }) };
}

/** Deletes a unit from its memory. Throws 404. */
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
    ...(row.sourceForms ? { sourceForms: row.sourceForms } : {}),
    target: row.target,
    ...(row.targetForms ? { forms: row.targetForms } : {}),
    language: row.targetLanguage,
    tuid: row.tuid,
    reviewed: row.reviewed,
    imported: row.imported,
    projectId: row.projectId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
