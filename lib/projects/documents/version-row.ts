import { and, eq, isNull, lt, ne, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { documentChunks, documents, documentVersions, projects } from "@/db/schema";
import type { DocumentChanges } from "@/lib/schemas/documents";
import type { Warning } from "@/lib/translation/warnings";
import type { Job } from "@/lib/work/jobs/queue";

export type DocumentRow = typeof documents.$inferSelect;
export type VersionRow = typeof documentVersions.$inferSelect;

export type FoundVersion = {
  readonly document: DocumentRow;
  readonly version: VersionRow;
  readonly sourceLanguage: string;
};

/** Options for reading a version of a document. */
export function optionsOf(document: DocumentRow, version: VersionRow): DocumentRow["formatOptions"] {
  return version.formatOptions ?? document.formatOptions;
}

type Name = { readonly documentId: string; readonly version: number };

/** A version of an account's document. Null if the document is deleted. */
export async function findVersion(tx: Transaction, accountId: string, name: Name): Promise<FoundVersion | undefined> {
  const [row] = await tx
    .select({ document: documents, version: documentVersions, sourceLanguage: projects.sourceLanguage })
    .from(documents)
    .innerJoin(projects, eq(projects.id, documents.projectId))
    .innerJoin(
      documentVersions,
      and(eq(documentVersions.documentId, documents.id), eq(documentVersions.number, name.version)),
    )
    .where(and(eq(documents.accountId, accountId), eq(documents.id, name.documentId), isNull(documents.deletedAt)));
  return row;
}

/** Sets the status of a version. A ready version stays ready, whatever happens to its job. */
export async function setVersion(
  tx: Transaction,
  accountId: string,
  { documentId, version }: Name,
  set: Partial<typeof documentVersions.$inferInsert>,
): Promise<void> {
  await tx
    .update(documentVersions)
    .set(set)
    .where(
      and(
        eq(documentVersions.accountId, accountId),
        eq(documentVersions.documentId, documentId),
        eq(documentVersions.number, version),
        ne(documentVersions.status, "ready"),
      ),
    );
}

/** Makes an imported version the current one. Keeps the previous version's bytes for requests that are reading them. */
export async function makeCurrent(
  tx: Transaction,
  job: Job<unknown>,
  { document, version }: FoundVersion,
  { segments: segmentCount, words: wordCount, added, changed, removed }: DocumentChanges,
  warnings: readonly Warning[],
): Promise<void> {
  const { number } = version;
  await tx
    .update(documents)
    .set({ currentVersion: number, formatOptions: optionsOf(document, version), updatedAt: sql`now()` })
    .where(and(eq(documents.accountId, job.accountId), eq(documents.id, document.id)));
  await setVersion(
    tx,
    job.accountId,
    { documentId: document.id, version: number },
    {
      status: "ready",
      error: null,
      jobId: job.id,
      segmentCount,
      wordCount,
      added,
      changed,
      removed,
      warnings: [...warnings],
    },
  );
  await tx
    .delete(documentChunks)
    .where(and(eq(documentChunks.documentId, document.id), lt(documentChunks.version, document.currentVersion)));
}
