import { and, countDistinct, desc, eq, inArray, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { qaIssues, segments } from "@/db/schema";
import type { Caller } from "@/lib/identity/auth/caller";

export type FindingCount = {
  readonly language: string;
  readonly check: string;
  readonly severity: "error" | "warning";
  /** Number of segments with this finding in the language; the same as the filter finds. */
  readonly segments: number;
};

/** Findings in a project's translations by language and check: errors first, then by frequency. */
export async function countFindings(caller: Caller, projectId: string): Promise<FindingCount[]> {
  const found = countDistinct(qaIssues.segmentId);
  const rows = await db()
    .select({ language: qaIssues.language, check: qaIssues.checkId, severity: qaIssues.severity, segments: found })
    .from(qaIssues)
    .innerJoin(segments, eq(segments.id, qaIssues.segmentId))
    .where(
      and(
        eq(qaIssues.accountId, caller.accountId),
        eq(qaIssues.projectId, projectId),
        eq(qaIssues.status, "open"),
        inArray(qaIssues.severity, ["error", "warning"]),
        isNull(segments.removedIn),
        eq(segments.excluded, false),
      ),
    )
    .groupBy(qaIssues.language, qaIssues.checkId, qaIssues.severity)
    .orderBy(qaIssues.language, qaIssues.severity, desc(found), qaIssues.checkId);
  return rows as FindingCount[];
}
