import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { projects } from "@/db/schema";
import { SYSTEM } from "@/lib/events/actor";
import { log } from "@/lib/log";
import { changeProject } from "@/lib/projects/change/change-project";
import type { ProjectRow } from "@/lib/projects/project-row";
import { countDrift, recountProject } from "./counters";

/** Projects of one round: with a round a minute more than ten thousand a day. */
const BATCH_SIZE = 10;

/**
 * Compares the counters of projects that have changed with what they count, each once a day, without keeping anybody
 * waiting. What differs is logged and counted anew: a fault there shows itself instead of growing.
 */
export async function reconcileCounters(): Promise<void> {
  for (let i = 0; i < BATCH_SIZE; i++) {
    const project = await claimNext();
    if (!project) return;
    if ((await countDrift(db(), project.id)) > 0) await recount(project);
  }
}

type Claimed = Pick<ProjectRow, "id" | "accountId">;

/** The project that was looked at longest ago; null when none is due. */
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
      log.warn({ project: projectId, counters: drifted }, "the counters of a project were wrong and were recounted");
    }),
  );
}
