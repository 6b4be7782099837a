import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { purgeDocument } from "@/db/purge";
import { documents, segments } from "@/db/schema";
import type { DocumentPart } from "@/lib/formats/format";
import type { Caller } from "@/lib/identity/auth/caller";
import { asCaller, changeProject } from "@/lib/projects/change/change-project";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import { recountDocuments } from "@/lib/projects/progress/counters";
import type { PatchDocumentBody, ProjectDocument } from "@/lib/schemas/documents";
import { checkDocumentOptions } from "@/lib/translation/documents";
import { cancelJob } from "@/lib/work/jobs/queue";
import { requireFreePath } from "./create-document";
import { getDocument, requireDocument } from "./documents";
import { lastVersion } from "./last-version";
import { requireNoRunningImport, sendNext } from "./replace-content";
import { optionsOf } from "./version-row";

/**
 * Changes a document's path, or options for reading it, which imports it again. Throws 400, 404, and 409 for an
 * inactive project, a used path, and options during an import.
 */
export async function patchDocument(
  caller: Caller,
  id: string,
  { path, include, exclude }: z.output<typeof PatchDocumentBody>,
): Promise<ProjectDocument> {
  const { projectId } = await requireDocument(caller, id);
  const patchIn = async (change: ProjectChange) => {
    const { tx, project } = change;
    const document = await requireDocument(caller, id, tx);
    const last = await lastVersion(id, tx);
    const before = optionsOf(document, last);
    const options = { ...before, ...(include ? { include } : {}), ...(exclude ? { exclude } : {}) };
    const isReread = JSON.stringify(options) !== JSON.stringify(before);
    if (isReread)
      checkDocumentOptions(document.format, {
        ...(include ? { include: include as DocumentPart[] } : {}),
        ...(exclude ? { exclude: exclude as DocumentPart[] } : {}),
      });
    if (path !== undefined) await requireFreePath(tx, project, path, id);
    const [changed] = await tx
      .update(documents)
      .set({ path: path ?? document.path, updatedAt: sql`now()` })
      .where(and(eq(documents.accountId, caller.accountId), eq(documents.id, id)))
      .returning();
    if (isReread) {
      requireNoRunningImport(last);
      await sendNext(change, changed!, { last, content: last, options, onChange: "needs_work" });
    } else if (changed!.path !== document.path) {
      await change.record("document.updated", {
        document: { id, path: changed!.path, version: document.currentVersion },
        from: document.path,
      });
    }
    return getDocument(caller, id, tx);
  };
  return db().transaction((tx) => changeProject(tx, { ...asCaller(caller), projectId }, patchIn));
}

/** Days for which deleted documents are kept. */
const RETENTION_DAYS = 30;

/** Deletes a document with its segments from its project. Throws 404, 409 for an inactive project. */
export async function deleteDocument(caller: Caller, id: string): Promise<void> {
  const { projectId } = await requireDocument(caller, id);
  const deleteIn = async (change: ProjectChange) => {
    const { tx } = change;
    const document = await requireDocument(caller, id, tx);
    const { jobId } = await lastVersion(id, tx);
    if (jobId) await cancelJob(tx, caller.accountId, jobId);
    const mine = and(eq(documents.accountId, caller.accountId), eq(documents.id, id));
    await tx.update(documents).set({ deletedAt: sql`now()` }).where(mine);
    await removeSegments(tx, document);
    await recountDocuments(change, [id]);
    await change.record("document.deleted", { document: { id, path: document.path } });
  };
  await db().transaction((tx) => changeProject(tx, { ...asCaller(caller), projectId }, deleteIn));
}

/** Marks the segments as removed by adding an empty version, which hides them from all queries of current segments. */
async function removeSegments(
  tx: Transaction,
  { accountId, id, currentVersion }: { accountId: string; id: string; currentVersion: number },
): Promise<void> {
  await tx
    .update(segments)
    .set({ removedIn: currentVersion + 1 })
    .where(and(eq(segments.accountId, accountId), eq(segments.documentId, id), sql`${segments.removedIn} is null`));
}

/** Permanently deletes documents that were deleted 30 days ago, with all their data. */
export async function purgeDocuments(): Promise<void> {
  const gone = await db()
    .select({ id: documents.id })
    .from(documents)
    .where(sql`${documents.deletedAt} < now() - make_interval(days => ${RETENTION_DAYS})`);
  for (const { id } of gone) for await (const _ of purgeDocument(id));
}
