import { and, asc, eq, inArray } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { glossaryTargets, glossaryTerms, projectGlossaries } from "@/db/schema";
import type { QaTerm } from "@/lib/qa/check";

/** The glossaries that a project uses, in order. */
export async function glossariesOf(tx: Transaction, accountId: string, projectId: string): Promise<readonly string[]> {
  const rows = await tx
    .select({ id: projectGlossaries.glossaryId })
    .from(projectGlossaries)
    .where(and(eq(projectGlossaries.accountId, accountId), eq(projectGlossaries.projectId, projectId)))
    .orderBy(asc(projectGlossaries.position));
  return rows.map(({ id }) => id);
}

/** The terms that a plain text may have, with their translations into a language. */
export async function termsIn(
  tx: Transaction,
  accountId: string,
  glossaryIds: readonly string[],
  source: string,
  sourceLanguage: string,
  targetLanguage: string,
): Promise<readonly QaTerm[]> {
  const [terms] = await termsInMany(tx, accountId, glossaryIds, [source], sourceLanguage, targetLanguage);
  return terms ?? [];
}

/** As {@link termsIn} for many texts, in one query. */
export async function termsInMany(
  tx: Transaction,
  accountId: string,
  glossaryIds: readonly string[],
  sources: readonly string[],
  _sourceLanguage: string,
  targetLanguage: string,
): Promise<readonly (readonly QaTerm[])[]> {
  const words = sources.map((source) => new Set(source.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []));
  const all = [...new Set(words.flatMap((set) => [...set]))];
  if (glossaryIds.length === 0 || all.length === 0) return sources.map(() => []);
  const rows = await tx
    .select({ term: glossaryTerms, target: glossaryTargets })
    .from(glossaryTerms)
    .leftJoin(
      glossaryTargets,
      and(eq(glossaryTargets.termId, glossaryTerms.id), eq(glossaryTargets.language, targetLanguage)),
    )
    .where(
      and(
        eq(glossaryTerms.accountId, accountId),
        inArray(glossaryTerms.glossaryId, [...glossaryIds]),
        inArray(glossaryTerms.firstWord, all),
      ),
    );
  const terms = new Map<string, { firstWord: string; term: QaTerm & { targets: QaTerm["targets"][number][] } }>();
  for (const { term, target } of rows) {
    const { source, caseSensitive, doNotTranslate, firstWord } = term;
    const known = terms.get(term.id) ?? { firstWord, term: { source, caseSensitive, doNotTranslate, targets: [] } };
    terms.set(term.id, known);
    if (target) known.term.targets.push({ text: target.text, usage: target.usage });
  }
  return words.map((set) => [...terms.values()].filter((one) => set.has(one.firstWord)).map((one) => one.term));
}
