import { and, asc, inArray, isNull, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { db, type Transaction } from "@/db/client";
import { documents, jobs, projectLanguages, users } from "@/db/schema";
import type { Caller } from "@/lib/identity/auth/caller";
import { type Progress, type Project, type ProjectLanguage, settingsOf } from "@/lib/schemas/projects";
import { namesByLanguage } from "@/lib/text/language-codes";
import { canTranslate } from "@/lib/translation/languages";
import { mayFetchModels } from "@/lib/translation/missing-models";
import { lastStatus } from "./documents/last-version";
import { NO_COUNTS } from "./progress/counters";
import { addCounts, countsByLanguage, progressOf } from "./progress/progress";
import type { ProjectRow } from "./require-project";
import { requireProject } from "./require-project";
import { allowedTransitions } from "./status/allowed-transitions";

/** One project of the account. Throws 404. */
export async function getProject(caller: Caller, id: string, tx: Transaction = db()): Promise<Project> {
  const row = await requireProject(caller, id, tx);
  const [project] = await viewProjects(caller, [row], tx);
  return project!;
}

/** Projects as shown to callers, loaded together for a page. */
export async function viewProjects(
  caller: Caller,
  rows: readonly ProjectRow[],
  tx: Transaction = db(),
): Promise<Project[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const [languages, counts, contents, work] = await Promise.all([
    languagesOf(tx, ids),
    countsByLanguage(tx, ids),
    documentsOf(tx, ids),
    workOf(tx, ids),
  ]);
  return Promise.all(
    rows.map((row) => {
      const own = languages.filter((language) => language.projectId === row.id);
      const byLanguage = own.map((language) => counts.get(`${row.id} ${language.language}`) ?? NO_COUNTS);
      return view(caller, row, {
        languages: own.map((language, i) => viewLanguage(language, progressOf(byLanguage[i]!))),
        progress: progressOf(addCounts(byLanguage)),
        documents: contents.get(row.id) ?? { total: 0, ready: 0, failed: 0 },
        work: work.filter((one) => one.projectId === row.id),
      });
    }),
  );
}

type LanguageRow = Awaited<ReturnType<typeof languagesOf>>[number];

function languagesOf(tx: Transaction, ids: readonly string[]) {
  const name = (column: AnyPgColumn) =>
    sql<string | null>`(select ${users.name} from ${users} where ${users.id} = ${column})`;
  return tx
    .select({
      projectId: projectLanguages.projectId,
      language: projectLanguages.language,
      status: projectLanguages.status,
      translatorId: projectLanguages.translatorId,
      translatorName: name(projectLanguages.translatorId),
      reviewerId: projectLanguages.reviewerId,
      reviewerName: name(projectLanguages.reviewerId),
      dueAt: projectLanguages.dueAt,
      completedAt: projectLanguages.completedAt,
    })
    .from(projectLanguages)
    .where(inArray(projectLanguages.projectId, [...ids]))
    .orderBy(asc(projectLanguages.projectId), asc(projectLanguages.position));
}

type Contents = { readonly total: number; readonly ready: number; readonly failed: number };

/** Numbers of documents: all, those that are ready, and those whose latest version could not be read. */
async function documentsOf(tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, Contents>> {
  const rows = await tx
    .select({
      projectId: documents.projectId,
      total: sql<number>`count(*)::int`,
      ready: sql<number>`(count(*) filter (where ${documents.currentVersion} > 0))::int`,
      failed: sql<number>`(count(*) filter (where ${lastStatus} = 'failed'))::int`,
    })
    .from(documents)
    .where(and(inArray(documents.projectId, [...ids]), isNull(documents.deletedAt)))
    .groupBy(documents.projectId);
  return new Map(rows.map(({ projectId, ...contents }) => [projectId, contents]));
}

type Work = {
  readonly projectId: string | null;
  readonly type: string;
  readonly language: string | null;
  readonly state: string;
};

/** The last job of each kind and language: running and failed ones. */
function workOf(tx: Transaction, ids: readonly string[]): Promise<Work[]> {
  const language = sql<string | null>`${jobs.payload} ->> 'language'`;
  return tx
    .selectDistinctOn([jobs.projectId, jobs.type, language], {
      projectId: jobs.projectId,
      type: jobs.type,
      language,
      state: jobs.state,
    })
    .from(jobs)
    .where(inArray(jobs.projectId, [...ids]))
    .orderBy(
      jobs.projectId,
      jobs.type,
      language,
      sql`(${jobs.state} in ('queued', 'running')) desc`,
      sql`${jobs.id} desc`,
    );
}

type Parts = {
  readonly languages: readonly ProjectLanguage[];
  readonly progress: Progress;
  readonly documents: Contents;
  readonly work: readonly Work[];
};

async function view(caller: Caller, row: ProjectRow, parts: Parts): Promise<Project> {
  return {
    id: row.id,
    externalId: row.externalId,
    name: row.name,
    description: row.description,
    sourceLanguage: row.sourceLanguage,
    targetLanguages: parts.languages.map(({ language }) => language),
    languageNames: namesByLanguage(settingsOf(row).languageCodes),
    workflow: row.workflow,
    status: row.status,
    statusChangedAt: row.statusChangedAt.toISOString(),
    dueAt: row.dueAt?.toISOString() ?? null,
    activity: activityOf(parts.work),
    health: healthOf(row, parts),
    blockers: isOpen(row) ? await blockersOf(caller, row, parts) : [],
    allowedTransitions: allowedTransitions(caller, row, parts.documents.ready > 0),
    documentCount: parts.documents.total,
    progress: parts.progress,
    languages: [...parts.languages],
    settings: settingsOf(row),
    protect: row.protect,
    startedAt: row.startedAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
    metadata: row.metadata,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function viewLanguage(row: LanguageRow, progress: Progress): ProjectLanguage {
  return {
    language: row.language,
    status: row.status,
    translator: row.translatorId ? { id: row.translatorId, name: row.translatorName ?? "" } : null,
    reviewer: row.reviewerId ? { id: row.reviewerId, name: row.reviewerName ?? "" } : null,
    dueAt: row.dueAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
    progress,
  };
}

const ACTIVITIES = [
  ["document_import", "importing"],
  ["pretranslate", "translating"],
  ["qa", "checking"],
  ["export", "exporting"],
] as const;

function activityOf(work: readonly Work[]): Project["activity"] {
  const goesOn = (type: string) =>
    work.some((one) => one.type === type && (one.state === "queued" || one.state === "running"));
  return ACTIVITIES.find(([type]) => goesOn(type))?.[1] ?? null;
}

function isOpen({ status }: ProjectRow): boolean {
  return status === "draft" || status === "in_progress" || status === "in_review";
}

/** The blockers of a project's completion, each with a filter that finds it. */
async function blockersOf(
  caller: Caller,
  row: ProjectRow,
  { languages, documents: contents }: Parts,
): Promise<Project["blockers"]> {
  const blockers: Project["blockers"] = [];
  const add = (code: string, language: string | null, count: number, filter: string | null) => {
    if (count > 0) blockers.push({ code, language, count, filter: filter && `/v1/projects/${row.id}/${filter}` });
  };
  add("documents_failed", null, contents.failed, "documents?status=failed");
  for (const { language, progress } of languages) {
    const { segments, qa } = progress;
    const inLanguage = `segments?language=${language}`;
    if (row.workflow !== "human" && !(await isServed(caller, row.sourceLanguage, language)))
      add("no_machine_translation", language, 1, null);
    add("segments_untranslated", language, segments.untranslated, `${inLanguage}&state=untranslated`);
    if (row.workflow === "mt_only")
      add("segments_sent_back", language, segments.needsWork, `${inLanguage}&state=needs_work`);
    else
      add(
        "segments_unreviewed",
        language,
        segments.draft + segments.needsWork + segments.translated,
        `${inLanguage}&state=draft,needs_work,translated`,
      );
    add("qa_errors", language, qa.errors, `${inLanguage}&qa=error`);
  }
  return blockers;
}

/** Whether an engine supports the pair now, or a model for it is downloaded on demand. */
async function isServed(caller: Caller, source: string, target: string): Promise<boolean> {
  return (await canTranslate(source, target, caller)) || mayFetchModels(source, target);
}

const DUE_SOON_MS = 3 * 86_400_000;
const ATTENTION = ["overdue", "due_soon", "qa_errors", "open_issues"] as const;

function healthOf(row: ProjectRow, { languages, progress, documents: contents, work }: Parts): Project["health"] {
  if (!isOpen(row)) return { level: "ok", reasons: [] };
  const left = row.dueAt ? row.dueAt.getTime() - Date.now() : Number.POSITIVE_INFINITY;
  const untranslated = new Set(
    languages.filter((one) => one.progress.segments.untranslated > 0).map(({ language }) => language),
  );
  const draftsFailed = work.some(
    ({ type, language, state }) =>
      type === "pretranslate" &&
      (state === "failed" || state === "partially_failed") &&
      untranslated.has(language ?? ""),
  );
  const holds: Record<(typeof ATTENTION)[number], boolean> = {
    overdue: left < 0,
    due_soon: left >= 0 && left < DUE_SOON_MS,
    qa_errors: progress.qa.errors > 0,
    open_issues: progress.openIssues > 0,
  };
  const blocked = [...(contents.failed > 0 ? ["import_failed"] : []), ...(draftsFailed ? ["pretranslate_failed"] : [])];
  const reasons = [...blocked, ...ATTENTION.filter((reason) => holds[reason])];
  return { level: blocked.length > 0 ? "blocked" : reasons.length > 0 ? "attention" : "ok", reasons };
}
