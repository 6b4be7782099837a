import { and, eq } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { db, sql } from "@/db/client";
import { jobs } from "@/db/schema";
import { AppError } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { ThreadEnded } from "@/lib/base/pool/task-thread";
import { StorageError } from "@/lib/base/storage/s3";
import { createAccount } from "@/lib/identity/accounts/accounts";
import { cancelJob, claimJob, endJob, LEASE_SECONDS, sendJob } from "./queue";
import { type JobHandler, type Runner, startRunner } from "./runner";

const runners: Runner[] = [];
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
});

const account = async () => (await createAccount(db(), { name: "Test" })).id;
const uniqueType = () => newId("job");

async function run(type: string, handler: Partial<JobHandler>, concurrency = 2): Promise<void> {
  const none = async () => {};
  runners.push(
    await startRunner({ [type]: { run: async () => none, onFailure: none, onCancel: none, ...handler } }, concurrency),
  );
}

async function ended(id: string) {
  for (;;) {
    const [row] = await db().select().from(jobs).where(eq(jobs.id, id));
    if (row && row.state !== "queued" && row.state !== "running") return row;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test("a job waits as long as needed for storage or file descriptors, without losing an attempt", async () => {
  const [type, accountId] = [uniqueType(), await account()];
  const full = new ThreadEnded("died", { cause: Object.assign(new Error(), { code: "ERR_WORKER_INIT_FAILED" }) });
  const faults = [null, 503, null, 503].map((code) => new StorageError("Object storage does not answer.", code));
  const thrown = [...faults, full, full, full];
  await run(type, {
    run: async () => {
      const fault = thrown.pop();
      if (fault) throw fault;
      return async () => {};
    },
  });
  const id = await db().transaction((tx) => sendJob(tx, { accountId, type, payload: {}, maxAttempts: 3 }));
  const hurry = setInterval(async () => {
    await sql()`update jobs set run_at = now() where id = ${id} and state = 'queued'`;
  }, 100);
  const row = await ended(id).finally(() => clearInterval(hurry));
  expect(row).toMatchObject({ state: "succeeded", attempts: 1 });
});

test("a job waits for an unavailable language model as long as the error says, without losing an attempt", async () => {
  const [type, accountId] = [uniqueType(), await account()];
  const away = (code: "model_installing" | "model_unavailable" | "overloaded", reason: string) =>
    new AppError(code, "Not now.", { reason, retryAfterSeconds: 60 });
  const thrown = [
    away("overloaded", "model_limit"),
    ...["damaged", "unreachable", "disk"].map((reason) => away("model_unavailable", reason)),
    away("model_installing", ""),
  ];
  await run(type, {
    run: async () => {
      const fault = thrown.pop();
      if (fault) throw fault;
      return async () => {};
    },
  });
  const waits: number[] = [];
  const id = await db().transaction((tx) => sendJob(tx, { accountId, type, payload: {}, maxAttempts: 1 }));
  const hurry = setInterval(async () => {
    const [row] = await sql()<{ wait: number }[]>`
      update jobs set run_at = now() where id = ${id} and state = 'queued' and run_at > now()
      returning (select extract(epoch from before.run_at - now())::float from jobs before where before.id = ${id}) as wait`;
    if (row) waits.push(row.wait);
  }, 100);
  const row = await ended(id).finally(() => clearInterval(hurry));
  expect(row).toMatchObject({ state: "succeeded", attempts: 1 });
  expect(waits.map((wait) => (wait > 30 ? "long" : "short"))).toEqual(["short", "long", "long", "long", "long"]);
});

test("a job waits at most a day for a language model, and then fails with the reason", async () => {
  const [type, accountId] = [uniqueType(), await account()];
  const away = new AppError("model_unavailable", "Not now.", { reason: "unreachable", retryAfterSeconds: 60 });
  const id = await db().transaction((tx) => sendJob(tx, { accountId, type, payload: {}, maxAttempts: 1 }));
  await sql()`update jobs set created_at = now() - interval '25 hours' where id = ${id}`;
  await run(type, { run: () => Promise.reject(away) });
  expect(await ended(id)).toMatchObject({ state: "failed", attempts: 1, error: { code: "model_unavailable" } });
});

test("a job fails immediately if its model is incompatible, or if the server is busy on its last attempt", async () => {
  for (const [maxAttempts, fault] of [
    [5, new AppError("model_unavailable", "No.", { reason: "incompatible", retryAfterSeconds: 60 })],
    [1, new AppError("overloaded", "Busy.", { retryAfterSeconds: 60 })],
  ] as const) {
    const [type, accountId] = [uniqueType(), await account()];
    await run(type, { run: () => Promise.reject(fault) });
    const id = await db().transaction((tx) => sendJob(tx, { accountId, type, payload: {}, maxAttempts }));
    expect(await ended(id)).toMatchObject({ state: "failed", attempts: 1 });
  }
});

describe("job queue", () => {
  test("a queued job becomes visible only when its transaction commits", async () => {
    const [type, accountId] = [uniqueType(), await account()];
    await expect(
      db().transaction(async (tx) => {
        await sendJob(tx, { accountId, type, payload: {} });
        throw new Error("rolled back");
      }),
    ).rejects.toThrow("rolled back");
    expect(await claimJob("w", [type])).toBeNull();
    await db().transaction((tx) => sendJob(tx, { accountId, type, payload: { n: 1 } }));
    expect(await claimJob("w", [type])).toMatchObject({ payload: { n: 1 }, attempt: 1 });
  });

  test("a worker starts a job as soon as its transaction commits, without waiting for the poll timer", async () => {
    const [type, accountId] = [uniqueType(), await account()];
    const started: number[] = [];
    await run(type, {
      run: async () => {
        started.push(performance.now());
        return async () => {};
      },
    });
    const sent: number[] = [];
    for (let i = 0; i < 20; i++) {
      const id = await db().transaction((tx) => sendJob(tx, { accountId, type, payload: {} }));
      sent.push(performance.now());
      await ended(id);
    }
    // With only the timer of one second, twenty jobs would take about ten seconds.
    const waited = sent.reduce((sum, at, i) => sum + started[i]! - at, 0);
    expect(waited).toBeLessThan(5_000);
  });

  test("jobs of a killed worker restart within 30 seconds, when the worker's lease ends", async () => {
    expect(LEASE_SECONDS).toBeLessThan(29);
    const [type, accountId] = [uniqueType(), await account()];
    const id = await db().transaction((tx) => sendJob(tx, { accountId, type, payload: {} }));
    const dead = await claimJob("killed", [type]);
    expect(await claimJob("other", [type])).toBeNull();
    await sql()`update jobs set lease_until = now() where id = ${id}`;
    const taken = await claimJob("other", [type]);
    expect(taken).toMatchObject({ id, attempt: 2 });
    // A first runner that is still alive can no longer end the job; its effects are discarded.
    let effects = 0;
    const effect = async () => {
      effects += 1;
    };
    expect(await endJob(dead!, "killed", { state: "succeeded" }, effect)).toBe(false);
    expect(await endJob(taken!, "other", { state: "succeeded" }, effect)).toBe(true);
    expect(effects).toBe(1);
  });

  test("cancelling ends a queued job immediately; a running job is signalled and then stored as cancelled", async () => {
    const [type, accountId] = [uniqueType(), await account()];
    const queued = await db().transaction((tx) => sendJob(tx, { accountId, type, payload: {} }));
    await cancelJob(db(), accountId, queued);
    expect((await ended(queued)).state).toBe("cancelled");

    let cancelled = "";
    let tellStarted = () => {};
    const started = new Promise<void>((resolve) => {
      tellStarted = resolve;
    });
    await run(type, {
      run: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          tellStarted();
          signal.addEventListener("abort", () => reject(new Error("aborted")));
        }),
      onCancel: async (job) => {
        cancelled = job.id;
      },
    });
    const running = await db().transaction((tx) => sendJob(tx, { accountId, type, payload: {} }));
    await started;
    await cancelJob(db(), accountId, running);
    expect((await ended(running)).state).toBe("cancelled");
    expect(cancelled).toBe(running);
  });

  test("a job cancelled while its worker was down isn't started again", async () => {
    const [type, accountId] = [uniqueType(), await account()];
    const id = await db().transaction((tx) => sendJob(tx, { accountId, type, payload: {} }));
    await claimJob("killed", [type]);
    await cancelJob(db(), accountId, id);
    await db()
      .update(jobs)
      .set({ leaseUntil: new Date(0) })
      .where(eq(jobs.id, id));
    const done: string[] = [];
    await run(type, {
      run: async () => {
        done.push("begun");
        return async () => {};
      },
      onCancel: async () => {
        done.push("cancelled");
      },
    });
    expect((await ended(id)).state).toBe("cancelled");
    expect(done).toEqual(["cancelled"]);
  });

  test("another account can't cancel a job", async () => {
    const [type, accountId, stranger] = [uniqueType(), await account(), await account()];
    const id = await db().transaction((tx) => sendJob(tx, { accountId, type, payload: {} }));
    await cancelJob(db(), stranger, id);
    expect(await claimJob("w", [type])).toMatchObject({ id });
  });

  test("a job's effects and its end are committed together, and a failing effect rolls back both", async () => {
    const [type, accountId] = [uniqueType(), await account()];
    let tries = 0;
    await run(type, {
      run: async (_job, { progress }) => {
        await progress(3, 4);
        return async (tx) => {
          tries += 1;
          await tx
            .update(jobs)
            .set({ payload: { tries } })
            .where(and(eq(jobs.type, type)));
          if (tries === 1) throw new Error("the effect fails");
        };
      },
    });
    const id = await db().transaction((tx) => sendJob(tx, { accountId, type, payload: {} }));
    expect(await ended(id)).toMatchObject({
      state: "succeeded",
      payload: { tries: 2 },
      progressDone: 3,
      progressTotal: 4,
      attempts: 2,
    });
  });

  test("a job that keeps failing ends with the reason after its last attempt", async () => {
    const [type, accountId] = [uniqueType(), await account()];
    const failures: string[] = [];
    await run(type, {
      run: async () => {
        throw new Error("never quoted");
      },
      onFailure: async (_job, fault) => {
        failures.push(fault.code);
      },
    });
    const id = await db().transaction((tx) => sendJob(tx, { accountId, type, payload: {}, maxAttempts: 1 }));
    expect(await ended(id)).toMatchObject({ state: "failed", error: { code: "internal_error" } });
    expect(failures).toEqual(["internal_error"]);
  });

  test("another worker's takeover of a job doesn't count as an interruption if the first worker is alive", async () => {
    const [type, accountId] = [uniqueType(), await account()];
    const ends: (() => void)[] = [];
    await run(
      type,
      {
        run: async () => {
          await new Promise<void>((resolve) => ends.push(resolve));
          return async () => {};
        },
      },
      2,
    );
    const id = await db().transaction((tx) => sendJob(tx, { accountId, type, payload: {} }));
    await expect.poll(() => ends.length).toBe(1);
    // As if the database's clock had jumped past the end of the lease.
    await sql()`update jobs set lease_until = now() where id = ${id}`;
    await db().transaction((tx) => sendJob(tx, { accountId, type, payload: {} }));
    await expect.poll(() => ends.length).toBe(3);
    const interruptions = async () => (await db().select().from(jobs).where(eq(jobs.id, id)))[0]?.interruptions;
    expect(await interruptions()).toBe(1);
    ends[0]!();
    await expect.poll(interruptions).toBe(0);
    for (const end of ends) end();
    expect(await ended(id)).toMatchObject({ state: "succeeded", attempts: 2 });
  });

  test("an account with many jobs doesn't make another account wait", async () => {
    const [type, busy, quiet] = [uniqueType(), await account(), await account()];
    await db().transaction(async (tx) => {
      for (let i = 0; i < 5; i++) await sendJob(tx, { accountId: busy, type, payload: {} });
      await sendJob(tx, { accountId: quiet, type, payload: {} });
    });
    const first = await claimJob("w", [type]);
    const second = await claimJob("w", [type]);
    expect([first?.accountId, second?.accountId]).toEqual([busy, quiet]);
  });

  test("stopping a worker returns its running jobs to the queue without counting an attempt", async () => {
    const [type, accountId] = [uniqueType(), await account()];
    let tellStarted = () => {};
    const started = new Promise<void>((resolve) => {
      tellStarted = resolve;
    });
    await run(type, {
      run: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          tellStarted();
          signal.addEventListener("abort", () => reject(new Error("aborted")));
        }),
    });
    const id = await db().transaction((tx) => sendJob(tx, { accountId, type, payload: {} }));
    await started;
    await runners.pop()!.stop();
    const [row] = await db().select().from(jobs).where(eq(jobs.id, id));
    expect(row).toMatchObject({ state: "queued", attempts: 0, worker: null });
  });
});
