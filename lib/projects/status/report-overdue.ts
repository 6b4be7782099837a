import { and, asc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { projects } from "@/db/schema";
import { OPEN_PROJECT_STATUSES } from "@/lib/vocabulary/segments";
import { SYSTEM } from "@/lib/work/events/actor";
import { recordEvent } from "@/lib/work/events/record";

/** Records `project.overdue` once for each due date that has passed. */
export async function reportOverdue(): Promise<void> {
  while (await reportNext());
}

/** False if no overdue project remains. */
function reportNext(): Promise<boolean> {
  return db().transaction(async (tx) => {
    const [project] = await tx
      .select()
      .from(projects)
      .where(
        and(
          lt(projects.dueAt, sql`now()`),
          isNull(projects.overdueToldAt),
          isNull(projects.deletedAt),
          inArray(projects.status, [...OPEN_PROJECT_STATUSES]),
        ),
      )
      .orderBy(asc(projects.dueAt))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!project) return false;
    await tx.update(projects).set({ overdueToldAt: sql`now()` }).where(eq(projects.id, project.id));
    await recordEvent(tx, {
      accountId: project.accountId,
      projectId: project.id,
      type: "project.overdue",
      actor: SYSTEM,
      data: { dueAt: project.dueAt?.toISOString() },
    });
    return true;
  });
}
