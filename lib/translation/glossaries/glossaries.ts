import { and, asc, desc, eq, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { glossaries, glossaryTargets, glossaryTerms, projectGlossaries, projects } from "@/db/schema";
import { decodeCursor, encodeCursor, pageOf } from "@/lib/base/cursor";
import { notFound } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import type { Caller } from "@/lib/identity/auth/caller";
import type { CreateGlossaryBody, GlossariesQuery, Glossary, PatchGlossaryBody } from "@/lib/schemas/glossaries";
import { sendRecheckOfTerms } from "@/lib/work/jobs/recheck";
import { requireProtect } from "./protect-patterns";

export type GlossaryRow = typeof glossaries.$inferSelect;

export async function createGlossary(
  caller: Caller,
  input: z.output<typeof CreateGlossaryBody> & { readonly groupId?: string },
  tx: Transaction,
): Promise<Glossary> {
  requireProtect(input.protect);
  const [row] = await tx
    .insert(glossaries)
    .values({ id: newId("glossary"), accountId: caller.accountId, ...input })
    .returning();
  return view(row!, []);
}

/** The account's glossaries, newest first. */
export async function listGlossaries(
  caller: Caller,
  query: z.output<typeof GlossariesQuery>,
): Promise<{ glossaries: Glossary[]; nextCursor: string | null }> {
  const { limit, cursor, q, sourceLanguage } = query;
  const scope = `glossaries ${caller.accountId} ${sourceLanguage ?? ""} ${q ?? ""}`;
  const [after] = cursor ? decodeCursor(scope, cursor) : [];
  const rows = await db()
    .select()
    .from(glossaries)
    .where(
      and(
        eq(glossaries.accountId, caller.accountId),
        isNull(glossaries.deletedAt),
        sourceLanguage ? eq(glossaries.sourceLanguage, sourceLanguage) : undefined,
        q ? sql`strpos(lower(${glossaries.name}), lower(${q})) > 0` : undefined,
        after ? lt(glossaries.id, after) : undefined,
      ),
    )
    .orderBy(desc(glossaries.id))
    .limit(limit + 1);
  const page = pageOf(rows, limit, (row) => encodeCursor(scope, [row.id]));
  const languages = await targetLanguages(
    caller,
    page.rows.map((row) => row.id),
  );
  return { glossaries: page.rows.map((row) => view(row, languages.get(row.id) ?? [])), nextCursor: page.nextCursor };
}

/** One glossary of the account. Throws 404. */
export async function getGlossary(caller: Caller, id: string): Promise<Glossary> {
  const row = await requireGlossary(caller, id);
  return view(row, (await targetLanguages(caller, [id])).get(id) ?? []);
}

/** Changes a glossary's name and what it protects. Throws 400 for a pattern, and 404. */
export async function patchGlossary(
  caller: Caller,
  id: string,
  patch: z.output<typeof PatchGlossaryBody>,
): Promise<Glossary> {
  requireProtect(patch.protect);
  const [row] = await db()
    .update(glossaries)
    .set({ ...patch, updatedAt: sql`now()` })
    .where(glossaryOf(caller.accountId, id))
    .returning();
  if (!row) throw notFound("glossary");
  return view(row, (await targetLanguages(caller, [id])).get(id) ?? []);
}

/**
 * Deletes a glossary, which is removed from its projects. `purgeGlossary` deletes its terms, which may have many
 * translations. Throws 404.
 */
export async function deleteGlossary(caller: Caller, id: string, within?: Transaction): Promise<void> {
  const deleteIn = async (tx: Transaction) => {
    const glossary = await lockGlossary(tx, caller, id);
    await recheckProjects(tx, caller, glossary);
    await tx.update(glossaries).set({ deletedAt: sql`now()` }).where(eq(glossaries.id, id));
    await tx.update(glossaries).set({ groupId: null }).where(eq(glossaries.groupId, id));
    await tx.delete(projectGlossaries).where(eq(projectGlossaries.glossaryId, id));
  };
  await (within ? deleteIn(within) : db().transaction(deleteIn));
}

/** The row of a glossary of the account. Throws 404. */
export async function requireGlossary(caller: Caller, id: string, tx: Transaction = db()): Promise<GlossaryRow> {
  const [row] = await tx.select().from(glossaries).where(glossaryOf(caller.accountId, id));
  if (!row) throw notFound("glossary");
  return row;
}

/** An account's glossary, unless it is deleted. */
export function glossaryOf(accountId: string, id: string): SQL | undefined {
  return and(eq(glossaries.accountId, accountId), eq(glossaries.id, id), isNull(glossaries.deletedAt));
}

/** The row of a glossary, locked so that changes of its terms run one after another. Throws 404. */
export async function lockGlossary(tx: Transaction, caller: Caller, id: string): Promise<GlossaryRow> {
  const [row] = await tx.select().from(glossaries).where(glossaryOf(caller.accountId, id)).for("no key update");
  if (!row) throw notFound("glossary");
  return row;
}

/** Records a change of a locked glossary's terms. Queues a check of the projects that use it. */
export async function recordTermChange(
  tx: Transaction,
  caller: Caller,
  glossary: GlossaryRow,
  difference: number,
): Promise<void> {
  await tx
    .update(glossaries)
    .set({
      terms: sql`${glossaries.terms} + ${difference}`,
      version: sql`${glossaries.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(and(eq(glossaries.accountId, glossary.accountId), eq(glossaries.id, glossary.id)));
  await recheckProjects(tx, caller, glossary);
}

async function recheckProjects(tx: Transaction, caller: Caller, { accountId, id }: GlossaryRow): Promise<void> {
  const using = await tx
    .select({ projectId: projectGlossaries.projectId })
    .from(projectGlossaries)
    .innerJoin(projects, eq(projects.id, projectGlossaries.projectId))
    .where(
      and(eq(projectGlossaries.accountId, accountId), eq(projectGlossaries.glossaryId, id), isNull(projects.deletedAt)),
    )
    .orderBy(asc(projectGlossaries.projectId));
  const createdBy = caller.userId ?? caller.keyId;
  for (const { projectId } of using) await sendRecheckOfTerms(tx, { accountId, projectId, createdBy });
}

async function targetLanguages(caller: Caller, ids: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (ids.length === 0) return found;
  const rows = await db()
    .selectDistinct({ id: glossaryTerms.glossaryId, language: glossaryTargets.language })
    .from(glossaryTargets)
    .innerJoin(glossaryTerms, eq(glossaryTerms.id, glossaryTargets.termId))
    .where(and(eq(glossaryTerms.accountId, caller.accountId), inArray(glossaryTerms.glossaryId, [...ids])))
    .orderBy(glossaryTerms.glossaryId, glossaryTargets.language);
  for (const { id, language } of rows) found.set(id, [...(found.get(id) ?? []), language]);
  return found;
}

function view(row: GlossaryRow, languages: readonly string[]): Glossary {
  return {
    id: row.id,
    name: row.name,
    sourceLanguage: row.sourceLanguage,
    targetLanguages: [...languages],
    protect: row.protect,
    terms: row.terms,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
