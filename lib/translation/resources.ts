import { and, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { projects } from "@/db/schema";
import type { Caller } from "@/lib/auth/caller";
import { notFound } from "@/lib/errors";
import { isId } from "@/lib/ids";

/** Throws 404 when a request names a glossary or project that the account does not have. */
export async function requireResources(
  caller: Caller,
  named: { glossaryId?: string | undefined; projectId?: string | undefined },
): Promise<void> {
  if (named.glossaryId !== undefined) throw notFound("glossary");
  if (named.projectId === undefined) return;
  const [row] = isId("project", named.projectId)
    ? await db()
        .select({ id: projects.id })
        .from(projects)
        .where(and(eq(projects.accountId, caller.accountId), eq(projects.id, named.projectId)))
    : [];
  if (!row) throw notFound("project");
}
