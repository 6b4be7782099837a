import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { documents, segments, translations } from "@/db/schema";
import type { ProjectRow } from "@/lib/projects/project-row";

export type SegmentRow = typeof segments.$inferSelect;
export type TranslationRow = typeof translations.$inferSelect;

/** A translation as it stands, with its segment. */
export type Present = {
  readonly segment: SegmentRow;
  /** Of the segment's document. */
  readonly format: string;
  readonly before: TranslationRow;
};

/** A translation before and after a change. */
export type Changed = Present & {
  readonly after: TranslationRow;
  readonly editMs: number | null;
};

/** Translations of a project into a language by segment; those that the project does not have (any more) are left out. */
export async function presentTranslations(
  tx: Transaction,
  project: ProjectRow,
  language: string,
  segmentIds: readonly string[],
): Promise<ReadonlyMap<string, Present>> {
  if (segmentIds.length === 0) return new Map();
  const rows = await selectPresent(
    tx,
    project,
    and(
      eq(translations.language, language),
      sql`${translations.segmentId} = any(${sql.param([...segmentIds])}::text[])`,
    ),
  );
  return new Map(rows.map((row) => [row.segment.id, row]));
}

/** A query for those translations of a project that meet a condition; what was removed from its documents does not count. */
export function selectPresent(
  tx: Transaction,
  project: Pick<ProjectRow, "accountId" | "id">,
  condition: SQL | undefined,
) {
  return tx
    .select({ segment: segments, format: documents.format, before: translations })
    .from(translations)
    .innerJoin(segments, eq(segments.id, translations.segmentId))
    .innerJoin(documents, eq(documents.id, segments.documentId))
    .where(
      and(
        eq(translations.accountId, project.accountId),
        eq(translations.projectId, project.id),
        isNull(segments.removedIn),
        condition,
      ),
    );
}
