import { desc, eq, inArray, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { documents, documentVersions, jobs } from "@/db/schema";
import type { VersionRow } from "./version-row";

/** The error of a document whose import was cancelled. */
export const CANCELLED = {
  code: "cancelled",
  message: "Reading the document was cancelled. Retry, or upload it again.",
};

/** The latest version of a document, with its actual status. */
export async function lastVersion(documentId: string, tx: Transaction = db()): Promise<VersionRow> {
  return (await lastVersions([documentId], tx)).get(documentId)!;
}

/** {@link lastVersion} for several documents, by id. */
export async function lastVersions(
  documentIds: readonly string[],
  tx: Transaction,
): Promise<ReadonlyMap<string, VersionRow>> {
  const rows = await tx
    .selectDistinctOn([documentVersions.documentId], { version: documentVersions, status: REAL_STATUS })
    .from(documentVersions)
    .leftJoin(jobs, eq(jobs.id, documentVersions.jobId))
    .where(inArray(documentVersions.documentId, [...documentIds]))
    .orderBy(documentVersions.documentId, desc(documentVersions.number));
  return new Map(
    rows.map(({ version, status }) => [
      version.documentId,
      status === version.status ? version : { ...version, status, error: CANCELLED },
    ]),
  );
}

/** If a job was cancelled while queued, together with its project, the version's own status is not up to date. */
const REAL_STATUS = sql<VersionRow["status"]>`case
  when ${documentVersions.status} in ('queued', 'parsing') and ${jobs.state} in ('cancelled', 'failed') then 'failed'
  else ${documentVersions.status} end`;

/** The status of the latest version, for queries of documents. */
export const lastStatus = sql<VersionRow["status"]>`(select ${REAL_STATUS}
  from ${documentVersions} left join ${jobs} on ${jobs.id} = ${documentVersions.jobId}
 where ${documentVersions.documentId} = ${documents.id} order by ${documentVersions.number} desc limit 1)`;
