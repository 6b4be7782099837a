import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { qaIssues, segments } from "@/db/schema";
import { screenshotsOf } from "@/lib/projects/screenshots/segment-links";
import { flagsOf, type SegmentRow, type TranslationRow } from "@/lib/projects/translations/translation-rows";
import type { Segment, SegmentTranslation } from "@/lib/schemas/segments";
import { formsOf, viewForms } from "@/lib/text/plurals/plural-forms";
import { actorNames, viewActor } from "@/lib/work/events/actor";
import { pluralHeadersOf } from "./plural-headers";

type Pair = { readonly segment: SegmentRow; readonly translation: TranslationRow };

/** Segments of a project in a language as shown to callers, loaded together for a page. */
export async function viewSegments(tx: Transaction, rows: readonly Pair[]): Promise<Segment[]> {
  if (rows.length === 0) return [];
  const translations = await viewTranslations(
    tx,
    rows.map(({ translation }) => translation),
    rows.map(({ segment }) => segment),
  );
  const repetitions = await countRepetitions(tx, rows);
  const headers = await pluralHeadersOf(
    rows.map(({ segment }) => segment),
    tx,
  );
  const screenshots = await screenshotsOf(
    tx,
    rows[0]!.segment.accountId,
    rows.map(({ segment }) => segment.id),
  );
  return rows.map(({ segment }, i) => ({
    id: segment.id,
    documentId: segment.documentId,
    position: segment.position,
    key: segment.key,
    source: segment.source,
    ...viewPlural(segment, translations[i]!.language, headers.get(segment.documentId)),
    codes: segment.codes,
    previousSource: segment.previousSource,
    wordCount: segment.wordCount,
    charCount: segment.charCount,
    maxLength: segment.maxLength,
    note: segment.note,
    labels: segment.labels,
    flags: flagsOf(segment),
    description: segment.description,
    screenshots: screenshots.get(segment.id) ?? [],
    excluded: segment.excluded,
    nonLinguistic: segment.nonLinguistic,
    repetitions: (repetitions.get(segment.sourceHash) ?? 1) - 1,
    translation: translations[i]!,
  }));
}

/** The forms of a plural message's source, and the forms that the language needs; undefined for other segments. */
function viewPlural(
  { pluralRule: rule, sourceForms }: SegmentRow,
  language: string,
  headers: Readonly<Record<string, string>> = {},
): Pick<Segment, "sourceForms" | "plural"> {
  if (!rule || !sourceForms) return {};
  const forms = formsOf(rule, language, sourceForms, headers[language]).map((form) => ({
    ...form,
    samples: [...form.samples],
  }));
  return { sourceForms, plural: { rule, forms } };
}

/** Translations with findings and the names of the people who worked on them. */
export async function viewTranslations(
  tx: Transaction,
  rows: readonly TranslationRow[],
  segments: readonly Pick<SegmentRow, "pluralRule">[],
): Promise<SegmentTranslation[]> {
  const actors = rows.flatMap((row) => [row.updatedBy, row.reviewedBy]);
  const [issues, names] = await Promise.all([issuesOf(tx, rows), actorNames(tx, rows[0]?.accountId ?? "", actors)]);
  return rows.map((row, i) => ({
    language: row.language,
    text: row.text,
    ...viewForms(segments[i]?.pluralRule ?? null, row.language, row),
    state: row.state,
    origin: viewOrigin(row),
    qualityScore: row.qualityScore,
    outdated: row.outdated,
    revision: row.revision,
    approvedRevision: row.approvedRevision,
    issues: issues.get(`${row.segmentId} ${row.language}`) ?? [],
    openComments: row.openComments,
    updatedBy: viewActor(row.updatedBy, names),
    updatedAt: row.updatedAt.toISOString(),
    reviewedBy: viewActor(row.reviewedBy, names),
    reviewedAt: row.reviewedAt?.toISOString() ?? null,
  }));
}

/** Origin of a text, without internal data. */
export function viewOrigin(
  row: Pick<TranslationRow, "origin" | "originDetail" | "edited">,
): SegmentTranslation["origin"] {
  if (!row.origin) return null;
  const { engine, match, memoryName } = row.originDetail ?? {};
  return {
    type: row.origin,
    edited: row.edited,
    ...(engine === undefined ? {} : { engine }),
    ...(match === undefined ? {} : { match }),
    ...(memoryName === undefined ? {} : { memoryName }),
  };
}

/** A finding as shown to callers. */
export function viewIssue(row: typeof qaIssues.$inferSelect): SegmentTranslation["issues"][number] {
  return {
    id: row.id,
    check: row.checkId,
    severity: row.severity,
    start: row.startAt,
    end: row.endAt,
    params: row.params,
    replacement: row.replacement,
    fingerprint: row.fingerprint,
    status: row.status,
  };
}

async function issuesOf(
  tx: Transaction,
  rows: readonly TranslationRow[],
): Promise<ReadonlyMap<string, SegmentTranslation["issues"]>> {
  // By segment and language.
  const found = new Map<string, SegmentTranslation["issues"]>();
  if (rows.length === 0) return found;
  const stored = await tx
    .select()
    .from(qaIssues)
    .where(
      and(
        inArray(
          qaIssues.segmentId,
          rows.map((row) => row.segmentId),
        ),
        inArray(qaIssues.language, [...new Set(rows.map((row) => row.language))]),
      ),
    )
    .orderBy(qaIssues.id);
  for (const row of stored) {
    const key = `${row.segmentId} ${row.language}`;
    found.set(key, [...(found.get(key) ?? []), viewIssue(row)]);
  }
  return found;
}

/** Number of occurrences in the project of each source of these segments. */
async function countRepetitions(tx: Transaction, rows: readonly Pair[]): Promise<ReadonlyMap<string, number>> {
  const counted = await tx
    .select({ hash: segments.sourceHash, count: sql<number>`count(*)::int` })
    .from(segments)
    .where(
      and(
        eq(segments.projectId, rows[0]!.segment.projectId),
        inArray(segments.sourceHash, [...new Set(rows.map(({ segment }) => segment.sourceHash))]),
        isNull(segments.removedIn),
      ),
    )
    .groupBy(segments.sourceHash);
  return new Map(counted.map(({ hash, count }) => [hash, count]));
}
