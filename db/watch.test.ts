import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { Cable } from "@/e2e/chaos/cable";
import { closeDatabase, db, limiterDb, sql } from "./client";
import { startThrowAwayDatabase } from "./embedded.mjs";
import { databaseFault } from "./fault";
import { shedCause, watchDatabase } from "./watch";

let server: Awaited<ReturnType<typeof startThrowAwayDatabase>>;
let relay: Cable;
const before = process.env.DATABASE_URL;
const onChange = vi.fn();
/** The reported causes, in order. */
const causes = () => onChange.mock.calls.map(([state]) => state && `${state.cause} ${state.refused.length}`);
let stop: () => void;

beforeAll(async () => {
  await closeDatabase();
  server = await startThrowAwayDatabase();
  const url = new URL(server.url);
  relay = new Cable(Number(url.port));
  url.host = `127.0.0.1:${await relay.open()}`;
  process.env.DATABASE_URL = url.href;
});
afterEach(() => vi.clearAllMocks());
afterAll(async () => {
  stop();
  await closeDatabase();
  relay.close();
  await server.stop();
  process.env.DATABASE_URL = before;
});

/** The process ids of the server and of its connections. */
async function processes(): Promise<number[]> {
  const [row] = await sql()<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const parent = Number(/^PPid:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${row?.pid}/status`, "utf8"))?.[1]);
  const children = execFileSync("cat", [`/proc/${parent}/task/${parent}/children`], { encoding: "utf8" });
  return [parent, ...children.trim().split(/\s+/).map(Number)];
}

async function millisecondsUntil(condition: () => Promise<boolean>): Promise<number> {
  const from = performance.now();
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
  return performance.now() - from;
}

const asks = {
  tables: () => db().execute("select 1"),
  statements: () => sql()`select 1`,
  limiter: () => limiterDb()`select 1`,
  transaction: (seconds: number) => db().transaction((tx) => tx.execute(`select pg_sleep(${seconds})`)),
};
const works = () =>
  Promise.all([asks.tables(), asks.statements(), asks.limiter()]).then(
    () => true,
    () => false,
  );

const losses = {
  hangs: async () => {
    const pids = await processes();
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    return async () => {
      for (const pid of pids) process.kill(pid, "SIGCONT");
    };
  },
  "is stopped": async () => {
    relay.cut();
    await server.crash();
    return async () => {
      await server.restart();
      relay.mend();
    };
  },
};

test.each([
  ["hangs", 12_000],
  ["is stopped", 1_000],
] as const)(
  "a database that %s fails every statement within %i ms, and serves statements within two seconds after it recovers",
  async (loss, limit) => {
    stop = watchDatabase(onChange);
    expect(await works()).toBe(true);
    const running = asks.transaction(20).catch((error: unknown) => error);
    const bringBack = await losses[loss]();
    const lost = performance.now();
    const faults = await Promise.all([
      running,
      ...[asks.tables, asks.statements, asks.limiter, () => asks.transaction(20)].map((ask) =>
        ask().then(
          () => null,
          (error: unknown) => error,
        ),
      ),
    ]);
    expect(performance.now() - lost, "milliseconds to fail what was waiting").toBeLessThan(limit);
    expect(faults.map(databaseFault)).toEqual(faults.map(() => "down"));
    await vi.waitUntil(() => shedCause("interactive") === "gone");
    const from = performance.now();
    expect(databaseFault(await asks.statements().catch((error: unknown) => error))).toBe("down");
    expect(performance.now() - from, "milliseconds to fail what comes later").toBeLessThan(100);
    await bringBack();
    expect(await millisecondsUntil(works), "milliseconds until it works").toBeLessThan(2_000);
    await vi.waitUntil(() => shedCause("bulk") === null);
    stop();
  },
  30_000,
);

test("new work is refused in three steps and no running statement fails while the database hangs for four seconds", async () => {
  stop = watchDatabase(onChange);
  expect(await works()).toBe(true);
  const running = asks.transaction(1);
  const resume = await losses.hangs();
  await vi.waitUntil(() => shedCause("interactive") !== null, { timeout: 10_000 });
  expect(causes()).toEqual(["statements 1", "statements 2", "statements 3"]);
  await resume();
  await expect(running).resolves.toBeDefined();
  await vi.waitUntil(() => shedCause("bulk") === null);
  expect(causes().at(-1)).toBeNull();
  expect(causes()).not.toContain("gone 3");
  stop();
}, 20_000);

test("a process that was briefly busy or frozen reports no change of the database's state", async () => {
  stop = watchDatabase(onChange);
  expect(await works()).toBe(true);
  keepBusy(1_500);
  expect(await works()).toBe(true);
  await asks.statements();
  expect(onChange).not.toHaveBeenCalled();
  stop();
});

test("a process whose event loop stays blocked for a second at a time refuses bulk work and names the event loop as the cause", async () => {
  stop = watchDatabase(onChange);
  expect(await works()).toBe(true);
  for (let turn = 0; turn < 20 && shedCause("bulk") === null; turn++) {
    keepBusy(1_000);
    await asks.statements();
  }
  expect([shedCause("bulk"), shedCause("batch"), shedCause("interactive")]).toEqual(["loop", null, null]);
  await vi.waitUntil(() => shedCause("bulk") === null, { timeout: 5_000 });
  expect(causes()).toEqual(["loop 1", null]);
  stop();
}, 40_000);

function keepBusy(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test("statements wait for a slow connection to the database, and fail quickly once the connection is cut", async () => {
  stop = watchDatabase(onChange);
  const failed: unknown[] = [];
  const work = async (ms: number) => {
    const until = performance.now() + ms;
    while (performance.now() < until) {
      await Promise.all([asks.tables(), asks.statements(), asks.limiter()]).catch((error: unknown) =>
        failed.push(error),
      );
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  expect(await works()).toBe(true);
  for (const silence of [400, 900, 1_500]) {
    relay.hold();
    setTimeout(() => relay.mend(), silence);
    await work(silence + 300);
  }
  relay.slow(300);
  await work(4_000);
  relay.mend();
  expect(failed).toEqual([]);
  expect(onChange).not.toHaveBeenCalled();
  relay.cut();
  await work(3_500);
  expect(causes()).toEqual(["gone 3"]);
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.map(databaseFault)).toEqual(failed.map(() => "down"));
  relay.mend();
  expect(await millisecondsUntil(works), "milliseconds until it works").toBeLessThan(3_000);
  await vi.waitUntil(() => shedCause("bulk") === null);
  expect(causes()).toEqual(["gone 3", null]);
  stop();
}, 30_000);
