import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { closeDatabase, db, limiterDb, sql } from "./client";
import { startThrowAwayDatabase } from "./embedded.mjs";
import { databaseFault } from "./fault";
import { watchDatabase } from "./watch";

let server: Awaited<ReturnType<typeof startThrowAwayDatabase>>;
const before = process.env.DATABASE_URL;
const onAway = vi.fn();
const onBack = vi.fn();
let stop: () => void;

beforeAll(async () => {
  await closeDatabase();
  server = await startThrowAwayDatabase();
  process.env.DATABASE_URL = server.url;
});
afterEach(() => vi.clearAllMocks());
afterAll(async () => {
  stop();
  await closeDatabase();
  await server.stop();
  process.env.DATABASE_URL = before;
});

/** The server's process and those of its connections. */
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
  transaction: () => db().transaction((tx) => tx.execute("select pg_sleep(10)")),
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
    await server.crash();
    return server.restart;
  },
};

test.each(Object.entries(losses))(
  "a database that %s fails every statement within a second, and works within two seconds of its return",
  async (_, lose) => {
    stop = watchDatabase({ onAway, onBack });
    expect(await works()).toBe(true);
    const running = asks.transaction().catch((error: unknown) => error);
    const bringBack = await lose();
    const lost = performance.now();
    const faults = await Promise.all([
      running,
      ...Object.values(asks).map((ask) =>
        ask().then(
          () => null,
          (error: unknown) => error,
        ),
      ),
    ]);
    expect(performance.now() - lost, "milliseconds to fail what was waiting").toBeLessThan(1_000);
    expect(faults.map(databaseFault)).toEqual(faults.map(() => "down"));
    await vi.waitUntil(() => onAway.mock.calls.length === 1);
    const from = performance.now();
    expect(databaseFault(await asks.statements().catch((error: unknown) => error))).toBe("down");
    expect(performance.now() - from, "milliseconds to fail what comes later").toBeLessThan(100);
    await bringBack();
    expect(await millisecondsUntil(works), "milliseconds until it works").toBeLessThan(2_000);
    expect(onBack).toHaveBeenCalledTimes(1);
    stop();
  },
);

test("a process that was busy or frozen does not take the database for lost", async () => {
  stop = watchDatabase({ onAway, onBack });
  expect(await works()).toBe(true);
  const until = performance.now() + 1_500;
  while (performance.now() < until);
  expect(await works()).toBe(true);
  await asks.statements();
  expect(onAway).not.toHaveBeenCalled();
});
