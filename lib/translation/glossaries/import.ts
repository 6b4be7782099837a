import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { glossaryTargets, glossaryTerms } from "@/db/schema";
import { invalidRequest, refuseEmptyFile } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { SKIP_REASONS } from "@/lib/formats/language-resources/skipped";
import type { TermEntry } from "@/lib/formats/language-resources/term-entry";
import { readGlossaryFile } from "@/lib/formats/sandbox/sandbox";
import type { Caller } from "@/lib/identity/auth/caller";
import type { GlossaryImport } from "@/lib/schemas/glossaries";
import { dropImpliedRegion } from "@/lib/text/languages";
import { requireCapacity } from "./edit-terms";
import { type GlossaryRow, lockGlossary, recordTermChange, requireGlossary } from "./glossaries";

/** Terms per statement. */
const BATCH_SIZE = 1_000;

/**
 * Imports the terms of a file (a table or TBX) into a glossary. An existing term gets the file's translations in the
 * file's languages, and keeps those into others. Throws 404, 413 for a full glossary, 422 for an unreadable file.
 */
export async function importGlossary(
  caller: Caller,
  glossaryId: string,
  upload: { readonly bytes: Buffer } | null,
  options: { readonly targetLanguage?: string | undefined; readonly replace?: boolean | undefined },
  tx: Transaction,
): Promise<GlossaryImport> {
  const { sourceLanguage } = await requireGlossary(caller, glossaryId, tx);
  if (!upload)
    throw invalidRequest([{ path: "file", code: "required", message: "Send the glossary in the part called file." }]);
  refuseEmptyFile(upload.bytes);
  const { terms, skipped } = await readGlossaryFile(upload.bytes, sourceLanguage, options.targetLanguage);

  const glossary = await lockGlossary(tx, caller, glossaryId);
  const removed = options.replace ? await removeAll(tx, glossary) : 0;
  const known = await idsOf(tx, glossary);
  const entries = terms.map((entry) => {
    const name = nameOf(entry);
    const id = known.get(name) ?? newId("term");
    const isNew = !known.has(name);
    known.set(name, id);
    return { id, isNew, entry };
  });
  const added = entries.filter(({ isNew }) => isNew).length;
  requireCapacity(caller, glossary.terms - removed + added);
  for (let from = 0; from < entries.length; from += BATCH_SIZE)
    await write(tx, glossary, lastOfEach(entries.slice(from, from + BATCH_SIZE)));
  await recordTermChange(tx, caller, glossary, added - removed);
  return {
    added,
    updated: entries.length - added,
    skipped: skipped.count,
    errors: skipped.first.map(({ number, code, language }) => ({
      number,
      code,
      message: SKIP_REASONS[code],
      language: language ?? null,
    })),
  };
}

type Entry = { readonly id: string; readonly isNew: boolean; readonly entry: TermEntry };

function nameOf({ source, partOfSpeech }: Pick<TermEntry, "source" | "partOfSpeech">): string {
  return `${source}\n${partOfSpeech ?? ""}`;
}

async function removeAll(tx: Transaction, glossary: GlossaryRow): Promise<number> {
  const gone = await tx
    .delete(glossaryTerms)
    .where(and(eq(glossaryTerms.accountId, glossary.accountId), eq(glossaryTerms.glossaryId, glossary.id)))
    .returning({ id: glossaryTerms.id });
  return gone.length;
}

async function idsOf(tx: Transaction, glossary: GlossaryRow): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: glossaryTerms.id, source: glossaryTerms.source, partOfSpeech: glossaryTerms.partOfSpeech })
    .from(glossaryTerms)
    .where(and(eq(glossaryTerms.accountId, glossary.accountId), eq(glossaryTerms.glossaryId, glossary.id)));
  return new Map(rows.map((row) => [nameOf(row), row.id]));
}

/** A TBX file may contain a term in two concepts, but one statement cannot write a row twice. */
function lastOfEach(entries: readonly Entry[]): Entry[] {
  return [...new Map(entries.map((one) => [one.id, one])).values()];
}

async function write(tx: Transaction, glossary: GlossaryRow, entries: readonly Entry[]): Promise<void> {
  const { accountId, id: glossaryId } = glossary;
  await tx
    .insert(glossaryTerms)
    .values(
      entries.map(({ id, entry: { number: _, targets: __, ...fields } }) => ({ id, accountId, glossaryId, ...fields })),
    )
    .onConflictDoUpdate({
      target: glossaryTerms.id,
      set: {
        definition: sql`case when excluded.definition = '' then ${glossaryTerms.definition} else excluded.definition end`,
        caseSensitive: sql`excluded.case_sensitive`,
        doNotTranslate: sql`excluded.do_not_translate`,
        updatedAt: sql`now()`,
      },
    });
  const targets = entries.flatMap(({ id, entry }) =>
    entry.targets.map(({ language, text, usage }, position) => ({
      termId: id,
      accountId,
      language: dropImpliedRegion(language),
      text,
      usage,
      position,
    })),
  );
  if (targets.length === 0) return;
  await tx.execute(sql`
    delete from glossary_targets t
     using (select distinct * from unnest(${sql.param(targets.map((one) => one.termId))}::text[],
                                          ${sql.param(targets.map((one) => one.language))}::text[])) as w (term_id, language)
     where t.term_id = w.term_id and t.language = w.language`);
  for (let from = 0; from < targets.length; from += BATCH_SIZE)
    await tx
      .insert(glossaryTargets)
      .values(targets.slice(from, from + BATCH_SIZE))
      .onConflictDoNothing();
}
