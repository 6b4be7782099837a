import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { qaIssues, segments } from "@/db/schema";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import { recountDocuments } from "@/lib/projects/progress/counters";
import { writeIgnored } from "@/lib/projects/segments/qa-issues";

/** Takes back some of what a batch did that is no change of a text; gives how many, 0 when nothing is left. */
type UndoStep = (change: ProjectChange, batchId: string, most: number) => Promise<number>;

/** Segments that a batch left out of the work or took in again become what they were. */
const undoExclusions: UndoStep = async (change, batchId, most) => {
  const { tx, project } = change;
  const rows = await tx
    .select({ id: segments.id, documentId: segments.documentId })
    .from(segments)
    .where(excludedBy(project.accountId, batchId))
    .orderBy(asc(segments.id))
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

/** Findings that a batch chose to ignore are open again. */
const undoIgnoring: UndoStep = async (change, batchId, most) => {
  const { tx, project } = change;
  const rows = await tx
    .select({ id: qaIssues.id, language: qaIssues.language })
    .from(qaIssues)
    .where(ignoredBy(project.accountId, batchId))
    .orderBy(asc(qaIssues.id))
    .limit(most);
  const [first] = rows;
  if (!first) return 0;
  const ids = rows.map(({ id }) => id);
  // A batch is of one language.
  await writeIgnored(change, first.language, ids, null);
  return rows.length;
};

/** Each leaves no trace of the batch where it was: what is taken up again goes on behind it. */
export const UNDO_STEPS: readonly UndoStep[] = [undoExclusions, undoIgnoring];

/** How many segments and findings a batch has left out that nobody has chosen anew since. */
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
