import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { projects, segments } from "@/db/schema";
import { AppError, notFound } from "@/lib/base/errors";
import type { ProjectRow } from "@/lib/projects/require-project";

/** A project, named by its id or by that of one of its segments, and whether it may be changed while it is not open. */
export type ProjectTarget = ({ readonly projectId: string } | { readonly segmentId: string }) & {
  readonly accountId: string;
  readonly allowArchived?: boolean;
  readonly allowCancelled?: boolean;
};

/**
 * Locks the row of a project until the transaction ends. Throws 404 for the project or the segment, and 409 for an
 * archived or cancelled project. Only `changeProject` and `keepProjectOpen` call it.
 */
export async function lockProject(tx: Transaction, target: ProjectTarget): Promise<ProjectRow> {
  const row = await lock(tx, target.accountId, conditionOf(target));
  if (!row) throw notFound("projectId" in target ? "project" : "segment");
  requireOpen(row, target);
  if (row.branchOf) requireOpen(await mainOf(tx, row.accountId, row.branchOf), target);
  return row;
}

/** The project of a branch. While it is inactive, its branches are, too. */
async function mainOf(tx: Transaction, accountId: string, id: string): Promise<ProjectRow> {
  const [main] = await tx
    .select()
    .from(projects)
    .where(and(eq(projects.accountId, accountId), eq(projects.id, id), isNull(projects.deletedAt)));
  if (!main) throw notFound("project");
  return main;
}

function conditionOf(target: ProjectTarget): SQL {
  if ("projectId" in target) return eq(projects.id, target.projectId);
  return sql`${projects.id} = (select project_id from ${segments}
                                where ${segments.accountId} = ${target.accountId} and ${segments.id} = ${target.segmentId})`;
}

async function lock(tx: Transaction, accountId: string, which: SQL): Promise<ProjectRow | undefined> {
  const [row] = await tx
    .select()
    .from(projects)
    .where(and(eq(projects.accountId, accountId), which, isNull(projects.deletedAt)))
    .for("update");
  return row;
}

function requireOpen(row: ProjectRow, { allowArchived, allowCancelled }: ProjectTarget): void {
  if (row.status === "archived" && !allowArchived)
    throw new AppError("conflict", "The project is archived and read-only. Restore it first.", {
      reason: "project_archived",
    });
  if (row.status === "cancelled" && !allowCancelled)
    throw new AppError("conflict", "The project is cancelled. Reopen it first.", { reason: "project_cancelled" });
}
