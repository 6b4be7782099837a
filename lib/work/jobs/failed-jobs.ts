import { and, desc, eq, inArray, lt, notInArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { db } from "@/db/client";
import { accounts, files, jobs } from "@/db/schema";
import { decodeCursor, encodeCursor, pageOf } from "@/lib/base/cursor";
import { ERRORS, notFound } from "@/lib/base/errors";
import type { FailedJobList, FailedJobsQuery } from "@/lib/schemas/admin";
import type { FailureCause } from "@/lib/vocabulary/engines";
import { WAKE_CHANNEL } from "./queue";

const SCOPE = "failed jobs";

/** Codes of errors that are caused by a person's input, not by this server. */
const CONTENT_CODES = Object.entries(ERRORS)
  .filter(([, { status }]) => status < 500)
  .map(([code]) => code);

/** Permanently failed jobs of all accounts, newest first. */
export async function listFailedJobs(page: z.output<typeof FailedJobsQuery>): Promise<z.input<typeof FailedJobList>> {
  const [after] = page.cursor ? decodeCursor(SCOPE, page.cursor) : [];
  const rows = await db()
    .select({ job: jobs, accountName: accounts.name })
    .from(jobs)
    .innerJoin(accounts, eq(accounts.id, jobs.accountId))
    .where(and(eq(jobs.state, "failed"), causedBy(page.cause), after ? lt(jobs.id, after) : undefined))
    .orderBy(desc(jobs.id))
    .limit(page.limit + 1);
  const shown = pageOf(rows, page.limit, (row) => encodeCursor(SCOPE, [row.job.id]));
  return {
    jobs: shown.rows.map(({ job, accountName }) => ({
      id: job.id,
      accountId: job.accountId,
      accountName,
      type: job.type,
      attempts: job.attempts,
      error: job.error,
      cause: job.error && CONTENT_CODES.includes(job.error.code) ? "content" : "server",
      createdAt: job.createdAt.toISOString(),
      finishedAt: job.finishedAt?.toISOString() ?? null,
    })),
    nextCursor: shown.nextCursor,
  };
}

function causedBy(cause: FailureCause | undefined): SQL | undefined {
  if (cause === undefined) return undefined;
  const code = sql`coalesce(${jobs.error} ->> 'code', '')`;
  return cause === "content" ? inArray(code, CONTENT_CODES) : notInArray(code, CONTENT_CODES);
}

/** Requeues a failed job with a full number of attempts, and resets the state of what it works on. Throws 404. */
export async function retryJob(id: string): Promise<void> {
  await db().transaction(async (tx) => {
    const [job] = await tx
      .update(jobs)
      .set({
        state: "queued",
        attempts: 0,
        interruptions: 0,
        error: null,
        cancelRequested: false,
        runAt: sql`now()`,
        startedAt: null,
        finishedAt: null,
      })
      .where(failed(id))
      .returning({ id: jobs.id });
    if (!job) throw notFound("job");
    await tx
      .update(files)
      .set({ status: "queued", error: null, completedAt: null })
      .where(and(eq(files.jobId, id), eq(files.status, "failed")));
    await tx.execute(sql`select pg_notify(${WAKE_CHANNEL}, '')`);
  });
}

/** Deletes a failed job. The file or other object that it worked on stays failed. Throws 404. */
export async function deleteFailedJob(id: string): Promise<void> {
  const gone = await db().delete(jobs).where(failed(id)).returning({ id: jobs.id });
  if (gone.length === 0) throw notFound("job");
}

function failed(id: string) {
  return and(eq(jobs.id, id), eq(jobs.state, "failed"));
}
