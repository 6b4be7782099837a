import { and, desc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { z } from "zod";
import { countBytes, streamChunks } from "@/db/chunks";
import { db, sql as driver, type Transaction } from "@/db/client";
import { deleteRows } from "@/db/delete-batches";
import { exportChunks, projectExports, projects } from "@/db/schema";
import { decodeCursor, encodeCursor, pageOf } from "@/lib/base/cursor";
import { AppError, notFound } from "@/lib/base/errors";
import type { Caller } from "@/lib/identity/auth/caller";
import { requireProject } from "@/lib/projects/require-project";
import type { Export, ExportFile, ExportList, ExportsQuery, ExportWarning } from "@/lib/schemas/exports";

export type ExportRow = typeof projectExports.$inferSelect;

/** Days for which an export can be downloaded. Its report is kept for as long again. */
export const RETENTION_DAYS = 7;

/** One export of the account. Throws 404. */
export async function getExport(caller: Caller, id: string): Promise<Export> {
  const { row, branchOf } = await findExport(caller, id);
  return viewExport({ ...row, projectId: branchOf ?? row.projectId });
}

/** The exports of a project, newest first. Throws 404. */
export async function listExports(
  caller: Caller,
  projectId: string,
  { limit, cursor }: z.output<typeof ExportsQuery>,
): Promise<z.input<typeof ExportList>> {
  const { branchOf } = await requireProject(caller, projectId);
  const scope = `exports ${projectId}`;
  const rows = await db()
    .select()
    .from(projectExports)
    .where(
      and(
        eq(projectExports.accountId, caller.accountId),
        eq(projectExports.projectId, projectId),
        cursor ? lt(projectExports.id, decodeCursor(scope, cursor)[0] ?? "") : undefined,
      ),
    )
    .orderBy(desc(projectExports.id))
    .limit(limit + 1);
  const page = pageOf(rows, limit, (row) => encodeCursor(scope, [row.id]));
  return {
    exports: page.rows.map((row) => viewExport({ ...row, projectId: branchOf ?? projectId })),
    nextCursor: page.nextCursor,
  };
}

/** The bytes of an export. Throws 404, 409 while it is not ready, 410 once it has expired. */
export async function exportContent(
  caller: Caller,
  id: string,
): Promise<{ stream: ReadableStream<Uint8Array>; name: string; mediaType: string; length: number }> {
  const { row } = await findExport(caller, id);
  if (isExpired(row))
    throw new AppError("gone", "The export has expired. Create a new one.", {
      expiredAt: row.expiresAt?.toISOString() ?? null,
    });
  if (row.status !== "succeeded")
    throw new AppError("conflict", `The export is ${row.status} and has no file to download.`, {
      reason: row.status,
    });
  const owner = { table: exportChunks, key: { exportId: id } } as const;
  return {
    stream: streamChunks(owner),
    name: row.fileName ?? "export.zip",
    mediaType: row.mediaType ?? "application/zip",
    length: await countBytes(owner),
  };
}

/** An export as shown to callers. */
export function viewExport(row: ExportRow): Export {
  const status = isExpired(row) ? "expired" : row.status;
  return {
    id: row.id,
    projectId: row.projectId,
    jobId: row.jobId,
    status,
    format: String(row.params.format),
    contentRevision: row.contentRevision,
    fileName: row.fileName,
    bytes: row.bytes,
    files: row.files as ExportFile[],
    warnings: row.warnings as ExportWarning[],
    error: row.error,
    downloadUrl: status === "succeeded" ? `/v1/exports/${row.id}/file` : null,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}

/** Ends the exports of cancelled jobs. */
export async function cancelExports(tx: Transaction, accountId: string, jobIds: readonly string[]): Promise<void> {
  if (jobIds.length === 0) return;
  await tx
    .update(projectExports)
    .set({
      status: "failed",
      error: { code: "cancelled", message: "The export was cancelled." },
      expiresAt: sql`now()`,
    })
    .where(
      and(
        eq(projectExports.accountId, accountId),
        inArray(projectExports.jobId, [...jobIds]),
        inArray(projectExports.status, ["queued", "running"]),
      ),
    );
}

/** Deletes the bytes of expired exports, and their reports a week later. */
export async function expireExports(): Promise<void> {
  await deleteRows("export_chunks", driver()`export_id in (select id from project_exports where expires_at <= now())`);
  const isOld = driver()`expires_at <= now() - make_interval(days => ${RETENTION_DAYS})`;
  await deleteRows("project_exports", isOld);
}

async function findExport(caller: Caller, id: string): Promise<{ row: ExportRow; branchOf: string | null }> {
  const [found] = await db()
    .select({ row: projectExports, branchOf: projects.branchOf })
    .from(projectExports)
    .innerJoin(projects, eq(projects.id, projectExports.projectId))
    .where(and(eq(projectExports.accountId, caller.accountId), eq(projectExports.id, id), isNull(projects.deletedAt)));
  if (!found) throw notFound("export");
  return found;
}

function isExpired({ status, expiresAt }: ExportRow): boolean {
  return status === "expired" || (status === "succeeded" && expiresAt !== null && expiresAt <= new Date());
}
