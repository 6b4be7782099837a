import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db, sql } from "@/db/client";
import { jobErrors, jobs } from "@/db/schema";
import { createAccount } from "@/lib/identity/accounts/accounts";
import { claimJob, type Job, reportProgress, sendJob } from "./queue";
import { recordItemErrors, runSteps } from "./steps";

const ITEMS = ["a", "b", "c", "d"];

/** Runs one attempt. Each item is a step; the vowel fails. Stops before the item `until`. */
async function attempt(job: Job, until?: string): Promise<string[]> {
  const seen: string[] = [];
  const context = {
    signal: new AbortController().signal,
    progress: (done: number, total: number) => reportProgress(job, done, total),
    shouldPause: async () => false,
  };
  const work = runSteps(
    job,
    context,
    async () => ITEMS.length,
    async (tx, after) => {
      const next = ITEMS.find((item) => item > after);
      if (next === undefined) return null;
      seen.push(next);
      const failed = Number(next === "a");
      if (failed)
        await recordItemErrors(tx, job, [{ segmentId: null, language: null, code: "vowel", message: "A vowel." }]);
      if (next === until) throw new Error("killed");
      return { checkpoint: next, done: 1 - failed, failed, result: { seen: 1 } };
    },
  );
  await (until ? expect(work).rejects.toThrow("killed") : work);
  return seen;
}

test("a restarted job continues after its last completed step and reports no progress twice", async () => {
  const { id: accountId } = await createAccount(db(), { name: "Test" });
  const type = `test-${randomUUID()}`;
  const id = await db().transaction((tx) => sendJob(tx, { accountId, type, payload: {} }));
  const claim = async () => {
    await sql()`update jobs set lease_until = now() where id = ${id} and state = 'running'`;
    return (await claimJob("w", [type]))!;
  };
  expect(await attempt(await claim(), "c")).toEqual(["a", "b", "c"]);
  expect(await attempt(await claim())).toEqual(["c", "d"]);
  const [job] = await db().select().from(jobs).where(eq(jobs.id, id));
  expect(job).toMatchObject({
    progressTotal: 4,
    progressDone: 3,
    progressFailed: 1,
    result: { seen: 4 },
    checkpoint: "d",
  });
  const errors = await db().select().from(jobErrors).where(eq(jobErrors.jobId, id)).orderBy(asc(jobErrors.number));
  expect(errors).toMatchObject([{ number: 0, code: "vowel" }]);
});
