import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { glossaries, glossaryTargets, glossaryTerms, projectGlossaries } from "@/db/schema";
import { baseLanguage, dropImpliedRegion, matchLanguage } from "@/lib/text/languages";
import type { QaTerm } from "@/lib/text/qa/check";
import { findTerms, type TermMatch } from "@/lib/text/qa/term-search";
import { TextView } from "@/lib/text/qa/text-view";
import { escapeText, type InlineCode } from "@/lib/text/segment";
import { termCache } from "./term-cache";

/** A term that occurs in a text, with its first occurrence as UTF-16 offsets in the plain text. */
export type TermHit = QaTerm & { readonly start: number; readonly end: number };

/** The glossaries that a project uses, in order. */
export async function glossariesOf(tx: Transaction, accountId: string, projectId: string): Promise<readonly string[]> {
  const rows = await tx
    .select({ id: projectGlossaries.glossaryId })
    .from(projectGlossaries)
    .where(and(eq(projectGlossaries.accountId, accountId), eq(projectGlossaries.projectId, projectId)))
    .orderBy(asc(projectGlossaries.position), asc(projectGlossaries.glossaryId));
  return rows.map(({ id }) => id);
}

/** The terms that occur in a plain text, each once, with their targets. Of overlapping terms, the longest. */
export async function termsIn(
  tx: Transaction,
  accountId: string,
  glossaryIds: readonly string[],
  source: string,
  sourceLanguage: string,
  targetLanguage: string,
): Promise<readonly TermHit[]> {
  const [hits] = await termsInMany(tx, accountId, glossaryIds, [source], sourceLanguage, targetLanguage);
  return hits ?? [];
}

/** Like {@link termsIn}, for many texts with one query. */
export async function termsInMany(
  tx: Transaction,
  accountId: string,
  glossaryIds: readonly string[],
  sources: readonly string[],
  sourceLanguage: string,
  targetLanguage: string,
): Promise<readonly (readonly TermHit[])[]> {
  const find = await termFinder(tx, accountId, glossaryIds, sourceLanguage, targetLanguage);
  return sources.map((source) => {
    const first = new Map<QaTerm, TermHit>();
    for (const { term, start, end } of find(source)) if (!first.has(term)) first.set(term, { ...term, start, end });
    return [...first.values()];
  });
}

/**
 * Returns a function that finds terms in a plain text, in order; also inflected, but not in placeholders or addresses.
 */
export async function termFinder(
  tx: Transaction,
  accountId: string,
  glossaryIds: readonly string[],
  sourceLanguage: string,
  targetLanguage: string,
): Promise<(source: string) => readonly TermMatch[]> {
  return (await openTerms(tx, accountId, glossaryIds, sourceLanguage, targetLanguage)).find;
}

/** The terms of glossaries for a direction. */
export type OpenTerms = {
  /** See {@link termFinder}. */
  readonly find: (source: string) => readonly TermMatch[];
  /** All terms. The array stays the same until a glossary changes. */
  readonly all: readonly QaTerm[];
};

export async function openTerms(
  tx: Transaction,
  accountId: string,
  glossaryIds: readonly string[],
  sourceLanguage: string,
  targetLanguage: string,
): Promise<OpenTerms> {
  const all = await termsFor(tx, accountId, glossaryIds, sourceLanguage, targetLanguage);
  if (all.length === 0) return { all, find: () => [] };
  const language = baseLanguage(sourceLanguage);
  const find = (source: string) =>
    findTerms(all, new TextView(escapeText(source), NO_CODES), language).sort((a, b) => a.start - b.start);
  return { all, find };
}

const NO_CODES = new Map<number, InlineCode>();

/**
 * All terms of the glossaries with a target in a language. If several glossaries have the same term, the first
 * glossary's is used. Cached by the glossaries' versions, so that repeated calls cost one small query.
 */
async function termsFor(
  tx: Transaction,
  accountId: string,
  glossaryIds: readonly string[],
  sourceLanguage: string,
  targetLanguage: string,
): Promise<readonly QaTerm[]> {
  if (glossaryIds.length === 0) return [];
  const known = await tx
    .select({ id: glossaries.id, version: glossaries.version, sourceLanguage: glossaries.sourceLanguage })
    .from(glossaries)
    .where(
      and(eq(glossaries.accountId, accountId), inArray(glossaries.id, [...glossaryIds]), isNull(glossaries.deletedAt)),
    );
  const versions = new Map(
    known
      .filter((one) => baseLanguage(one.sourceLanguage) === baseLanguage(sourceLanguage))
      .map(({ id, version }) => [id, version]),
  );
  const ids = glossaryIds.filter((id) => versions.has(id));
  if (ids.length === 0) return [];
  const key = `${ids.map((id) => `${id} ${versions.get(id)}`).join(" ")} ${targetLanguage}`;
  const kept = termCache.get(key);
  if (kept) return kept;
  const terms = await loadTerms(tx, accountId, ids, targetLanguage);
  termCache.set(key, terms);
  return terms;
}

type Target = QaTerm["targets"][number] & { readonly language: string };

async function loadTerms(
  tx: Transaction,
  accountId: string,
  ids: readonly string[],
  targetLanguage: string,
): Promise<readonly QaTerm[]> {
  const inGlossaries = and(eq(glossaryTerms.accountId, accountId), inArray(glossaryTerms.glossaryId, [...ids]));
  const rows = await tx.select().from(glossaryTerms).where(inGlossaries).orderBy(asc(glossaryTerms.id));
  const found = await tx
    .select({ target: glossaryTargets })
    .from(glossaryTargets)
    .innerJoin(glossaryTerms, eq(glossaryTerms.id, glossaryTargets.termId))
    .where(inGlossaries)
    .orderBy(asc(glossaryTargets.position), asc(glossaryTargets.text));
  const targets = new Map<string, Target[]>();
  for (const { target } of found) {
    const some = targets.get(target.termId) ?? [];
    targets.set(target.termId, some);
    some.push(target);
  }
  const terms = new Map<string, QaTerm>();
  for (const id of ids) {
    for (const row of rows.filter((one) => one.glossaryId === id)) {
      const { caseSensitive, doNotTranslate } = row;
      const source = row.source.normalize("NFC");
      const own = inLanguage(targets.get(row.id) ?? [], targetLanguage);
      const name = caseSensitive ? source : source.toLowerCase();
      if ((own.length > 0 || doNotTranslate) && !terms.has(name))
        terms.set(name, { source, caseSensitive, doNotTranslate, targets: own });
    }
  }
  return [...terms.values()];
}

/** Targets in exactly this language; without any, those in the language without region: `es` serves `es-MX`. */
function inLanguage(targets: readonly Target[], targetLanguage: string): QaTerm["targets"] {
  const best = matchLanguage(dropImpliedRegion(targetLanguage), [...new Set(targets.map(({ language }) => language))]);
  return targets.filter(({ language }) => language === best).map(({ text, usage }) => ({ text, usage }));
}
