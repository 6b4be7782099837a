import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { projects, segments } from "@/db/schema";
import { AppError, notFound } from "@/lib/errors";

export type ProjectRow = typeof projects.$inferSelect;

/**
 * Takes the row of a project until the transaction ends. Every transaction that changes what a project holds begins
 * with it: changes of one project follow one another, so its counters and status are exact and no two can wait for each
 * other. Throws 404, and 409 for a project that is archived (or cancelled, where the work needs one that goes on).
 */
export async function lockProject(
  tx: Transaction,
  accountId: string,
  projectId: string,
  options: LockOptions = {},
): Promise<ProjectRow> {
  const row = await lock(tx, accountId, eq(projects.id, projectId));
  if (!row) throw notFound("project");
  requireOpen(row, options);
  return row;
}

/** As {@link lockProject} for the project that a segment belongs to. Throws 404 for the segment. */
export async function lockProjectOfSegment(
  tx: Transaction,
  accountId: string,
  segmentId: string,
  options: LockOptions = {},
): Promise<ProjectRow> {
  const ofSegment = sql`(select project_id from ${segments}
                          where ${segments.accountId} = ${accountId} and ${segments.id} = ${segmentId})`;
  const row = await lock(tx, accountId, sql`${projects.id} = ${ofSegment}`);
  if (!row) throw notFound("segment");
  requireOpen(row, options);
  return row;
}

type LockOptions = { readonly allowArchived?: boolean; readonly allowCancelled?: boolean };

async function lock(tx: Transaction, accountId: string, which: SQL): Promise<ProjectRow | undefined> {
  const [row] = await tx
    .select()
    .from(projects)
    .where(and(eq(projects.accountId, accountId), which, isNull(projects.deletedAt)))
    .for("update");
  return row;
}

function requireOpen(row: ProjectRow, options: LockOptions): void {
  if (row.status === "archived" && !options.allowArchived)
    throw new AppError("conflict", "The project is archived and read-only. Restore it first.", {
      reason: "project_archived",
    });
  if (row.status === "cancelled" && !options.allowCancelled)
    throw new AppError("conflict", "The project is cancelled. Reopen it first.", { reason: "project_cancelled" });
}
