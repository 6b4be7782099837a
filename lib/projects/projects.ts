import { and, asc, desc, eq, exists, gt, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { projectLanguages, projects } from "@/db/schema";
import type { LanguageStatus, ProjectStatus } from "@/db/schema/projects";
import type { Caller } from "@/lib/auth/caller";
import { decodeCursor, encodeCursor, pageOf } from "@/lib/cursor";
import { AppError, type FieldError, invalidRequest, notFound } from "@/lib/errors";
import { newId } from "@/lib/ids";
import type { CreateProjectBody, Progress, Project, ProjectsQuery } from "@/lib/schemas/projects";
import { canTranslate, requireKnownLanguage } from "@/lib/translation/languages";

type ProjectRow = typeof projects.$inferSelect;
type LanguageRow = typeof projectLanguages.$inferSelect;

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
      sourceLanguage: source,
      workflow: input.workflow,
      dueAt: input.dueAt ? new Date(input.dueAt) : null,
      metadata: input.metadata,
      createdBy: caller.userId ?? caller.keyId,
    })
    .onConflictDoNothing()
    .returning();
  if (!row) throw await externalIdTaken(caller, input.externalId ?? "", tx);
  const languages = await tx
    .insert(projectLanguages)
    .values(
      targets.map((language, position) => ({ projectId: row.id, accountId: caller.accountId, language, position })),
    )
    .returning();
  return view(row, languages);
}

/** One project of the account. Throws 404. */
export async function getProject(caller: Caller, id: string): Promise<Project> {
  const [row] = await db()
    .select()
    .from(projects)
    .where(and(eq(projects.accountId, caller.accountId), eq(projects.id, id)));
  if (!row) throw notFound("project");
  const languages = await languagesOf(caller, [row.id]);
  return view(row, languages.get(row.id) ?? []);
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
        filters.status ? eq(projects.status, filters.status) : undefined,
        filters.sourceLanguage
          ? eq(projects.sourceLanguage, requireKnownLanguage(filters.sourceLanguage, "sourceLanguage"))
          : undefined,
        filters.targetLanguage ? hasTarget(requireKnownLanguage(filters.targetLanguage, "targetLanguage")) : undefined,
        filters.externalId ? eq(projects.externalId, filters.externalId) : undefined,
        filters.q ? sql`strpos(lower(${projects.name}), lower(${filters.q})) > 0` : undefined,
        filters.updatedSince ? sql`${projects.updatedAt} >= ${filters.updatedSince}::timestamptz` : undefined,
        cursor ? order.after(decodeCursor(scope, cursor)) : undefined,
      ),
    )
    .orderBy(...order.by)
    .limit(limit + 1);
  const page = pageOf(rows, limit, (row) => encodeCursor(scope, [row.place, row.project.id]));
  const languages = await languagesOf(
    caller,
    page.rows.map((row) => row.project.id),
  );
  return {
    projects: await Promise.all(page.rows.map((row) => view(row.project, languages.get(row.project.id) ?? []))),
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

function hasTarget(language: string): SQL {
  return exists(
    db()
      .select({ one: sql`1` })
      .from(projectLanguages)
      .where(and(eq(projectLanguages.projectId, projects.id), eq(projectLanguages.language, language))),
  );
}

async function languagesOf(caller: Caller, ids: readonly string[]): Promise<Map<string, LanguageRow[]>> {
  const found = new Map<string, LanguageRow[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return found;
  const rows = await db()
    .select()
    .from(projectLanguages)
    .where(and(eq(projectLanguages.accountId, caller.accountId), inArray(projectLanguages.projectId, [...ids])))
    .orderBy(asc(projectLanguages.position));
  for (const row of rows) found.get(row.projectId)?.push(row);
  return found;
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

async function externalIdTaken(caller: Caller, externalId: string, tx: Transaction): Promise<AppError> {
  const [row] = await tx
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.accountId, caller.accountId), eq(projects.externalId, externalId)));
  return new AppError("conflict", "Another project of this account has this externalId.", {
    reason: "external_id_taken",
    projectId: row?.id ?? null,
  });
}

const NO_COUNTS = { total: 0, untranslated: 0, draft: 0, needsWork: 0, translated: 0, reviewed: 0 };
const NO_PROGRESS: Progress = {
  segments: NO_COUNTS,
  words: NO_COUNTS,
  draftedPercent: null,
  translatedPercent: null,
  reviewedPercent: null,
};

/** What people may do from a state; all other states are reached by the work itself. */
const TRANSITIONS: Readonly<Record<ProjectStatus, readonly ProjectStatus[]>> = {
  draft: ["cancelled", "archived"],
  in_progress: ["completed", "cancelled"],
  in_review: ["completed", "cancelled"],
  completed: ["archived"],
  cancelled: ["in_progress", "archived"],
  archived: ["in_progress"],
};

async function view(row: ProjectRow, languages: readonly LanguageRow[]): Promise<Project> {
  const blockers = await blockersOf(row, languages);
  return {
    id: row.id,
    externalId: row.externalId,
    name: row.name,
    sourceLanguage: row.sourceLanguage,
    targetLanguages: languages.map((language) => language.language),
    workflow: row.workflow,
    status: row.status,
    statusChangedAt: row.statusChangedAt.toISOString(),
    dueAt: row.dueAt?.toISOString() ?? null,
    activity: null,
    health: health(row),
    blockers,
    allowedTransitions: [...TRANSITIONS[row.status]],
    documentCount: 0,
    progress: NO_PROGRESS,
    languages: languages.map((language) => ({
      language: language.language,
      status: language.status satisfies LanguageStatus,
      progress: NO_PROGRESS,
    })),
    metadata: row.metadata,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

async function blockersOf(row: ProjectRow, languages: readonly LanguageRow[]): Promise<Project["blockers"]> {
  if (row.workflow === "human") return [];
  const blockers: Project["blockers"] = [];
  for (const { language } of languages) {
    if (await canTranslate(row.sourceLanguage, language)) continue;
    blockers.push({ code: "no_machine_translation", language, count: 1, filter: null });
  }
  return blockers;
}

const DUE_SOON_MS = 3 * 86_400_000;

function health(row: ProjectRow): Project["health"] {
  const open = row.status !== "completed" && row.status !== "cancelled" && row.status !== "archived";
  const left = open && row.dueAt ? row.dueAt.getTime() - Date.now() : Number.POSITIVE_INFINITY;
  if (left < 0) return { level: "attention", reasons: ["overdue"] };
  if (left < DUE_SOON_MS) return { level: "attention", reasons: ["due_soon"] };
  return { level: "ok", reasons: [] };
}
