import { and, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { qaIssues, segments } from "@/db/schema";

/** An unambiguous correction for the range of a finding, in a text or in one of its forms. */
export type Fix = Pick<typeof qaIssues.$inferSelect, "segmentId" | "startAt" | "endAt" | "replacement" | "params">;

/** The open findings of segments that have an unambiguous correction, of one check or of all. */
export function fixesOf(tx: Transaction, language: string, segmentIds: string[], check?: string): Promise<Fix[]> {
  return tx
    .select()
    .from(qaIssues)
    .where(and(inArray(qaIssues.segmentId, segmentIds), isFixable(language, check)));
}

/** Condition for segments with such findings. */
export function hasFixes(language: string, check?: string): SQL {
  return sql`exists (select from ${qaIssues} where ${qaIssues.segmentId} = ${segments.id} and ${isFixable(language, check)})`;
}

function isFixable(language: string, check: string | undefined) {
  return and(
    eq(qaIssues.language, language),
    eq(qaIssues.status, "open"),
    isNotNull(qaIssues.replacement),
    isNotNull(qaIssues.startAt),
    check === undefined ? undefined : eq(qaIssues.checkId, check),
  );
}
