import { and, eq, inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { qaIssues, segments } from "@/db/schema";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import { recountDocuments } from "@/lib/projects/progress/counters";
import { writeIgnored } from "@/lib/projects/segments/qa-issues";

/** Undoes some of a batch's changes that do not concern texts. Returns their number; 0 when none is left. */
type UndoStep = (change: ProjectChange, batchId: string, most: number) => Promise<number>;

/** Restores segments that a batch excluded or included. */
const undoExclusions: UndoStep = async (change, batchId, most) => {
  const { tx, project } = change;
  const rows = await tx
    .select({ id: segments.id, documentId: segments.documentId })
    .from(segments)
    .where(excludedBy(project.accountId, batchId))
    .limit(most);
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await tx
    .update(segments)
    .set({ excluded: sql`not ${segments.excluded}`, excludedJobId: null })
    .where(inArray(segments.id, ids));
  await recountDocuments(change, [...new Set(rows.map(({ documentId }) => documentId))]);
  return rows.length;
};

/** Reopens findings that a batch ignored. */
const undoIgnoring: UndoStep = async (change, batchId, most) => {
  const { tx, project } = change;
  const rows = await tx
    .select({ id: qaIssues.id, language: qaIssues.language })
    .from(qaIssues)
    .where(ignoredBy(project.accountId, batchId))
    .limit(most);
  const [first] = rows;
  if (!first) return 0;
  const ids = rows.map(({ id }) => id);
  // All findings of a batch belong to one language.
  await writeIgnored(change, first.language, ids, null);
  return rows.length;
};

/** Each step removes the batch's marks from what it undoes, so that a restarted job continues with the rest. */
export const UNDO_STEPS: readonly UndoStep[] = [undoExclusions, undoIgnoring];

/** Number of segments and findings that a batch excluded or ignored and that have not changed since. */
export async function countFlagged(accountId: string, batchId: string): Promise<number> {
  const excluded = await db().$count(segments, excludedBy(accountId, batchId));
  return excluded + (await db().$count(qaIssues, ignoredBy(accountId, batchId)));
}

function excludedBy(accountId: string, batchId: string) {
  return and(eq(segments.accountId, accountId), eq(segments.excludedJobId, batchId));
}

function ignoredBy(accountId: string, batchId: string) {
  return and(eq(qaIssues.accountId, accountId), eq(qaIssues.ignoredJobId, batchId));
}
