import { and, eq, isNull } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { projects } from "@/db/schema";
import { notFound } from "@/lib/base/errors";
import type { Caller } from "@/lib/identity/auth/caller";

/** The row of an account's project, for reading. Throws 404. */
export function requireProject(caller: Caller, id: string, tx: Transaction = db()): Promise<ProjectRow> {
  return requireProjectRow(caller.accountId, id, tx);
}

/** Like {@link requireProject}, for jobs. */
export async function requireProjectRow(accountId: string, id: string, tx: Transaction = db()): Promise<ProjectRow> {
  const [row] = await tx
    .select()
    .from(projects)
    .where(and(eq(projects.accountId, accountId), eq(projects.id, id), isNull(projects.deletedAt)));
  if (!row) throw notFound("project");
  return row;
}

export type ProjectRow = typeof projects.$inferSelect;
