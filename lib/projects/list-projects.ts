import { and, asc, desc, eq, exists, gt, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { db } from "@/db/client";
import { documents, projectLanguages, projects } from "@/db/schema";
import { decodeCursor, encodeCursor, pageOf } from "@/lib/base/cursor";
import type { Caller } from "@/lib/identity/auth/caller";
import type { Project, ProjectsQuery } from "@/lib/schemas/projects";
import { OPEN_PROJECT_STATUSES } from "@/lib/vocabulary/segments";
import { lastStatus } from "./documents/last-version";
import { viewProjects } from "./project-view";

/** The account's projects that match the query, with a cursor. */
export async function listProjects(
  caller: Caller,
  query: z.output<typeof ProjectsQuery>,
): Promise<{ projects: Project[]; nextCursor: string | null; total?: number }> {
  const { limit, cursor, sort, includeTotal, include: _, ...filters } = query;
  const scope = `projects ${caller.accountId} ${sort} ${JSON.stringify(filters)}`;
  const order = ORDERS[sort];
  const chosen = filterCondition(caller, filters);
  const rows = await db()
    .select({ project: projects, place: order.sortValue })
    .from(projects)
    .where(and(chosen, cursor ? order.after(decodeCursor(scope, cursor)) : undefined))
    .orderBy(...order.by)
    .limit(limit + 1);
  const page = pageOf(rows, limit, (row) => encodeCursor(scope, [row.place, row.project.id]));
  const listed = {
    projects: await viewProjects(
      caller,
      page.rows.map((row) => row.project),
    ),
    nextCursor: page.nextCursor,
  };
  return includeTotal ? { ...listed, total: await db().$count(projects, chosen) } : listed;
}

type Filters = Omit<z.output<typeof ProjectsQuery>, "limit" | "cursor" | "sort" | "includeTotal" | "include">;

function filterCondition(caller: Caller, filters: Filters): SQL | undefined {
  return and(
    eq(projects.accountId, caller.accountId),
    isNull(projects.branchOf),
    filters.deleted ? isNotNull(projects.deletedAt) : isNull(projects.deletedAt),
    filters.status
      ? inArray(projects.status, filters.status)
      : filters.includeArchived || filters.deleted
        ? undefined
        : ne(projects.status, "archived"),
    filters.sourceLanguage ? inArray(projects.sourceLanguage, filters.sourceLanguage) : undefined,
    filters.targetLanguage ? hasTarget(filters.targetLanguage) : undefined,
    filters.externalId ? eq(projects.externalId, filters.externalId) : undefined,
    filters.q ? sql`strpos(lower(${projects.name}), lower(${filters.q})) > 0` : undefined,
    filters.updatedSince ? sql`${projects.updatedAt} >= ${filters.updatedSince}::timestamptz` : undefined,
    filters.dueBefore ? sql`${projects.dueAt} < ${filters.dueBefore}::timestamptz` : undefined,
    filters.assigneeId
      ? hasAssignee(filters.assigneeId === "me" ? (caller.userId ?? "") : filters.assigneeId)
      : undefined,
    filters.health ? inArray(healthLevel, filters.health) : undefined,
    filters.machineDrafts ? hasMachineDrafts : undefined,
  );
}

/** The counters exclude most projects, but do not show whether people have edited the machine translations. */
const hasMachineDrafts = sql`(
  exists (select 1 from progress_counters c where c.project_id = ${projects.id} and c.s_draft > 0 and c.w_machine > 0)
  and exists (
    select 1 from segments s join translations t on t.segment_id = s.id
     where s.project_id = ${projects.id} and s.removed_in is null and not s.excluded
       and t.state = 'draft' and t.origin = 'mt' and not t.edited))`;

/** A sort order: the sort value as text, and the condition for rows after a given one. Equal rows are ordered by id. */
type Order = { sortValue: SQL<string | null>; by: SQL[]; after: (place: (string | null)[]) => SQL | undefined };

const newestFirst = (column: typeof projects.createdAt | typeof projects.updatedAt): Order => ({
  sortValue: sql<string>`${column}::text`,
  by: [desc(column), desc(projects.id)],
  after: ([at, id]) => sql`(${column}, ${projects.id}) < (${at}::timestamptz, ${id})`,
});

const lowerName = sql<string>`lower(${projects.name})`;

/** `translatedPercent` in tenths, equal to the result of `progressOf`; null without content. */
const translatedShare = sql<string | null>`(select coalesce(
    floor(sum(c.w_translated + c.w_reviewed) * 1000
      / nullif(sum(c.w_untranslated + c.w_draft + c.w_needs_work + c.w_translated + c.w_reviewed), 0)),
    floor(sum(c.s_translated + c.s_reviewed) * 1000
      / nullif(sum(c.s_untranslated + c.s_draft + c.s_needs_work + c.s_translated + c.s_reviewed), 0)))
  from progress_counters c where c.project_id = ${projects.id})::int`;

const ORDERS: Record<z.output<typeof ProjectsQuery>["sort"], Order> = {
  "-createdAt": newestFirst(projects.createdAt),
  "-updatedAt": newestFirst(projects.updatedAt),
  name: {
    sortValue: lowerName,
    by: [asc(lowerName), asc(projects.id)],
    after: ([name, id]) => or(gt(lowerName, name ?? ""), and(eq(lowerName, name ?? ""), gt(projects.id, id ?? ""))),
  },
  // Least translated first. Projects without content come last, like those without a due date.
  progress: {
    sortValue: sql<string | null>`${translatedShare}::text`,
    by: [sql`${translatedShare} asc nulls last`, desc(projects.id)],
    after: ([share, id]) =>
      share === null
        ? and(sql`${translatedShare} is null`, lt(projects.id, id ?? ""))
        : sql`(${translatedShare} > ${share}::int or ${translatedShare} is null or (${translatedShare} = ${share}::int and ${projects.id} < ${id}))`,
  },
  dueAt: {
    sortValue: sql<string | null>`${projects.dueAt}::text`,
    by: [sql`${projects.dueAt} asc nulls last`, desc(projects.id)],
    after: ([at, id]) =>
      at === null
        ? and(sql`${projects.dueAt} is null`, lt(projects.id, id ?? ""))
        : sql`(${projects.dueAt} > ${at}::timestamptz or ${projects.dueAt} is null or (${projects.dueAt} = ${at}::timestamptz and ${projects.id} < ${id}))`,
  },
};

/** The level of `healthOf`, computed in SQL. Both must agree. */
const healthLevel = sql<string>`case
  when ${projects.status} <> all(${sql.param([...OPEN_PROJECT_STATUSES])}::text[]) then 'ok'
  when exists (select 1 from ${documents} where ${documents.projectId} = ${projects.id} and ${documents.deletedAt} is null
      and ${lastStatus} = 'failed')
    or exists (select 1 from progress_counters c where c.project_id = ${projects.id} and c.s_untranslated > 0
      and (select j.state from jobs j where j.project_id = c.project_id and j.type = 'pretranslate'
            and j.payload ->> 'language' = c.language order by j.id desc limit 1) in ('failed', 'partially_failed'))
    then 'blocked'
  when ${projects.dueAt} < now() + interval '3 days'
    or exists (select 1 from progress_counters c where c.project_id = ${projects.id} and (c.s_qa_error > 0 or c.s_open_comment > 0))
    then 'attention'
  else 'ok' end`;

function hasAssignee(userId: string): SQL {
  return exists(
    db()
      .select({ one: sql`1` })
      .from(projectLanguages)
      .where(
        and(
          eq(projectLanguages.projectId, projects.id),
          or(eq(projectLanguages.translatorId, userId), eq(projectLanguages.reviewerId, userId)),
        ),
      ),
  );
}

/** Condition for projects that have one of these target languages. */
function hasTarget(languages: string[]): SQL {
  return exists(
    db()
      .select({ one: sql`1` })
      .from(projectLanguages)
      .where(and(eq(projectLanguages.projectId, projects.id), inArray(projectLanguages.language, languages))),
  );
}
