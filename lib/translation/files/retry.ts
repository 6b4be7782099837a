import { and, eq, inArray } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { files } from "@/db/schema";
import { AppError } from "@/lib/base/errors";
import type { Caller } from "@/lib/identity/auth/caller";
import type { FileTranslation } from "@/lib/schemas/files";
import { sendJob } from "@/lib/work/jobs/queue";
import { FILE_JOB, findFile, refuseExpired, view } from "./files";

/**
 * Retries a failed or cancelled file translation with the stored bytes; its id stays the same. Throws 404, 409 for one
 * that is running or finished, 410 once it has expired.
 */
export async function retryFile(caller: Caller, id: string, tx: Transaction): Promise<FileTranslation> {
  const file = await findFile(caller, id, tx);
  refuseExpired(file);
  const { accountId } = caller;
  const job = { accountId, type: FILE_JOB, payload: { fileId: id }, cost: file.bytes, maxAttempts: 5 };
  const jobId = await sendJob(tx, job);
  // Of two concurrent retries, only one finds the file failed; the other one's job is rolled back.
  const [queued] = await tx
    .update(files)
    .set({ status: "queued", jobId, error: null, segmentsDone: 0, segmentsTotal: null, completedAt: null })
    .where(and(eq(files.accountId, caller.accountId), eq(files.id, id), inArray(files.status, ["failed", "cancelled"])))
    .returning();
  if (queued) return view(queued);
  const { status } = await findFile(caller, id, tx);
  throw new AppError("conflict", `The translation is ${status}: only a failed one can be retried.`, {
    reason: status,
  });
}
