import { and, asc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { db } from "@/db/client";
import { segments, translationRevisions, translations } from "@/db/schema";
import type { Caller } from "@/lib/identity/auth/caller";
import { lastEditors } from "@/lib/projects/segments/second-person";
import type { BulkPreview } from "@/lib/schemas/bulk-edits";

type Findings = NonNullable<z.input<typeof BulkPreview>["findings"]>;

/** Number of segments whose history is read in one query. */
const PAGE = 1_000;

/**
 * Counts the chosen segments with errors, which cannot be confirmed, those others with warnings, and, under two-person
 * review, those of the rest that the caller cannot approve.
 */
export async function previewFindings(chosen: SQL | undefined, ownWork: OwnWork | null): Promise<Findings> {
  const hasErrors = gt(translations.qaErrors, 0);
  const hasWarnings = and(eq(translations.qaErrors, 0), gt(translations.qaWarnings, 0));
  const [row] = await db()
    .select({
      errors: sql<number>`(count(*) filter (where ${hasErrors}))::int`,
      warnings: sql<number>`(count(*) filter (where ${hasWarnings}))::int`,
    })
    .from(segments)
    .innerJoin(translations, eq(translations.segmentId, segments.id))
    .where(chosen);
  const own = ownWork ? await countOwnWork(chosen, ownWork) : { count: 0, warned: 0 };
  return { errors: row!.errors, warnings: row!.warnings - own.warned, ownWork: own.count };
}

/** The caller, if someone else must approve what they edited last. */
export type OwnWork = { readonly caller: Caller; readonly language: string };

/** Number of segments without errors that the caller edited last. */
async function countOwnWork(chosen: SQL | undefined, { caller: { accountId, userId }, language }: OwnWork) {
  const hasEdited = sql`exists (select from ${translationRevisions} where ${translationRevisions.accountId} = ${accountId}
    and ${translationRevisions.segmentId} = ${segments.id} and ${translationRevisions.language} = ${language}
    and ${translationRevisions.actorId} = ${userId})`;
  const canBeApproved = and(
    eq(translations.qaErrors, 0),
    inArray(translations.state, ["draft", "needs_work", "translated"]),
  );
  let [count, warned, after] = [0, 0, ""];
  for (;;) {
    const rows = await db()
      .select({ segmentId: segments.id, warnings: translations.qaWarnings })
      .from(segments)
      .innerJoin(translations, eq(translations.segmentId, segments.id))
      .where(and(chosen, canBeApproved, hasEdited, gt(segments.id, after)))
      .orderBy(asc(segments.id))
      .limit(PAGE);
    const editors = await lastEditors(db(), accountId, language, rows);
    const own = rows.filter(({ segmentId }) => editors.get(segmentId) === userId);
    count += own.length;
    warned += own.filter(({ warnings }) => warnings > 0).length;
    if (rows.length < PAGE) return { count, warned };
    after = rows.at(-1)!.segmentId;
  }
}
