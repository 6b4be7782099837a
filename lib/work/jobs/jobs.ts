import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { documents, jobErrors, jobs, jobValues, projects } from "@/db/schema";
import { decodeCursor, encodeCursor, pageOf } from "@/lib/base/cursor";
import { notFound } from "@/lib/base/errors";
import type { Caller } from "@/lib/identity/auth/caller";
import type { Job, JobErrorList, JobErrorsQuery, JobReceipt, JobReceiptQuery, JobsQuery } from "@/lib/schemas/jobs";
import { csvRow } from "@/lib/text/csv";
import { JOB_ENDS } from "./queue";

export type JobRow = typeof jobs.$inferSelect;

/** One job of the account. Throws 404. */
export async function getJob(caller: Caller, id: string, tx: Transaction = db()): Promise<Job> {
  const [view] = await viewJobs(caller, [await requireJob(caller, id, tx)], tx);
  return view!;
}

/** Jobs of the account, ordered by id. Ids without a job are omitted. */
export async function getJobs(
  caller: Pick<Caller, "accountId">,
  ids: readonly string[],
  tx: Transaction = db(),
): Promise<Job[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select()
    .from(jobs)
    .where(and(eq(jobs.accountId, caller.accountId), inArray(jobs.id, [...ids])))
    .orderBy(asc(jobs.id));
  return viewJobs(caller, rows, tx);
}

/** The row of a job of the account. Throws 404. */
export async function requireJob(caller: Caller, id: string, tx: Transaction = db()): Promise<JobRow> {
  const [row] = await tx.select().from(jobs).where(jobOf(caller, id));
  if (!row) throw notFound("job");
  return row;
}

/** The condition for one job of the account. Jobs of a deleted project are hidden until it is restored. */
export function jobOf(caller: Caller, id: string): SQL | undefined {
  const hasProject = sql`exists (select 1 from ${projects} where ${projects.id} = ${jobs.projectId} and ${projects.deletedAt} is null)`;
  return and(eq(jobs.accountId, caller.accountId), eq(jobs.id, id), or(isNull(jobs.projectId), hasProject));
}

/** The jobs of a project, newest first. The caller must have checked that the project exists. */
export async function listJobs(
  caller: Caller,
  projectId: string,
  { type, status, limit, cursor }: z.output<typeof JobsQuery>,
): Promise<{ jobs: Job[]; nextCursor: string | null }> {
  const scope = `jobs ${projectId} ${type ?? ""} ${status ?? ""}`;
  const [after] = cursor ? decodeCursor(scope, cursor) : [];
  const rows = await db()
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.accountId, caller.accountId),
        eq(jobs.projectId, projectId),
        type ? inArray(jobs.type, type) : undefined,
        status ? inArray(jobs.state, status) : undefined,
        after ? lt(jobs.id, after) : undefined,
      ),
    )
    .orderBy(desc(jobs.id))
    .limit(limit + 1);
  const page = pageOf(rows, limit, (row) => encodeCursor(scope, [row.id]));
  return { jobs: await viewJobs(caller, page.rows, db()), nextCursor: page.nextCursor };
}

/** The items of a job that failed, in order of failure. Throws 404. */
export async function listJobErrors(
  caller: Caller,
  id: string,
  { code, limit, cursor }: z.output<typeof JobErrorsQuery>,
): Promise<z.input<typeof JobErrorList>> {
  await requireJob(caller, id);
  const scope = `job errors ${id} ${code ?? ""}`;
  const [after] = cursor ? decodeCursor(scope, cursor) : [];
  const rows = await db()
    .select()
    .from(jobErrors)
    .where(
      and(
        eq(jobErrors.accountId, caller.accountId),
        eq(jobErrors.jobId, id),
        code ? inArray(jobErrors.code, code) : undefined,
        after ? gt(jobErrors.number, Number(after)) : undefined,
      ),
    )
    .orderBy(asc(jobErrors.number))
    .limit(limit + 1);
  const page = pageOf(rows, limit, (row) => encodeCursor(scope, [String(row.number)]));
  return {
    errors: page.rows.map(({ segmentId, language, code, message }) => ({ segmentId, language, code, message })),
    nextCursor: page.nextCursor,
  };
}

/** What an import did with each text of its file, in the file's order; for an import of many files, of all files. */
export async function listJobValues(
  caller: Caller,
  id: string,
  {
    outcome,
    limit = ALL_VALUES,
    cursor,
  }: Omit<z.output<typeof JobReceiptQuery>, "limit"> & { readonly limit?: number },
): Promise<z.input<typeof JobReceipt>> {
  const paths = filesOf(await requireJob(caller, id));
  const ids = paths ? [...paths.keys()] : [id];
  const scope = `job values ${id} ${outcome ?? ""}`;
  const after = cursor ? decodeCursor(scope, cursor) : null;
  const file = sql<number>`array_position(${sql.param(ids)}::text[], ${jobValues.jobId})`;
  const rows = await db()
    .select({ ...getTableColumns(jobValues), file })
    .from(jobValues)
    .where(
      and(
        eq(jobValues.accountId, caller.accountId),
        inArray(jobValues.jobId, ids),
        outcome ? inArray(jobValues.outcome, outcome) : undefined,
        after ? sql`(${file}, ${jobValues.number}) > (${Number(after[0])}::int, ${Number(after[1])}::int)` : undefined,
      ),
    )
    .orderBy(file, asc(jobValues.number))
    .limit(limit + 1);
  const page = pageOf(rows, limit, (row) => encodeCursor(scope, [String(row.file), String(row.number)]));
  return {
    values: page.rows.map(({ jobId, key, outcome, reason, line }) => {
      return { ...(paths ? { path: paths.get(jobId) ?? "" } : {}), key, outcome, reason, line };
    }),
    nextCursor: page.nextCursor,
  };
}

/** The path of each file in an import of many files, by the id of the file's job; undefined for other jobs. */
function filesOf({ payload }: JobRow): ReadonlyMap<string, string> | undefined {
  const files = (payload as { files?: unknown }).files;
  if (!Array.isArray(files) || !files.every(({ jobId, path }) => jobId && path)) return undefined;
  return new Map(files.map(({ jobId, path }) => [jobId, path]));
}

/** A limit that is higher than the number of values in any file. */
const ALL_VALUES = 1_000_000;

/** The results of an import as CSV (RFC 4180): one line per text. */
export async function jobValuesCsv(caller: Caller, id: string, query: z.output<typeof JobReceiptQuery>) {
  const { values } = await listJobValues(caller, id, { outcome: query.outcome });
  const isOfMany = values.some(({ path }) => path !== undefined);
  const lines = values.map(({ path, key, outcome, reason, line }) =>
    csvRow([...(isOfMany ? [path ?? ""] : []), key, outcome, reason, line]),
  );
  return [`${isOfMany ? "path," : ""}key,outcome,reason,line`, ...lines, ""].join("\r\n");
}

async function viewJobs(caller: Pick<Caller, "accountId">, rows: readonly JobRow[], tx: Transaction): Promise<Job[]> {
  const failed = rows.filter((row) => row.progressFailed > 0).map((row) => row.id);
  const errors =
    failed.length === 0
      ? []
      : await tx
          .select({ jobId: jobErrors.jobId, code: jobErrors.code, count: count() })
          .from(jobErrors)
          .where(and(eq(jobErrors.accountId, caller.accountId), inArray(jobErrors.jobId, failed)))
          .groupBy(jobErrors.jobId, jobErrors.code)
          .orderBy(jobErrors.jobId, desc(count()), jobErrors.code);
  const mains = await mainProjects(rows, tx);
  const paths = await documentPaths(caller, rows, tx);
  return rows.map((row) =>
    view(
      { ...row, projectId: mains.get(row.projectId ?? "") ?? row.projectId },
      errors.filter((error) => error.jobId === row.id),
      paths,
    ),
  );
}

/** The paths of the jobs' documents, by document id. */
async function documentPaths(
  { accountId }: Pick<Caller, "accountId">,
  rows: readonly JobRow[],
  tx: Transaction,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap((row) => documentIdOf(row) ?? []))];
  if (ids.length === 0) return new Map();
  const found = await tx
    .select({ id: documents.id, path: documents.path })
    .from(documents)
    .where(and(eq(documents.accountId, accountId), inArray(documents.id, ids)));
  return new Map(found.map(({ id, path }) => [id, path]));
}

function documentIdOf({ payload }: JobRow): string | null {
  return typeof payload.documentId === "string" ? payload.documentId : null;
}

/** The main projects of branches that jobs work for, by the branch's id. Callers know only the main project. */
async function mainProjects(rows: readonly JobRow[], tx: Transaction): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap(({ projectId }) => projectId ?? []))];
  if (ids.length === 0) return new Map();
  const found = await tx
    .select({ id: projects.id, main: projects.branchOf })
    .from(projects)
    .where(and(inArray(projects.id, ids), isNotNull(projects.branchOf)));
  return new Map(found.map(({ id, main }) => [id, main!]));
}

function view(
  row: JobRow,
  errors: readonly { code: string; count: number }[],
  paths: ReadonlyMap<string, string>,
): Job {
  const language = typeof row.payload.language === "string" ? row.payload.language : null;
  const documentId = documentIdOf(row);
  const path = documentId === null ? undefined : paths.get(documentId);
  const segments =
    row.projectId && row.progressFailed > 0 && language
      ? `/v1/projects/${row.projectId}/segments?language=${language}&failedJobId=${row.id}`
      : null;
  return {
    id: row.id,
    type: row.type,
    status: row.state,
    projectId: row.projectId,
    language,
    document: documentId !== null && path !== undefined ? { id: documentId, path } : null,
    progress: { total: row.progressTotal, done: row.progressDone, failed: row.progressFailed },
    result: row.result,
    error: row.error,
    errors: errors.map(({ code, count }) => ({ code, count })),
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    links: {
      self: `/v1/jobs/${row.id}`,
      errors: `/v1/jobs/${row.id}/errors`,
      project: row.projectId && `/v1/projects/${row.projectId}`,
      segments,
    },
  };
}

/** Waits until the job has ended, the time is over or the client has disconnected; returns its state. Throws 404. */
export function waitForJob(caller: Caller, id: string, seconds: number, signal: AbortSignal): Promise<Job> {
  return JOB_ENDS.wait({ id, read: () => getJob(caller, id), hasEnded, seconds, signal });
}

function hasEnded({ status }: Job): boolean {
  return status !== "queued" && status !== "running";
}
