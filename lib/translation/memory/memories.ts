import { and, desc, eq, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { memories, projectMemories } from "@/db/schema";
import { decodeCursor, encodeCursor, pageOf } from "@/lib/base/cursor";
import { notFound } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import type { Caller } from "@/lib/identity/auth/caller";
import type { CreateMemoryBody, MemoriesQuery, Memory, PatchMemoryBody } from "@/lib/schemas/memories";

export type MemoryRow = typeof memories.$inferSelect;

export async function createMemory(
  caller: Caller,
  input: z.output<typeof CreateMemoryBody>,
  tx: Transaction,
): Promise<Memory> {
  const [row] = await tx
    .insert(memories)
    .values({ id: newId("memory"), accountId: caller.accountId, ...input })
    .returning();
  return view(row!, []);
}

/** The account's memories, newest first. */
export async function listMemories(
  caller: Caller,
  query: z.output<typeof MemoriesQuery>,
): Promise<{ translationMemories: Memory[]; nextCursor: string | null }> {
  const { limit, cursor, q, sourceLanguage } = query;
  const scope = `memories ${caller.accountId} ${sourceLanguage ?? ""} ${q ?? ""}`;
  const [after] = cursor ? decodeCursor(scope, cursor) : [];
  const rows = await db()
    .select()
    .from(memories)
    .where(
      and(
        eq(memories.accountId, caller.accountId),
        isNull(memories.deletedAt),
        sourceLanguage ? eq(memories.sourceLanguage, sourceLanguage) : undefined,
        q ? sql`strpos(lower(${memories.name}), lower(${q})) > 0` : undefined,
        after ? lt(memories.id, after) : undefined,
      ),
    )
    .orderBy(desc(memories.id))
    .limit(limit + 1);
  const page = pageOf(rows, limit, (row) => encodeCursor(scope, [row.id]));
  const languages = await targetLanguages(page.rows.map((row) => row.id));
  return {
    translationMemories: page.rows.map((row) => view(row, languages.get(row.id) ?? [])),
    nextCursor: page.nextCursor,
  };
}

/** One memory of the account. Throws 404. */
export async function getMemory(caller: Caller, id: string): Promise<Memory> {
  const row = await requireMemory(caller, id);
  return view(row, (await targetLanguages([id])).get(id) ?? []);
}

/** Changes a memory's name, write policy and penalty. Throws 404. */
export async function patchMemory(
  caller: Caller,
  id: string,
  patch: z.output<typeof PatchMemoryBody>,
): Promise<Memory> {
  const [row] = await db()
    .update(memories)
    .set({ ...patch, updatedAt: sql`now()` })
    .where(memoryOf(caller.accountId, id))
    .returning();
  if (!row) throw notFound("translation memory");
  return view(row, (await targetLanguages([id])).get(id) ?? []);
}

/**
 * Deletes a memory, which is removed from its projects. `purgeMemory` deletes its units, of which there may be
 * millions. Throws 404.
 */
export async function deleteMemory(caller: Caller, id: string, within?: Transaction): Promise<void> {
  const deleteIn = async (tx: Transaction) => {
    const gone = await tx
      .update(memories)
      .set({ deletedAt: sql`now()`, isDefault: false })
      .where(memoryOf(caller.accountId, id))
      .returning({ id: memories.id });
    if (gone.length === 0) throw notFound("translation memory");
    await tx.delete(projectMemories).where(eq(projectMemories.memoryId, id));
  };
  await (within ? deleteIn(within) : db().transaction(deleteIn));
}

/** The row of a memory of the account. Throws 404. */
export async function requireMemory(caller: Caller, id: string, tx: Transaction = db()): Promise<MemoryRow> {
  const [row] = await tx.select().from(memories).where(memoryOf(caller.accountId, id));
  if (!row) throw notFound("translation memory");
  return row;
}

/** An account's memory, unless it is deleted. */
export function memoryOf(accountId: string, id: string): SQL | undefined {
  return and(eq(memories.accountId, accountId), eq(memories.id, id), isNull(memories.deletedAt));
}

/** Target languages by memory. Jumps from language to language in the index, so the number of units does not matter. */
export async function targetLanguages(ids: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (ids.length === 0) return found;
  const rows = await db().execute<{ id: string; language: string }>(sql`
    with recursive steps (id, language) as (
      select m.id, (select min(target_language) from memory_units u where u.memory_id = m.id)
        from memories m where ${inArray(sql`m.id`, [...ids])}
      union all
      select s.id, (select min(target_language) from memory_units u where u.memory_id = s.id and u.target_language > s.language)
        from steps s where s.language is not null
    )
    select id, language from steps where language is not null order by id, language`);
  for (const { id, language } of rows) found.set(id, [...(found.get(id) ?? []), language]);
  return found;
}

function view(row: MemoryRow, languages: readonly string[]): Memory {
  return {
    id: row.id,
    name: row.name,
    sourceLanguage: row.sourceLanguage,
    targetLanguages: [...languages],
    writePolicy: row.writePolicy,
    penalty: row.penalty,
    isDefault: row.isDefault,
    units: row.units,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
