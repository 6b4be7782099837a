import { eq, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { documents } from "@/db/schema";
import { AppError } from "@/lib/base/errors";
import type { Caller } from "@/lib/identity/auth/caller";
import { asCaller, changeProject, keepProjectOpen } from "@/lib/projects/change/change-project";
import { lastVersions } from "@/lib/projects/documents/last-version";
import { requireNoRunningImport } from "@/lib/projects/documents/replace-content";
import { requireProjectRow } from "@/lib/projects/require-project";
import type { OnConflict } from "@/lib/schemas/branches";
import { defineJob } from "@/lib/work/jobs/define-job";
import { type Job, sendJob } from "@/lib/work/jobs/queue";
import { type JobContext, JobFault } from "@/lib/work/jobs/runner";
import { type Paired, pairDocument, pairDocuments } from "./branch-documents";
import { endBranch, requireBranch } from "./branches";
import { mergeDocument } from "./merge-document";
import { MERGE_JOB, type MergePayload } from "./merge-type";

/** Priority of the job, above the default because a person waits for the merge. */
const PRIORITY = 5;

/**
 * Queues the merge of a branch into main. Throws 404, and 409 for an inactive project, for a document that is being
 * imported in either, and for conflicting documents unless `onConflict` says whose content is used.
 */
export async function sendMerge(
  caller: Caller,
  projectId: string,
  name: string,
  onConflict: OnConflict,
  tx: Transaction,
): Promise<string> {
  return changeProject(tx, { ...asCaller(caller), projectId }, async ({ project, actor }) => {
    const branch = await requireBranch(project, name, tx);
    const pairs = await pairDocuments(tx, project, branch);
    const ids = pairs.flatMap(({ document, main }) => [document.id, ...(main ? [main.id] : [])]);
    const versions = ids.length > 0 ? await lastVersions(ids, tx) : new Map();
    for (const version of versions.values()) requireNoRunningImport(version);
    if (onConflict === "fail") refuseConflicts(pairs);
    return sendJob(tx, {
      accountId: caller.accountId,
      projectId,
      createdBy: actor.id,
      type: MERGE_JOB,
      payload: { branchId: branch.id, onConflict, actor },
      priority: PRIORITY,
      maxAttempts: 5,
    });
  });
}

function refuseConflicts(pairs: readonly Paired[]): void {
  const paths = pairs.filter(({ changedBy }) => changedBy === "both").map(({ document }) => document.path);
  if (paths.length === 0) return;
  throw new AppError(
    "conflict",
    "Documents have changed in main since the branch was created. Upload them to the branch again, or set onConflict to the side whose content to use.",
    { reason: "branch_conflict", paths },
  );
}

/**
 * Merges one document per transaction. A merged document is removed from the branch, so that a restarted job continues
 * with the next. After the last document the branch is deleted.
 */
export const mergeJob = defineJob(MERGE_JOB, { run });

async function run(job: Job<MergePayload>, { signal, progress }: JobContext) {
  const { branchId, onConflict, actor } = job.payload;
  const branch = await requireProjectRow(job.accountId, branchId);
  const main = await requireProjectRow(job.accountId, branch.branchOf!);
  const pairs = await pairDocuments(db(), main, branch);
  await progress(0, pairs.length);
  const result = { documents: 0, carried: 0, suggested: 0 };
  const target = { accountId: job.accountId, projectId: main.id, actor };
  for (const { document } of pairs) {
    signal.throwIfAborted();
    await db().transaction((tx) =>
      changeProject(tx, target, async (change) => {
        await keepProjectOpen(tx, job.accountId, branchId);
        const pair = await pairDocument(tx, change.project, document);
        if (pair.changedBy === "both" && onConflict === "fail")
          throw new JobFault("conflict", `${document.path} has changed in main since the branch was created.`);
        const content = pair.changedBy === "branch" || (pair.changedBy === "both" && onConflict === "branch");
        const { carried, suggested } = await mergeDocument(change, job, pair, content ? "branch" : "main");
        await tx.update(documents).set({ deletedAt: sql`now()` }).where(eq(documents.id, document.id));
        result.documents += 1;
        result.carried += carried;
        result.suggested += suggested;
      }),
    );
    await progress(result.documents, pairs.length);
  }
  return (tx: Transaction) =>
    changeProject(tx, target, async (change) => {
      await endBranch(tx, branch);
      await change.record("project.updated", { mergedBranch: branch.branch, ...result });
      return { result };
    });
}
