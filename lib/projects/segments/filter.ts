import { and, arrayOverlaps, eq, gt, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { jobErrors, qaIssues, segments, translations } from "@/db/schema";
import type { ProjectRow } from "@/lib/projects/require-project";
import type { SegmentFilter } from "@/lib/schemas/segments";

export type Filter = { [Name in keyof typeof SegmentFilter]?: z.output<(typeof SegmentFilter)[Name]> } & {
  /** In bulk actions: applies the filter to these segments only. */
  segmentIds?: string[] | undefined;
};

/** The condition of a filter for segments of a project, joined with their translations into a language. */
export function filterCondition(
  project: Pick<ProjectRow, "accountId" | "id">,
  language: string,
  filter: Filter,
): SQL | undefined {
  return and(
    segmentCondition(project, filter),
    eq(translations.language, language),
    filter.state === undefined ? undefined : inArray(translations.state, filter.state),
    filter.origin === undefined ? undefined : inArray(translations.origin, filter.origin),
    filter.edited === undefined ? undefined : eq(translations.edited, filter.edited),
    filter.outdated === undefined ? undefined : eq(translations.outdated, filter.outdated),
    filter.qa === undefined ? undefined : or(...several(filter.qa).map((one) => QA[one])),
    filter.check === undefined ? undefined : hasIssue(several(filter.check)),
    filter.comments === undefined ? undefined : gt(translations.openComments, 0),
    filter.updatedSince === undefined
      ? undefined
      : sql`${translations.updatedAt} >= ${filter.updatedSince}::timestamptz`,
    filter.changedBy === undefined ? undefined : eq(translations.updatedBy, filter.changedBy),
    filter.reviewedBy === undefined ? undefined : eq(translations.reviewedBy, filter.reviewedBy),
    filter.notReviewedBy === undefined
      ? undefined
      : or(isNull(translations.reviewedBy), ne(translations.reviewedBy, filter.notReviewedBy)),
    filter.repetition === undefined ? undefined : isRepeated(filter.repetition),
    filter.failedJobId === undefined ? undefined : failedIn(project, filter.failedJobId),
    filter.q === undefined ? undefined : contains(filter.q),
  );
}

/** The part of {@link filterCondition} that does not concern translations. */
export function segmentCondition(project: Pick<ProjectRow, "accountId" | "id">, filter: Filter): SQL | undefined {
  return and(
    eq(segments.accountId, project.accountId),
    eq(segments.projectId, project.id),
    isNull(segments.removedIn),
    eq(segments.excluded, filter.excluded ?? false),
    filter.documentId === undefined ? undefined : inArray(segments.documentId, several(filter.documentId)),
    filter.label === undefined ? undefined : arrayOverlaps(segments.labels, filter.label),
    filter.segmentIds === undefined ? undefined : inArray(segments.id, filter.segmentIds),
  );
}

const OF_SEGMENTS: ReadonlySet<string> = new Set(["excluded", "documentId", "label", "segmentIds"]);

/** Whether a filter selects the same segments in every language. */
export function isOfSegments(filter: Filter): boolean {
  return Object.entries(filter).every(([name, value]) => value === undefined || OF_SEGMENTS.has(name));
}

/** Jobs queued by an earlier release contain a single word instead of a list. */
function several<Word extends string>(words: Word | readonly Word[]): Word[] {
  return [words].flat() as Word[];
}

const QA = {
  error: gt(translations.qaErrors, 0),
  warning: gt(translations.qaWarnings, 0),
  none: and(eq(translations.qaErrors, 0), eq(translations.qaWarnings, 0)),
} as const;

function hasIssue(checks: string[]): SQL {
  return sql`exists (select 1 from ${qaIssues} where ${qaIssues.segmentId} = ${segments.id}
    and ${qaIssues.language} = ${translations.language} and ${inArray(qaIssues.checkId, checks)} and ${qaIssues.status} = 'open')`;
}

function isRepeated(wanted: boolean): SQL {
  const found = sql`exists (select 1 from segments other where other.project_id = ${segments.projectId}
    and other.source_hash = ${segments.sourceHash} and other.removed_in is null and other.id <> ${segments.id})`;
  return wanted ? found : sql`not ${found}`;
}

function failedIn(project: Pick<ProjectRow, "accountId">, jobId: string): SQL {
  return sql`exists (select 1 from ${jobErrors} where ${jobErrors.jobId} = ${jobId}
    and ${jobErrors.accountId} = ${project.accountId} and ${jobErrors.segmentId} = ${segments.id})`;
}

/**
 * Whether the source or any plural form of the translation contains `text`. Compares what the editor displays and ignores
 * case; a placeholder counts as its text. `&` and `<` are escaped in the stored text, and so in the search.
 */
function contains(text: string): SQL {
  const encoded = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const has = (where: SQL, part: string) => sql`strpos(lower(${where}), lower(${part})) > 0`;
  // A search text that cannot match within a code, such as <x1/>, can be compared with the stored text directly.
  const isOutsideCodes = /[^xg\d/]/i.test(text) && !text.includes(">");
  // Codes rarely divide words. If a word or mark of the search occurs neither in a text nor in its codes, the text
  // needs no parsing. Marks show where short placeholders, such as %s, may be.
  const words = (text.match(/[\p{L}\p{N}]+/gu) ?? []).sort((a, b) => b.length - a.length);
  const marks = new Set(text.match(/[^\p{L}\p{N}\s<&]/gu));
  const needed = [...words.slice(0, 1), ...[...marks].slice(0, MAX_MARKS)];
  const mayBeIn = (stored: SQL) =>
    and(sql`true`, ...needed.map((part) => has(sql`${stored} || ${segments.codes}::text`, part)))!;
  // A single expression: for two conditions the planner would expect few matches and sort the whole project.
  const isIn = (stored: SQL, isKnown = sql`false`) => sql`case
    when ${isOutsideCodes ? has(stored, encoded) : sql`false`} then true
    when ${mayBeIn(stored)} then ${isKnown} or ${has(visible(stored), encoded)} else false end`;
  // A source contains all of its codes, so a search for one of them needs no parsing.
  const isInCode = sql`exists (select from jsonb_array_elements(${segments.codes}) code
    where ${has(sql`code ->> 'equiv'`, text)})`;
  const inForms = (forms: typeof segments.sourceForms | typeof translations.forms) => sql`(${forms} is not null
    and exists (select from jsonb_each_text(${forms}) form where ${isIn(sql`form.value`)}))`;
  return sql`(${isIn(sql`${segments.source}`, isInCode)} or ${isIn(sql`coalesce(${translations.text}, '')`)}
    or ${inForms(segments.sourceForms)} or ${inForms(translations.forms)})`;
}

/** Maximum number of distinct marks in a search that are compared before parsing. */
const MAX_MARKS = 4;

/** `plainText` of lib/text/segment.ts, still escaped: single codes become their `equiv`, paired ones are removed. */
function visible(stored: SQL): SQL {
  const equiv = sql`(select replace(replace(code ->> 'equiv', '&', '&amp;'), '<', '&lt;')
    from jsonb_array_elements(${segments.codes}) code where code ->> 'id' = part.match[1] limit 1)`;
  return sql`case when strpos(${stored}, '<') = 0 then ${stored} else (
    select coalesce(string_agg(coalesce(part.match[2], ${equiv}, ''), '' order by part.place), '')
    from regexp_matches(${stored}, '<x([0-9]{1,6})/>|</?g[0-9]{1,6}>|([^<]+)', 'g') with ordinality part(match, place)
  ) end`;
}
