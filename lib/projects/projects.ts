import { and, asc, desc, eq, exists, gt, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { projectLanguages, projectMemories, projects } from "@/db/schema";
import type { ProjectSettings } from "@/db/schema/projects";
import type { Caller } from "@/lib/auth/caller";
import { decodeCursor, encodeCursor, pageOf } from "@/lib/cursor";
import { AppError, type FieldError, invalidRequest } from "@/lib/errors";
import { recordEvent } from "@/lib/events/record";
import { newId } from "@/lib/ids";
import { defaultMemory } from "@/lib/memory/default-memory";
import type { CreateProjectBody, Project, ProjectsQuery } from "@/lib/schemas/projects";
import { canTranslate, requireKnownLanguage } from "@/lib/translation/languages";
import { actorOf } from "./actor";
import { getProject, viewProjects } from "./project-view";

/**
 * Creates a project in the state `draft`. Languages need only be known: a pair that no engine translates is refused
 * for `mt_only` alone, and becomes the blocker `no_machine_translation` elsewhere.
 */
export async function createProject(
  caller: Caller,
  input: z.output<typeof CreateProjectBody>,
  tx: Transaction,
): Promise<Project> {
  const { source, targets } = await checkLanguages(input);
  const [row] = await tx
    .insert(projects)
    .values({
      id: newId("project"),
      accountId: caller.accountId,
      externalId: input.externalId ?? null,
      name: input.name,
      description: input.description ?? "",
      sourceLanguage: source,
      workflow: input.workflow,
      dueAt: input.dueAt ? new Date(input.dueAt) : null,
      settings: (input.settings ?? {}) as ProjectSettings,
      metadata: input.metadata,
      createdBy: caller.userId ?? caller.keyId,
    })
    .onConflictDoNothing()
    .returning();
  if (!row)
    throw (await externalIdTaken(caller, input.externalId ?? "", tx)) ?? new Error("The project was not written");
  await tx
    .insert(projectLanguages)
    .values(
      targets.map((language, position) => ({ projectId: row.id, accountId: caller.accountId, language, position })),
    );
  const memoryId = await defaultMemory(tx, caller.accountId, source);
  await tx
    .insert(projectMemories)
    .values({ projectId: row.id, memoryId, accountId: caller.accountId, position: 0, canWrite: true });
  await recordEvent(tx, {
    accountId: caller.accountId,
    projectId: row.id,
    type: "project.created",
    actor: actorOf(caller),
    data: {},
  });
  return getProject(caller, row.id, tx);
}

/** The account's projects that match, with a place to go on from. */
export async function listProjects(
  caller: Caller,
  query: z.output<typeof ProjectsQuery>,
): Promise<{ projects: Project[]; nextCursor: string | null }> {
  const { limit, cursor, sort, ...filters } = query;
  const scope = `projects ${caller.accountId} ${sort} ${JSON.stringify(filters)}`;
  const order = ORDERS[sort];
  const rows = await db()
    .select({ project: projects, place: order.place })
    .from(projects)
    .where(
      and(
        eq(projects.accountId, caller.accountId),
        filters.deleted ? isNotNull(projects.deletedAt) : isNull(projects.deletedAt),
        filters.status
          ? inArray(projects.status, filters.status)
          : filters.includeArchived || filters.deleted
            ? undefined
            : ne(projects.status, "archived"),
        filters.sourceLanguage
          ? eq(projects.sourceLanguage, requireKnownLanguage(filters.sourceLanguage, "sourceLanguage"))
          : undefined,
        filters.targetLanguage ? hasTarget(requireKnownLanguage(filters.targetLanguage, "targetLanguage")) : undefined,
        filters.externalId ? eq(projects.externalId, filters.externalId) : undefined,
        filters.q ? sql`strpos(lower(${projects.name}), lower(${filters.q})) > 0` : undefined,
        filters.updatedSince ? sql`${projects.updatedAt} >= ${filters.updatedSince}::timestamptz` : undefined,
        filters.dueBefore ? sql`${projects.dueAt} < ${filters.dueBefore}::timestamptz` : undefined,
        filters.assigneeId
          ? hasAssignee(filters.assigneeId === "me" ? (caller.userId ?? "") : filters.assigneeId)
          : undefined,
        filters.health ? needsAttention() : undefined,
        cursor ? order.after(decodeCursor(scope, cursor)) : undefined,
      ),
    )
    .orderBy(...order.by)
    .limit(limit + 1);
  const page = pageOf(rows, limit, (row) => encodeCursor(scope, [row.place, row.project.id]));
  return {
    projects: await viewProjects(
      caller,
      page.rows.map((row) => row.project),
    ),
    nextCursor: page.nextCursor,
  };
}

/** Orders of the list: what the place in it is, as text, and which rows come after one. Ties are broken by id. */
type Order = { place: SQL<string | null>; by: SQL[]; after: (place: (string | null)[]) => SQL | undefined };

const newestFirst = (column: typeof projects.createdAt | typeof projects.updatedAt): Order => ({
  place: sql<string>`${column}::text`,
  by: [desc(column), desc(projects.id)],
  after: ([at, id]) => sql`(${column}, ${projects.id}) < (${at}::timestamptz, ${id})`,
});

const lowerName = sql<string>`lower(${projects.name})`;

const ORDERS: Record<z.output<typeof ProjectsQuery>["sort"], Order> = {
  "-createdAt": newestFirst(projects.createdAt),
  "-updatedAt": newestFirst(projects.updatedAt),
  name: {
    place: lowerName,
    by: [asc(lowerName), asc(projects.id)],
    after: ([name, id]) => or(gt(lowerName, name ?? ""), and(eq(lowerName, name ?? ""), gt(projects.id, id ?? ""))),
  },
  // Those without a due date come last.
  dueAt: {
    place: sql<string | null>`${projects.dueAt}::text`,
    by: [sql`${projects.dueAt} asc nulls last`, desc(projects.id)],
    after: ([at, id]) =>
      at === null
        ? and(sql`${projects.dueAt} is null`, lt(projects.id, id ?? ""))
        : sql`(${projects.dueAt} > ${at}::timestamptz or ${projects.dueAt} is null or (${projects.dueAt} = ${at}::timestamptz and ${projects.id} < ${id}))`,
  },
};

/** What `healthOf` calls anything but ok, for finding it; both change together. */
function needsAttention(): SQL {
  return sql`${projects.status} in ('draft', 'in_progress', 'in_review') and (
    ${projects.dueAt} < now() + interval '3 days'
    or exists (select 1 from progress_counters c where c.project_id = ${projects.id} and (c.s_qa_error > 0 or c.s_open_comment > 0))
    or exists (select 1 from documents d where d.project_id = ${projects.id} and d.deleted_at is null and 'failed' =
        (select v.status from document_versions v where v.document_id = d.id order by v.number desc limit 1))
    or exists (select 1 from progress_counters c where c.project_id = ${projects.id} and c.s_untranslated > 0
        and (select j.state from jobs j where j.project_id = c.project_id and j.type = 'pretranslate'
              and j.payload ->> 'language' = c.language order by j.id desc limit 1) in ('failed', 'partially_failed')))`;
}

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

function hasTarget(language: string): SQL {
  return exists(
    db()
      .select({ one: sql`1` })
      .from(projectLanguages)
      .where(and(eq(projectLanguages.projectId, projects.id), eq(projectLanguages.language, language))),
  );
}

async function checkLanguages(
  input: z.output<typeof CreateProjectBody>,
): Promise<{ source: string; targets: string[] }> {
  const faults: FieldError[] = [];
  const read = (tag: string, path: string): string | null => {
    try {
      return requireKnownLanguage(tag, path);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      faults.push(...(error.details.errors as FieldError[]));
      return null;
    }
  };
  const source = read(input.sourceLanguage, "sourceLanguage");
  const targets = input.targetLanguages.map((tag, i) => read(tag, `targetLanguages.${i}`));
  for (const [i, target] of targets.entries()) {
    const path = `targetLanguages.${i}`;
    if (target === null) continue;
    if (target === source)
      faults.push({ path, code: "same_language", message: "A target language must differ from the source." });
    else if (targets.indexOf(target) < i)
      faults.push({ path, code: "duplicate", message: "Each target language must stand once." });
    else if (source && input.workflow === "mt_only" && !(await canTranslate(source, target)))
      faults.push({
        path,
        code: "unsupported_pair",
        message: "No engine here translates this pair, which the workflow mt_only needs.",
      });
  }
  if (faults.length > 0 || !source) throw invalidRequest(faults);
  return { source, targets: targets as string[] };
}

/** The 409 for an external id that another project has; null while it is free. */
export async function externalIdTaken(caller: Caller, externalId: string, tx: Transaction): Promise<AppError | null> {
  const [row] = await tx
    .select({ id: projects.id })
    .from(projects)
    .where(
      and(eq(projects.accountId, caller.accountId), eq(projects.externalId, externalId), isNull(projects.deletedAt)),
    );
  return row
    ? new AppError("conflict", "Another project of this account has this externalId.", {
        reason: "external_id_taken",
        projectId: row.id,
      })
    : null;
}
