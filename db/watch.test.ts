import { execFileSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { closeDatabase, db, limiterDb, sql } from "./client";
import { startThrowAwayDatabase } from "./embedded.mjs";
import { databaseFault } from "./fault";
import { watchDatabase } from "./watch";

let server: Awaited<ReturnType<typeof startThrowAwayDatabase>>;
let relay: Awaited<ReturnType<typeof startRelay>>;
const before = process.env.DATABASE_URL;
const onAway = vi.fn();
const onBack = vi.fn();
let stop: () => void;

beforeAll(async () => {
  await closeDatabase();
  server = await startThrowAwayDatabase();
  relay = await startRelay();
  process.env.DATABASE_URL = relay.url;
});
afterEach(() => vi.clearAllMocks());
afterAll(async () => {
  stop();
  await closeDatabase();
  relay.leave();
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
    relay.leave();
    await server.crash();
    return () => Promise.all([server.restart(), relay.comeBack()]);
  },
};

test.each([
  ["hangs", 4_000],
  ["is stopped", 1_000],
] as const)(
  "a database that %s fails every statement within %i ms, and serves statements within two seconds of its return",
  async (loss, limit) => {
    const lose = losses[loss];
    stop = watchDatabase({ onAway, onBack }, () => 0);
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
    expect(performance.now() - lost, "milliseconds to fail what was waiting").toBeLessThan(limit);
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

test("a busy or frozen process does not report the database as lost", async () => {
  stop = watchDatabase({ onAway, onBack }, () => 0);
  expect(await works()).toBe(true);
  const until = performance.now() + 1_500;
  while (performance.now() < until);
  expect(await works()).toBe(true);
  await asks.statements();
  expect(onAway).not.toHaveBeenCalled();
  stop();
});

/** Relays connections to the server; silent or slow ones keep every byte, in order. */
async function startRelay() {
  const { port, hostname } = new URL(server.url);
  let heldUntil = 0;
  let delay = 0;
  const sockets = new Set<net.Socket>();
  const pass = (from: net.Socket, to: net.Socket) => {
    let last = Promise.resolve();
    from.on("data", (bytes) => {
      const due = performance.now() + delay;
      last = last.then(async () => {
        while (performance.now() < Math.max(due, heldUntil)) await new Promise((resolve) => setTimeout(resolve, 5));
        to.write(bytes);
      });
    });
    from.on("error", () => {});
    from.on("close", () => to.destroy());
  };
  const relay = net.createServer((client) => {
    const upstream = net.connect(Number(port), hostname);
    for (const socket of [client, upstream]) sockets.add(socket);
    pass(client, upstream);
    pass(upstream, client);
  });
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  const place = relay.address() as net.AddressInfo;
  const url = new URL(server.url);
  url.host = `127.0.0.1:${place.port}`;
  return {
    url: url.href,
    beSilent: (ms: number) => {
      heldUntil = performance.now() + ms;
    },
    slowDown: (ms: number) => {
      delay = ms;
    },
    /** Refuses connections. */
    leave: () => {
      for (const socket of sockets) socket.destroy();
      relay.close();
    },
    comeBack: () => new Promise<void>((resolve) => relay.listen(place.port, "127.0.0.1", resolve)),
  };
}

test("a slow database connection is awaited, and a refused one is reported as lost", async () => {
  stop = watchDatabase({ onAway, onBack }, () => 0);
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
    relay.beSilent(silence);
    await work(silence + 300);
  }
  relay.slowDown(300);
  await work(4_000);
  relay.slowDown(0);
  expect(failed).toEqual([]);
  expect(onAway).not.toHaveBeenCalled();
  relay.leave();
  await work(3_500);
  expect(onAway).toHaveBeenCalledTimes(1);
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.map(databaseFault)).toEqual(failed.map(() => "down"));
  await relay.comeBack();
  expect(await millisecondsUntil(works), "milliseconds until it works").toBeLessThan(3_000);
  expect(onBack).toHaveBeenCalledTimes(1);
  stop();
}, 30_000);
