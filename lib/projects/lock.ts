import { and, eq, isNull } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { projects } from "@/db/schema";
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
  options: { readonly allowArchived?: boolean; readonly allowCancelled?: boolean } = {},
): Promise<ProjectRow> {
  const [row] = await tx
    .select()
    .from(projects)
    .where(and(eq(projects.accountId, accountId), eq(projects.id, projectId), isNull(projects.deletedAt)))
    .for("update");
  if (!row) throw notFound("project");
  if (row.status === "archived" && !options.allowArchived)
    throw new AppError("conflict", "The project is archived and read-only. Restore it first.", {
      reason: "project_archived",
    });
  if (row.status === "cancelled" && !options.allowCancelled)
    throw new AppError("conflict", "The project is cancelled. Reopen it first.", { reason: "project_cancelled" });
  return row;
}
