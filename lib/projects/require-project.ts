import { and, eq, isNull } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { projects } from "@/db/schema";
import type { Caller } from "@/lib/auth/caller";
import { notFound } from "@/lib/errors";
import type { ProjectRow } from "./lock";

/** The row of a project of the account, for reading. Throws 404. */
export async function requireProject(caller: Caller, id: string, tx: Transaction = db()): Promise<ProjectRow> {
  const [row] = await tx
    .select()
    .from(projects)
    .where(and(eq(projects.accountId, caller.accountId), eq(projects.id, id), isNull(projects.deletedAt)));
  if (!row) throw notFound("project");
  return row;
}
