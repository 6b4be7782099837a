import { and, asc, desc, eq, exists, inArray, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { glossaryTargets, glossaryTerms } from "@/db/schema";
import { decodeCursor, encodeCursor, pageOf } from "@/lib/base/cursor";
import { AppError, invalidRequest, notFound } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { MAX_TERMS } from "@/lib/formats/language-resources/glossary-file";
import type { Caller } from "@/lib/identity/auth/caller";
import type { CreateTermBody, PatchTermBody, Term, TermsQuery } from "@/lib/schemas/glossaries";
import { dropImpliedRegion } from "@/lib/text/languages";
import { type GlossaryRow, lockGlossary, recordTermChange, requireGlossary } from "./glossaries";

export type TermRow = typeof glossaryTerms.$inferSelect;
type GivenTargets = z.output<typeof CreateTermBody>["targets"];

/** The matching terms of a glossary. Throws 404. */
export async function listTerms(
  caller: Caller,
  glossaryId: string,
  query: z.output<typeof TermsQuery>,
): Promise<{ terms: Term[]; nextCursor: string | null }> {
  await requireGlossary(caller, glossaryId);
  const { limit, cursor, q, language, sort } = query;
  const scope = `terms ${glossaryId} ${sort} ${language ?? ""} ${q ?? ""}`;
  const place = cursor ? decodeCursor(scope, cursor) : null;
  const folded = sql<string>`lower(${glossaryTerms.source})`;
  const afterPlace = ([name = "", id = ""]: (string | null)[]) =>
    sort === "source" ? sql`(${folded}, ${glossaryTerms.id}) > (${name}, ${id})` : lt(glossaryTerms.id, id ?? "");
  const rows = await db()
    .select({ term: glossaryTerms, folded })
    .from(glossaryTerms)
    .where(
      and(
        eq(glossaryTerms.accountId, caller.accountId),
        eq(glossaryTerms.glossaryId, glossaryId),
        language ? hasTarget(eq(glossaryTargets.language, dropImpliedRegion(language))) : undefined,
        q
          ? or(
              sql`strpos(${folded}, lower(${q})) > 0`,
              sql`strpos(lower(${glossaryTerms.definition}), lower(${q})) > 0`,
              hasTarget(sql`strpos(lower(${glossaryTargets.text}), lower(${q})) > 0`),
            )
          : undefined,
        place ? afterPlace(place) : undefined,
      ),
    )
    .orderBy(...(sort === "source" ? [asc(folded), asc(glossaryTerms.id)] : [desc(glossaryTerms.id)]))
    .limit(limit + 1);
  const page = pageOf(rows, limit, (row) => encodeCursor(scope, [row.folded, row.term.id]));
  return {
    terms: await viewTerms(
      db(),
      page.rows.map((row) => row.term),
    ),
    nextCursor: page.nextCursor,
  };
}

/** One term of a glossary. Throws 404. */
export async function getTerm(caller: Caller, glossaryId: string, termId: string): Promise<Term> {
  const glossary = await requireGlossary(caller, glossaryId);
  const terms = await viewTerms(db(), await db().select().from(glossaryTerms).where(termOf(glossary, termId)));
  if (!terms[0]) throw notFound("term");
  return terms[0];
}

/** Adds a term. Throws 400 for a duplicate target, 404, 409 for an existing term, 413 for a full glossary. */
export async function createTerm(
  caller: Caller,
  glossaryId: string,
  input: z.output<typeof CreateTermBody>,
  tx: Transaction,
): Promise<Term> {
  const { targets, ...fields } = input;
  checkTargets(targets);
  const glossary = await lockGlossary(tx, caller, glossaryId);
  requireCapacity(caller, glossary.terms + 1);
  await rethrowTakenTerm(tx, glossary, fields);
  const [row] = await tx
    .insert(glossaryTerms)
    .values({ id: newId("term"), accountId: caller.accountId, glossaryId, ...fields })
    .returning();
  await writeTargets(tx, row!, targets);
  await recordTermChange(tx, caller, glossary, 1);
  return (await viewTerms(tx, [row!]))[0]!;
}

/** Changes a term. If the change contains targets, they replace the existing ones. Throws as {@link createTerm}. */
export async function patchTerm(
  caller: Caller,
  glossaryId: string,
  termId: string,
  { targets, ...fields }: z.output<typeof PatchTermBody>,
): Promise<Term> {
  if (targets) checkTargets(targets);
  return db().transaction(async (tx) => {
    const glossary = await lockGlossary(tx, caller, glossaryId);
    const [row] = await tx
      .update(glossaryTerms)
      .set({ ...fields, updatedAt: sql`now()` })
      .where(termOf(glossary, termId))
      .returning();
    if (!row) throw notFound("term");
    await rethrowTakenTerm(tx, glossary, row, row.id);
    if (targets) {
      await tx.delete(glossaryTargets).where(eq(glossaryTargets.termId, row.id));
      await writeTargets(tx, row, targets);
    }
    await recordTermChange(tx, caller, glossary, 0);
    return (await viewTerms(tx, [row]))[0]!;
  });
}

/** Deletes a term from its glossary. Throws 404. */
export async function deleteTerm(caller: Caller, glossaryId: string, termId: string): Promise<void> {
  await db().transaction(async (tx) => {
    const glossary = await lockGlossary(tx, caller, glossaryId);
    const gone = await tx.delete(glossaryTerms).where(termOf(glossary, termId)).returning({ id: glossaryTerms.id });
    if (gone.length === 0) throw notFound("term");
    await recordTermChange(tx, caller, glossary, -1);
  });
}

/** Terms with their targets as shown to callers, in the given order. */
export async function viewTerms(tx: Transaction, rows: readonly TermRow[]): Promise<Term[]> {
  if (rows.length === 0) return [];
  const found = await tx
    .select()
    .from(glossaryTargets)
    .where(
      inArray(
        glossaryTargets.termId,
        rows.map((row) => row.id),
      ),
    )
    .orderBy(asc(glossaryTargets.language), asc(glossaryTargets.position), asc(glossaryTargets.text));
  const targets = new Map<string, Term["targets"]>(rows.map((row) => [row.id, []]));
  for (const { termId, language, text, usage } of found) targets.get(termId)?.push({ language, text, usage });
  return rows.map((row) => ({
    id: row.id,
    source: row.source,
    definition: row.definition,
    partOfSpeech: row.partOfSpeech,
    caseSensitive: row.caseSensitive,
    doNotTranslate: row.doNotTranslate,
    targets: targets.get(row.id) ?? [],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }));
}

/** Throws 413 if a glossary would exceed the limit of terms. */
export function requireCapacity(caller: Caller, terms: number): void {
  if (terms > MAX_TERMS)
    throw new AppError("too_large", `A glossary can have at most ${MAX_TERMS} terms.`, {
      limit: MAX_TERMS,
      actual: terms,
      unit: "items",
      field: "terms",
      tier: caller.tier,
    });
}

function checkTargets(targets: GivenTargets): void {
  const names = targets.map(({ language, text }) => `${dropImpliedRegion(language)} ${text}`);
  const faults = names.flatMap((name, i) =>
    names.indexOf(name) < i
      ? [{ path: `targets.${i}`, code: "duplicate" as const, message: "Each translation must be unique." }]
      : [],
  );
  if (faults.length > 0) throw invalidRequest(faults);
}

async function writeTargets(tx: Transaction, term: TermRow, targets: GivenTargets): Promise<void> {
  if (targets.length === 0) return;
  await tx.insert(glossaryTargets).values(
    targets.map(({ language, text, usage }, position) => ({
      termId: term.id,
      accountId: term.accountId,
      language: dropImpliedRegion(language),
      text,
      usage,
      position,
    })),
  );
}

/** The same word may be two terms, if their parts of speech differ. */
async function rethrowTakenTerm(
  tx: Transaction,
  glossary: GlossaryRow,
  { source, partOfSpeech }: Pick<TermRow, "source" | "partOfSpeech">,
  except = "",
): Promise<void> {
  const [taken] = await tx
    .select({ id: glossaryTerms.id })
    .from(glossaryTerms)
    .where(
      and(
        eq(glossaryTerms.accountId, glossary.accountId),
        eq(glossaryTerms.glossaryId, glossary.id),
        eq(glossaryTerms.source, source),
        sql`${glossaryTerms.partOfSpeech} is not distinct from ${partOfSpeech}`,
        ne(glossaryTerms.id, except),
      ),
    );
  if (taken)
    throw new AppError("conflict", "The glossary already has this term.", { reason: "term_exists", termId: taken.id });
}

function termOf(glossary: GlossaryRow, termId: string): SQL | undefined {
  return and(
    eq(glossaryTerms.accountId, glossary.accountId),
    eq(glossaryTerms.glossaryId, glossary.id),
    eq(glossaryTerms.id, termId),
  );
}

function hasTarget(condition: SQL): SQL {
  return exists(
    db()
      .select({ one: sql`1` })
      .from(glossaryTargets)
      .where(and(eq(glossaryTargets.termId, glossaryTerms.id), condition)),
  );
}
