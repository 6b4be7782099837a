import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { projects } from "@/db/schema";
import { log } from "@/lib/base/log";
import { changeProject } from "@/lib/projects/change/change-project";
import type { ProjectRow } from "@/lib/projects/require-project";
import { SYSTEM } from "@/lib/work/events/actor";
import { countDrift, recountProject } from "./counters";

/** Projects per run. With one run per minute, more than ten thousand per day. */
const BATCH_SIZE = 10;

/**
 * Verifies the counters of changed projects, each once a day, without blocking other requests. Differences are logged
 * and corrected, so that errors are noticed and do not accumulate.
 */
export async function reconcileCounters(): Promise<void> {
  for (let i = 0; i < BATCH_SIZE; i++) {
    const project = await claimNext();
    if (!project) return;
    if ((await countDrift(db(), project.id)) > 0) await recount(project);
  }
}

type Claimed = Pick<ProjectRow, "id" | "accountId">;

/** The project that was verified longest ago; null if none is due. */
async function claimNext(): Promise<Claimed | null> {
  const due = db()
    .select({ id: projects.id })
    .from(projects)
    .where(
      and(
        isNull(projects.deletedAt),
        lt(projects.countersCheckedAt, sql`now() - interval '1 day'`),
        lt(projects.countersCheckedAt, projects.updatedAt),
      ),
    )
    .orderBy(projects.countersCheckedAt)
    .limit(1)
    .for("update", { skipLocked: true });
  const [claimed] = await db()
    .update(projects)
    .set({ countersCheckedAt: sql`now()` })
    .where(eq(projects.id, sql`(${due})`))
    .returning({ id: projects.id, accountId: projects.accountId });
  return claimed ?? null;
}

function recount({ id: projectId, accountId }: Claimed): Promise<void> {
  const target = { accountId, projectId, actor: SYSTEM, allowArchived: true, allowCancelled: true };
  return db().transaction((tx) =>
    changeProject(tx, target, async (change) => {
      const drifted = await countDrift(tx, projectId);
      await recountProject(change);
      log.warn({ project: projectId, counters: drifted }, "corrected drifted project counters");
    }),
  );
}
