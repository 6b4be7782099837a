import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db, sql } from "@/db/client";
import { jobs } from "@/db/schema";
import { newId } from "@/lib/base/ids";
import { createAccount } from "@/lib/identity/accounts/accounts";
import type { Tier } from "@/lib/vocabulary/accounts";
import { LONG_COST, MAX_INTERRUPTIONS } from "./fairness";
import { type ClaimOptions, claimJob, endJob, sendJob } from "./queue";
import { type Runner, startRunner } from "./runner";

const account = async (tier: Tier = "free") => (await createAccount(db(), { name: "Test", tier })).id;
const uniqueType = () => newId("job");
const send = (accountId: string, type: string, cost = 0) =>
  db().transaction((tx) => sendJob(tx, { accountId, type, payload: {}, cost }));
const claim = async (type: string, options?: ClaimOptions) => (await claimJob("w", [type], options))?.id;
/** Simulates that a runner claims a job and dies, and that another runner notices this. */
async function interrupt(type: string, id: string): Promise<void> {
  await makeDue(id);
  await claim(type);
  await loseRunnerOf(id);
  await claim(type, { isIdle: false });
}
const makeDue = (id: string) => sql()`update jobs set run_at = now() where id = ${id}`;
const loseRunnerOf = (id: string) => sql()`update jobs set lease_until = now() where id = ${id}`;
const stateOf = async (id: string) => (await db().select().from(jobs).where(eq(jobs.id, id)))[0]!;

describe("sharing workers between accounts", () => {
  test("an account's small jobs run before its large jobs, but a large job waits for small jobs at most a minute", async () => {
    const [type, a] = [uniqueType(), await account()];
    const large = await send(a, type, LONG_COST);
    const small = [await send(a, type), await send(a, type)];
    expect(await claim(type)).toBe(small[0]);
    await sql()`update jobs set run_at = now() - interval '2 minutes' where id = ${large}`;
    expect(await claim(type)).toBe(large);
    expect(await claim(type)).toBe(small[1]);
  });

  test("jobs of accounts with fewer running jobs run first, weighted by tier", async () => {
    const type = uniqueType();
    const [free, enterprise] = [await account("free"), await account("enterprise")];
    const ofFree = [await send(free, type), await send(free, type), await send(free, type)];
    const ofEnterprise: string[] = [];
    for (let i = 0; i < 5; i++) ofEnterprise.push(await send(enterprise, type));
    const order: (string | undefined)[] = [];
    for (let i = 0; i < 8; i++) order.push((await claim(type)) ?? "");
    const owners = order.map((id) => (ofFree.includes(id ?? "") ? "free" : "enterprise"));
    expect(owners.slice(0, 6).filter((owner) => owner === "enterprise")).toHaveLength(4);
    expect(order.toSorted()).toEqual([...ofFree, ...ofEnterprise].toSorted());
  });

  test("an account runs as many long jobs as its tier allows, and short jobs in addition", async () => {
    const [type, a, b] = [uniqueType(), await account("free"), await account("free")];
    const long = [await send(a, type, LONG_COST), await send(a, type, LONG_COST), await send(a, type, LONG_COST)];
    expect([await claim(type), await claim(type), await claim(type)]).toEqual([long[0], long[1], undefined]);
    const [short, other] = [await send(a, type), await send(b, type, LONG_COST)];
    expect([await claim(type), await claim(type)].toSorted()).toEqual([short, other].toSorted());
  });

  test("a worker that is full of long jobs runs one additional short job", async () => {
    const [type, a, b] = [uniqueType(), await account(), await account()];
    const running = new Set<string>();
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const handler = {
      run: async ({ id }: { id: string }) => {
        running.add(id);
        await finished;
        return async () => {};
      },
      onFailure: async () => {},
      onCancel: async () => {},
    };
    const long = [await send(a, type, LONG_COST), await send(b, type, LONG_COST)];
    const runner: Runner = await startRunner({ [type]: handler }, 2);
    await expect.poll(() => [...running].toSorted()).toEqual(long.toSorted());
    const short = [await send(b, type), await send(b, type)];
    await expect.poll(() => running.size).toBe(3);
    expect(running.has(short[0]!)).toBe(true);
    finish();
    await expect.poll(async () => (await stateOf(short[1]!)).state).toBe("succeeded");
    await runner.stop();
  });
});

describe("restarting interrupted jobs", () => {
  test("an interrupted job restarts immediately the first time and later after other jobs, and loses no attempt", async () => {
    const [type, a] = [uniqueType(), await account()];
    const id = await send(a, type);
    await claim(type);
    const other = await send(a, type);
    await loseRunnerOf(id);
    expect(await claim(type)).toBe(id);
    await loseRunnerOf(id);
    expect(await claim(type)).toBe(other);
    expect(await claim(type)).toBe(id);
    const { attempts, maxAttempts, interruptions } = await stateOf(id);
    expect([maxAttempts - attempts, interruptions]).toEqual([2, 2]);
  });

  test("a job that was interrupted three times runs alone, and other jobs wait for it after it has waited long", async () => {
    const [type, a] = [uniqueType(), await account()];
    const id = await send(a, type);
    for (let i = 0; i < 3; i++) {
      expect(await claim(type)).toBe(id);
      await loseRunnerOf(id);
    }
    const other = await send(a, type);
    expect(await claim(type, { isIdle: false })).toBe(other);
    const next = await send(a, type);
    await sql()`update jobs set run_at = now() - interval '1 minute' where id = ${id}`;
    expect(await claim(type, { isIdle: false })).toBeUndefined();
    expect(await claim(type)).toBe(id);
    expect(await claim(type, { isIdle: false })).toBe(next);
  });

  test("an interrupted job waits before it runs alone, longer after each interruption", async () => {
    const [type, a] = [uniqueType(), await account()];
    const id = await send(a, type);
    const pauses: number[] = [];
    for (let i = 0; i < MAX_INTERRUPTIONS; i++) {
      await interrupt(type, id);
      const [row] = await sql()<{ pause: number }[]>`
        select greatest(0, ceil(extract(epoch from run_at - now())))::int as pause from jobs where id = ${id}`;
      pauses.push(row!.pause);
    }
    expect(pauses).toEqual([0, 0, 5, 10, 20, 40, 80, 160, 300, 300]);
  });

  test("an interrupted job fails only if it is interrupted while running alone", async () => {
    const [type, a] = [uniqueType(), await account()];
    const id = await send(a, type);
    for (let i = 0; i < MAX_INTERRUPTIONS; i++) await interrupt(type, id);
    await makeDue(id);
    const job = (await claimJob("w", [type]))!;
    expect(job.interruptions).toBe(MAX_INTERRUPTIONS);
    await endJob(job, "w", { state: "queued", delaySeconds: 0, counts: false }, async () => {});
    await interrupt(type, id);
    await makeDue(id);
    let runs = 0;
    const none = async () => {};
    const run = async () => {
      runs += 1;
      return none;
    };
    const runner = await startRunner({ [type]: { run, onFailure: none, onCancel: none } }, 2);
    await expect.poll(async () => (await stateOf(id)).state).toBe("failed");
    expect([runs, (await stateOf(id)).error?.code]).toEqual([0, "internal_error"]);
    await runner.stop();
  });
});
