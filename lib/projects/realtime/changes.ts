import { and, asc, eq, gt } from "drizzle-orm";
import { db, sql as driver, type Transaction } from "@/db/client";
import { deleteRows } from "@/db/delete-batches";
import { liveChanges, projects } from "@/db/schema";
import { announce, type Shown } from "@/lib/work/live-notices";

/** Maximum ids per change. A change of more segments lists none. */
const MAX_IDS = 500;
/** Minutes after a change within which a stream can resume before it. */
const KEPT_MINUTES = 15;
/** Maximum missed changes that are sent to a stream; with more, the reader must reload everything. */
const MAX_BEHIND = 200;

/** One change of a project: the segments to reload; none if only status or counters changed. */
export type LiveChange = { readonly version: number; readonly shown: readonly Shown[] };

/** Records a change for open streams, in its transaction. The project is locked, so versions commit in order. */
export async function recordChange(
  tx: Transaction,
  project: { readonly id: string; readonly accountId: string },
  { version, shown }: LiveChange,
): Promise<void> {
  await tx
    .insert(liveChanges)
    .values({ accountId: project.accountId, projectId: project.id, version, shown: summary(shown) });
  await announce(tx, { kind: "changes", projectId: project.id });
}

function summary(shown: readonly Shown[]): Shown[] {
  const byLanguage = new Map<string | null, Set<string> | null>();
  for (const { language, segmentIds } of shown) {
    const known = byLanguage.get(language);
    if (known === null) continue;
    byLanguage.set(language, segmentIds && new Set([...(known ?? []), ...segmentIds]));
  }
  const ids = [...byLanguage.values()].reduce((sum, one) => sum + (one?.size ?? 0), 0);
  return [...byLanguage].map(([language, one]) => ({
    language,
    segmentIds: one === null || ids > MAX_IDS ? null : [...one],
  }));
}

/** The current version of a project, which each change increments; null for a deleted project. */
export async function currentVersion(accountId: string, projectId: string): Promise<number | null> {
  const [row] = await db()
    .select({ version: projects.version })
    .from(projects)
    .where(and(eq(projects.accountId, accountId), eq(projects.id, projectId)));
  return row?.version ?? null;
}

/** The changes after a version, without gaps. Null if they are no longer stored, or too many. */
export async function changesSince(
  accountId: string,
  projectId: string,
  since: number,
): Promise<readonly LiveChange[] | null> {
  const rows = await db()
    .select({ version: liveChanges.version, shown: liveChanges.shown })
    .from(liveChanges)
    .where(
      and(eq(liveChanges.accountId, accountId), eq(liveChanges.projectId, projectId), gt(liveChanges.version, since)),
    )
    .orderBy(asc(liveChanges.version))
    .limit(MAX_BEHIND + 1);
  const hasGap = rows.some(({ version }, i) => version !== since + i + 1);
  return hasGap || rows.length > MAX_BEHIND ? null : rows;
}

/** Deletes changes that are too old for resuming a stream. */
export async function deleteOldChanges(): Promise<void> {
  await deleteRows("live_changes", driver()`created_at < now() - make_interval(mins => ${KEPT_MINUTES})`);
}
