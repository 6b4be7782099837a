import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { db } from "@/db/client";
import { segments, translations } from "@/db/schema";
import { decodeCursor, encodeCursor, pageOf } from "@/lib/base/cursor";
import { invalidRequest, notFound } from "@/lib/base/errors";
import type { Caller } from "@/lib/identity/auth/caller";
import { requireProjectLanguage, requireProjectLanguages } from "@/lib/projects/languages/require-language";
import { requireProject } from "@/lib/projects/require-project";
import type { SegmentRow } from "@/lib/projects/translations/translation-rows";
import {
  MAX_IDS,
  type Segment,
  type SegmentIds,
  type SegmentIdsQuery,
  type SegmentsQuery,
  type SegmentTranslation,
} from "@/lib/schemas/segments";
import { filterCondition, isOfSegments, segmentCondition } from "./filter";
import { matchesOfSegments } from "./matches";
import { requireSegment } from "./require-segment";
import { viewSegments, viewTranslations } from "./segment-view";

/** Segments of a project with their translations into a language, in the requested order. Throws 400, 404. */
export async function listSegments(
  caller: Caller,
  projectId: string,
  query: z.output<typeof SegmentsQuery>,
): Promise<{ segments: Segment[]; nextCursor: string | null; total?: number }> {
  const { limit, cursor, sort, offset, includeTotal, include, ids, language: tag, languages: tags, ...filter } = query;
  if (cursor !== undefined && offset !== undefined)
    throw invalidRequest([{ path: "offset", code: "format", message: "Use either cursor or offset, not both." }]);
  const project = await requireProject(caller, projectId);
  const languages = tags ? await requireProjectLanguages(project, tags, db(), "languages") : null;
  const language = tag === undefined ? languages![0]! : await requireProjectLanguage(project, tag);
  const only = ids ? inArray(segments.id, ids) : undefined;
  const chosen = and(filterCondition(project, language, filter), only);
  const order = ORDERS[sort];
  const scope = `segments ${projectId} ${language} ${sort} ${JSON.stringify([filter, ids, languages])}`;
  const isNumbered = offset !== undefined && offset > 0 && sort === "position" && isOfSegments(filter);
  const before = isNumbered ? await placeBefore(and(segmentCondition(project, filter), only), offset) : undefined;
  const place = cursor ? decodeCursor(scope, cursor) : before;
  const rows =
    place === null
      ? []
      : await db()
          .select({ segment: segments, translation: translations, place: sql<(string | null)[]>`${order.place}` })
          .from(segments)
          .innerJoin(translations, eq(translations.segmentId, segments.id))
          .where(and(chosen, place ? order.after(place) : undefined))
          .orderBy(...order.by)
          .offset(isNumbered ? 0 : (offset ?? 0))
          .limit(limit + 1);
  const page = pageOf(rows, limit, (row) => encodeCursor(scope, [...row.place, row.segment.id]));
  const views = await viewSegments(db(), page.rows);
  const matches = include?.includes("matches")
    ? await matchesOfSegments(
        project,
        language,
        page.rows.map((row) => row.segment),
      )
    : null;
  const translated = languages && (await translationsInto(languages, page.rows));
  const listed = {
    segments: views.map((view, i) => ({
      ...view,
      ...(matches ? { matches: matches[i]! } : {}),
      ...(translated ? { translations: translated.get(view.id) ?? {} } : {}),
    })),
    nextCursor: page.nextCursor,
  };
  return includeTotal ? { ...listed, total: await countMatching(chosen) } : listed;
}

/** Translations of segments by segment and language. */
async function translationsInto(
  languages: readonly string[],
  rows: readonly { readonly segment: SegmentRow }[],
): Promise<ReadonlyMap<string, Record<string, SegmentTranslation>>> {
  const bySegment = new Map(rows.map(({ segment }) => [segment.id, segment]));
  const found = await db()
    .select()
    .from(translations)
    .where(and(inArray(translations.segmentId, [...bySegment.keys()]), inArray(translations.language, languages)));
  const views = await viewTranslations(
    db(),
    found,
    found.map(({ segmentId }) => bySegment.get(segmentId)!),
  );
  const bySegmentAndLanguage = new Map<string, Record<string, SegmentTranslation>>();
  found.forEach(({ segmentId, language }, i) => {
    const known = bySegmentAndLanguage.get(segmentId) ?? {};
    bySegmentAndLanguage.set(segmentId, { ...known, [language]: views[i]! });
  });
  return bySegmentAndLanguage;
}

/**
 * The position of the segment before an offset; null beyond the end. Every segment has a translation in each language,
 * so these need not be counted: an index contains the segments in order.
 */
async function placeBefore(chosen: SQL | undefined, offset: number): Promise<string[] | null> {
  const [row] = await db()
    .select({ documentId: segments.documentId, position: segments.position, id: segments.id })
    .from(segments)
    .where(chosen)
    .orderBy(...ORDERS.position.by)
    .offset(offset - 1)
    .limit(1);
  return row ? [row.documentId, String(row.position), row.id] : null;
}

/**
 * The ids of all matching segments, in order. An editor keeps this list, so that its position stays when segments no
 * longer match. Throws 400, 404.
 */
export async function listSegmentIds(
  caller: Caller,
  projectId: string,
  query: z.output<typeof SegmentIdsQuery>,
): Promise<z.input<typeof SegmentIds>> {
  const { sort, language: tag, ...filter } = query;
  const project = await requireProject(caller, projectId);
  const language = await requireProjectLanguage(project, tag);
  const rows = await db()
    .select({ id: segments.id })
    .from(segments)
    .innerJoin(translations, eq(translations.segmentId, segments.id))
    .where(filterCondition(project, language, filter))
    .orderBy(...ORDERS[sort].by)
    .limit(MAX_IDS + 1);
  return { ids: rows.slice(0, MAX_IDS).map(({ id }) => id), truncated: rows.length > MAX_IDS };
}

/** One segment of the account with its translation into a language of its project. Throws 404. */
export async function getSegment(caller: Caller, segmentId: string, tag: string): Promise<Segment> {
  const { language } = await requireSegment(caller, segmentId, tag);
  const rows = await db()
    .select({ segment: segments, translation: translations })
    .from(segments)
    .innerJoin(translations, eq(translations.segmentId, segments.id))
    .where(and(eq(segments.id, segmentId), eq(translations.language, language)));
  const [segment] = await viewSegments(db(), rows);
  if (!segment) throw notFound("segment");
  return segment;
}

/** Number of segments that match a condition of {@link filterCondition}. */
export async function countMatching(chosen: SQL | undefined): Promise<number> {
  const [row] = await db()
    .select({ count: sql<number>`count(*)::int` })
    .from(segments)
    .innerJoin(translations, eq(translations.segmentId, segments.id))
    .where(chosen);
  return row?.count ?? 0;
}

type Order = {
  /** Sort values of a row, as text, with its id as the last one. */
  readonly place: SQL;
  readonly by: SQL[];
  readonly after: (place: readonly (string | null)[]) => SQL;
};

/** Order by risk for reviewers: errors, then changed sources, uncertain machine translations, long sentences. */
const risk = sql`(case when ${translations.qaErrors} > 0 then 1000 else 0 end
  + case when ${translations.outdated} then 500 else 0 end
  + least(${translations.qaWarnings}, 5) * 60
  + case when ${translations.origin} = 'mt' and not ${translations.edited} then 100 - coalesce(${translations.qualityScore}, 50) else 0 end
  + least(${segments.wordCount}, 60))`;

const ORDERS: Record<z.output<typeof SegmentsQuery>["sort"], Order> = {
  position: {
    place: sql`array[${segments.documentId}, ${segments.position}::text]`,
    by: [asc(segments.documentId), asc(segments.position), asc(segments.id)],
    after: ([document, position, id]) =>
      sql`(${segments.documentId}, ${segments.position}, ${segments.id}) > (${document}, ${position}::int, ${id})`,
  },
  risk: {
    place: sql`array[${risk}::text]`,
    by: [sql`${risk} desc`, desc(segments.id)],
    after: ([value, id]) => sql`(${risk}, ${segments.id}) < (${value}::int, ${id})`,
  },
  "-updatedAt": {
    place: sql`array[${translations.updatedAt}::text]`,
    by: [desc(translations.updatedAt), desc(segments.id)],
    after: ([at, id]) => sql`(${translations.updatedAt}, ${segments.id}) < (${at}::timestamptz, ${id})`,
  },
  length: {
    place: sql`array[${segments.charCount}::text]`,
    by: [desc(segments.charCount), desc(segments.id)],
    after: ([length, id]) => sql`(${segments.charCount}, ${segments.id}) < (${length}::int, ${id})`,
  },
};
