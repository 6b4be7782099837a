import { and, asc, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { glossaries, glossaryTargets, glossaryTerms } from "@/db/schema";
import { notFound } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import type { Caller } from "@/lib/identity/auth/caller";
import { requireCapacity } from "./edit-terms";
import { type GlossaryRow, lockGlossary, recordTermChange } from "./glossaries";

/** A word and its translation. */
export type Entry = readonly [source: string, target: string];

/** The terms of a glossary that have a translation into a given language, as pairs. */
export type Dictionary = {
  readonly glossaryId: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  readonly entries: number;
};

/** Glossaries that were created together, one per source language, with their dictionaries. */
export type GlossaryGroup = { readonly rows: readonly GlossaryRow[]; readonly dictionaries: readonly Dictionary[] };

/** All groups of an account, oldest first. A single glossary also counts as a group. */
export async function listGroups(caller: Caller): Promise<readonly GlossaryGroup[]> {
  return groupsOf(caller, await rowsOf(db(), caller));
}

/** The group whose first glossary has this id. Throws 404. */
export async function requireGroup(caller: Caller, id: string, tx: Transaction = db()): Promise<GlossaryGroup> {
  const [group] = await groupsOf(caller, await rowsOf(tx, caller, id), tx);
  if (!group) throw notFound("glossary");
  return group;
}

async function rowsOf(tx: Transaction, { accountId }: Caller, id?: string): Promise<GlossaryRow[]> {
  const own =
    id === undefined
      ? undefined
      : or(and(eq(glossaries.id, id), isNull(glossaries.groupId)), eq(glossaries.groupId, id));
  return tx
    .select()
    .from(glossaries)
    .where(and(eq(glossaries.accountId, accountId), isNull(glossaries.deletedAt), own))
    .orderBy(asc(glossaries.id));
}

async function groupsOf(
  caller: Caller,
  rows: readonly GlossaryRow[],
  tx: Transaction = db(),
): Promise<GlossaryGroup[]> {
  if (rows.length === 0) return [];
  const counts = await tx
    .select({
      glossaryId: glossaryTerms.glossaryId,
      targetLanguage: glossaryTargets.language,
      entries: sql<number>`count(distinct ${glossaryTerms.id})::int`,
    })
    .from(glossaryTargets)
    .innerJoin(glossaryTerms, eq(glossaryTerms.id, glossaryTargets.termId))
    .where(
      and(
        eq(glossaryTerms.accountId, caller.accountId),
        inArray(
          glossaryTerms.glossaryId,
          rows.map(({ id }) => id),
        ),
        ne(glossaryTargets.usage, "forbidden"),
      ),
    )
    .groupBy(glossaryTerms.glossaryId, glossaryTargets.language)
    .orderBy(glossaryTerms.glossaryId, glossaryTargets.language);
  const sources = new Map(rows.map((row) => [row.id, row.sourceLanguage]));
  const dictionaries = counts.map((one) => ({ ...one, sourceLanguage: sources.get(one.glossaryId)! }));
  return rows
    .filter(({ groupId }) => groupId === null)
    .map((first) => {
      const members = [first, ...rows.filter(({ groupId }) => groupId === first.id)];
      const ids = new Set(members.map(({ id }) => id));
      return { rows: members, dictionaries: dictionaries.filter(({ glossaryId }) => ids.has(glossaryId)) };
    });
}

/** The pairs of a dictionary in alphabetical order, with the first translation of each term. */
export async function dictionaryEntries(
  caller: Caller,
  { glossaryId, targetLanguage }: Dictionary,
): Promise<readonly Entry[]> {
  const rows = await db()
    .selectDistinctOn([glossaryTerms.source], { source: glossaryTerms.source, target: glossaryTargets.text })
    .from(glossaryTerms)
    .innerJoin(glossaryTargets, eq(glossaryTargets.termId, glossaryTerms.id))
    .where(
      and(
        eq(glossaryTerms.accountId, caller.accountId),
        eq(glossaryTerms.glossaryId, glossaryId),
        eq(glossaryTargets.language, targetLanguage),
        ne(glossaryTargets.usage, "forbidden"),
      ),
    )
    .orderBy(glossaryTerms.source, glossaryTerms.id, glossaryTargets.position, glossaryTargets.text);
  return rows.map(({ source, target }): Entry => [source, target]);
}

/**
 * Writes the pairs of a dictionary. Each replaces the translations of its term in this language, except forbidden ones.
 * `replace` removes the translations of terms that are not among the pairs. Throws 404, and 413 for a full glossary.
 */
export async function writeDictionary(
  tx: Transaction,
  caller: Caller,
  glossaryId: string,
  language: string,
  { entries, replace }: { readonly entries: readonly Entry[]; readonly replace: boolean },
): Promise<void> {
  const glossary = await lockGlossary(tx, caller, glossaryId);
  const known = await tx
    .select({ id: glossaryTerms.id, source: glossaryTerms.source })
    .from(glossaryTerms)
    .where(and(eq(glossaryTerms.accountId, caller.accountId), eq(glossaryTerms.glossaryId, glossaryId)))
    // A term without a part of speech comes last, so that the map keeps that one.
    .orderBy(sql`${glossaryTerms.partOfSpeech} asc nulls last`);
  const ids = new Map(known.map(({ id, source }) => [source, id]));
  const added = entries.filter(([source]) => !ids.has(source)).map(([source]) => ({ id: newId("term"), source }));
  requireCapacity(caller, glossary.terms + added.length);
  for (const { id, source } of added) ids.set(source, id);
  const cleared = replace ? known.map(({ id }) => id) : entries.map(([source]) => ids.get(source)!);
  const emptied = await tx
    .delete(glossaryTargets)
    .where(
      and(
        eq(glossaryTargets.accountId, caller.accountId),
        eq(glossaryTargets.language, language),
        ne(glossaryTargets.usage, "forbidden"),
        sql`${glossaryTargets.termId} = any(${sql.param(cleared)}::text[])`,
      ),
    )
    .returning({ id: glossaryTargets.termId });
  await tx.execute(sql`
    insert into glossary_terms (id, account_id, glossary_id, source)
    select n.id, ${caller.accountId}, ${glossaryId}, n.source
      from unnest(${sql.param(added.map(({ id }) => id))}::text[], ${sql.param(added.map(({ source }) => source))}::text[]) as n (id, source)`);
  await tx.execute(sql`
    insert into glossary_targets (term_id, account_id, language, text)
    select n.id, ${caller.accountId}, ${language}, n.target
      from unnest(${sql.param(entries.map(([source]) => ids.get(source)!))}::text[], ${sql.param(entries.map(([, target]) => target))}::text[]) as n (id, target)
    on conflict do nothing`);
  const removed = await removeBareTerms(
    tx,
    glossary,
    emptied.map(({ id }) => id),
  );
  await recordTermChange(tx, caller, glossary, added.length - removed);
}

/** Removes a dictionary from its glossary. Terms with translations into other languages keep those. */
export async function removeDictionary(tx: Transaction, caller: Caller, dictionary: Dictionary): Promise<void> {
  await writeDictionary(tx, caller, dictionary.glossaryId, dictionary.targetLanguage, { entries: [], replace: true });
}

/** Deletes those of the terms that no longer have any content. */
async function removeBareTerms(
  tx: Transaction,
  { accountId, id }: GlossaryRow,
  terms: readonly string[],
): Promise<number> {
  const gone = await tx
    .delete(glossaryTerms)
    .where(
      and(
        eq(glossaryTerms.accountId, accountId),
        eq(glossaryTerms.glossaryId, id),
        sql`${glossaryTerms.id} = any(${sql.param(terms)}::text[])`,
        eq(glossaryTerms.definition, ""),
        eq(glossaryTerms.doNotTranslate, false),
        isNull(glossaryTerms.partOfSpeech),
        sql`not exists (select from glossary_targets t where t.term_id = ${glossaryTerms.id})`,
      ),
    )
    .returning({ id: glossaryTerms.id });
  return gone.length;
}
