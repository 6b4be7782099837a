import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { db } from "@/db/client";
import { jobs } from "@/db/schema";
import { newId } from "@/lib/base/ids";
import { createAccount } from "@/lib/identity/accounts/accounts";
import { JOB_HANDLERS, JOBS } from "@/lib/operate/job-handlers";
import { defineJob } from "./define-job";
import { jobType } from "./job-type";
import { sendJob } from "./queue";
import { type Runner, startRunner } from "./runner";

const runners: Runner[] = [];
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
});

async function ended(id: string) {
  for (;;) {
    const [row] = await db().select().from(jobs).where(eq(jobs.id, id));
    if (row && row.state !== "queued" && row.state !== "running") return row;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test("a job's payload is validated by its schema; a job with an invalid payload fails, and the next job runs", async () => {
  const { id: accountId } = await createAccount(db(), { name: "Test" });
  const type = jobType(newId("job"), z.object({ words: z.array(z.string()), since: z.string().optional() }));
  const seen: unknown[] = [];
  const failures: unknown[] = [];
  const job = defineJob(type, {
    run: async ({ payload }) => {
      seen.push(payload);
      return async () => {};
    },
    onFailure: async ({ payload }) => void failures.push(payload),
  });
  runners.push(await startRunner({ [job.type]: job }, 1));
  const send = (payload: Record<string, unknown>) =>
    db().transaction((tx) => sendJob(tx, { accountId, type: type.name, payload, maxAttempts: 5 }));
  const unreadable = await ended(await send({ words: "one" }));
  expect(unreadable).toMatchObject({ state: "failed", attempts: 1, error: { code: "internal_error" } });
  expect(unreadable.error?.message).toContain("cannot be read");
  const newer = await ended(await send({ words: ["one"], unknown: true }));
  expect(newer.state).toBe("succeeded");
  expect([seen, failures]).toEqual([[{ words: ["one"] }], []]);
});

describe("job types", () => {
  test.each(Object.entries(JOBS))("loading job types includes the type %s", async (type, load) => {
    expect((await load()).type).toBe(type);
  });

  /** Payloads as earlier releases queued them; such jobs may still be queued after an upgrade. */
  const EARLIER: Readonly<Record<string, Record<string, unknown>>> = {
    file: { fileId: "fil_x" },
    "webhook.notice": { webhookId: "whk_x", userId: "usr_x", mail: "webhookFailing" },
    document_import: { documentId: "doc_x", version: 1, actor: { type: "user", id: "usr_x" } },
    pretranslate: {
      projectId: "prj_x",
      language: "es",
      method: ["tm", "mt"],
      overwrite: "never",
      actor: { type: "system", id: null },
    },
    bulk_edit: {
      projectId: "prj_x",
      language: "es",
      filter: { check: "tags.extra", documentId: newId("document"), qa: "error", state: ["draft"] },
      action: { type: "replace", find: "a", replace: "b", caseSensitive: true },
      actor: { type: "key", id: "key_x" },
      role: "manager",
    },
    bulk_undo: { projectId: "prj_x", batchId: "job_x", actor: { type: "user", id: "usr_x" } },
    export: { exportId: "exp_x" },
    qa: { projectId: "prj_x" },
    branch_merge: { branchId: "prj_x", onConflict: "fail", actor: { type: "user", id: "usr_x" } },
    target_import: {
      projectId: "prj_x",
      documentId: "doc_x",
      language: "es",
      mode: "translated",
      actor: { type: "user", id: "usr_x" },
      texts: JSON.parse('{ "a": "Uno", "__proto__": "Dos" }'),
      drafts: ["a"],
      unchanged: 0,
      notFound: 0,
    },
    translations_import: {
      projectId: "prj_x",
      files: [{ path: "es.json", documentId: "doc_x", language: "es", jobId: "job_x" }],
      unmatched: [{ path: "a.txt", reason: "unknown", likely: null }],
    },
    measure_quality: { engine: "apertium" },
    "memory.import": { memoryId: "tm_x", importedAt: "2026-11-01T00:00:00.000Z" },
  };

  test.each(Object.keys(JOB_HANDLERS))(
    "the job type %s accepts payloads queued by an earlier release",
    async (type) => {
      const job = {
        id: "job_x",
        accountId: "acc_x",
        type,
        payload: EARLIER[type]!,
        attempt: 1,
        maxAttempts: 1,
        cost: 0,
        interruptions: 0,
        checkpoint: null,
      };
      const abort = new AbortController();
      abort.abort(new Error("stopped"));
      const context = { signal: abort.signal, progress: async () => {}, shouldPause: async () => false };
      // The data of these jobs does not exist, so they may fail; but the schema must accept the payload.
      const fault = await JOB_HANDLERS[type]!.run(job, context).then(
        () => null,
        (thrown: Error) => thrown.message,
      );
      expect(fault ?? "").not.toContain("cannot be read");
      const bad = await JOB_HANDLERS[type]!.run({ ...job, payload: {} }, context).catch(
        (thrown: Error) => thrown.message,
      );
      expect(bad).toContain("cannot be read");
    },
  );
});
