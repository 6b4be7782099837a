import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { documents, segments, translations } from "@/db/schema";
import type { ProjectRow } from "@/lib/projects/require-project";
import { plainText } from "@/lib/text/segment";

export type SegmentRow = typeof segments.$inferSelect;
export type TranslationRow = typeof translations.$inferSelect;

/** A current translation with its segment. */
export type Present = {
  readonly segment: SegmentRow;
  /** Format of the segment's document. */
  readonly format: string;
  /** The `Plural-Forms` header of the language's imported gettext file. */
  readonly pluralHeader: string | null;
  readonly before: TranslationRow;
};

/** A translation before and after a change. */
export type Changed = Present & {
  readonly after: TranslationRow;
  readonly editMs: number | null;
};

/** The source of a segment as plain text, with all forms of a plural message, for finding terms. */
export function plainSource({
  source,
  sourceForms,
  codes,
}: Pick<SegmentRow, "source" | "sourceForms" | "codes">): string {
  return Object.values(sourceForms ?? { source })
    .map((text) => plainText(text, codes))
    .join("\n");
}

/** Flags of a segment's checks: those set by a manager, else the file's. */
export function flagsOf({ ownFlags, fileFlags }: Pick<SegmentRow, "ownFlags" | "fileFlags">): string[] {
  return ownFlags ?? fileFlags;
}

/** Whether a translation has a text in any form. {@link isEmpty} of lib/text checks the same for a row. */
export const hasText = sql`(${translations.text} is not null or coalesce(${translations.forms}, '{}'::jsonb) <> '{}'::jsonb)`;

/** A project's translations into a language by segment. Omits unknown and removed segments. */
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

/** A query for a project's translations that match a condition, without removed segments. */
export function selectPresent(
  tx: Transaction,
  project: Pick<ProjectRow, "accountId" | "id">,
  condition: SQL | undefined,
) {
  return tx
    .select({
      segment: segments,
      format: documents.format,
      pluralHeader: sql<string | null>`${documents.pluralHeaders} ->> ${translations.language}`,
      before: translations,
    })
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
