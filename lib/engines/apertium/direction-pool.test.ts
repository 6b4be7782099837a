import { afterAll, expect, test } from "vitest";
import { MemoryBudget } from "@/lib/base/pool/memory-budget";
import { DirectionPool } from "./direction-pool";
import type { Stage } from "./pipeline";

const pools: DirectionPool[] = [];
afterAll(() => {
  for (const pool of pools) pool.close();
});

function poolOver(stage: Stage, batches = false): DirectionPool {
  const pool = new DirectionPool({
    engine: "apertium",
    mode: "test",
    niceness: 0,
    batches,
    stages: async () => [stage],
    budget: new MemoryBudget(100),
    queueLimit: 1_000,
    timeoutMs: 10_000,
  });
  pools.push(pool);
  return pool;
}

/** A pool with one program that returns each message, changed by a sed script. */
const sedPool = (script: string): DirectionPool => poolOver(["sed", "--unbuffered", "--null-data", script]);

/** Answers messages one by one, each with the number written together with it and of those waiting in between. */
const COUNTING = `
  const held = [];
  process.stdin.on("data", (chunk) => {
    const messages = chunk.toString().split("\\0").slice(0, -1);
    held.push(...messages.map((message) => [message, messages.length]));
  });
  setInterval(() => {
    if (held.length === 0) return;
    const most = held.length;
    const [message, together] = held.shift();
    process.stdout.write(message.replace("text", together + " " + most) + "\\0");
  }, 1);`;

const send = (pool: DirectionPool, stream: string, timeoutMs?: number): Promise<string[]> =>
  pool.run([{ stream, fakeStop: false }], { priority: "interactive", ...(timeoutMs ? { timeoutMs } : {}) });

test("a message that crashes the Apertium programs fails, and all other pending messages are answered", async () => {
  const pool = sedPool("/poison/Q1");
  const names = Array.from({ length: 40 }, (_, index) => (index === 7 ? "poison" : `m${index}`));
  const results = await Promise.allSettled(names.map((name) => send(pool, name)));
  for (const [index, result] of results.entries()) {
    if (index === 7) expect(result).toMatchObject({ status: "rejected", reason: { code: "unavailable" } });
    else expect(result).toEqual({ status: "fulfilled", value: [`m${index}`] });
  }
});

test("a request never receives another request's answer, even if a program answers twice or not at all", async () => {
  for (const script of ["/odd/p", "/odd/d"]) {
    const pool = sedPool(script);
    const names = Array.from({ length: 40 }, (_, index) => (index === 7 ? "odd" : `m${index}`));
    const results = await Promise.allSettled(names.map((name) => send(pool, name, 1_000)));
    for (const [index, result] of results.entries()) {
      if (index !== 7) expect(result).toEqual({ status: "fulfilled", value: [`m${index}`] });
      else if (result.status === "fulfilled") expect(result.value).toEqual(["odd"]);
    }
  }
});

test("waiting messages are written in batches small enough that an interactive sentence never waits for a whole text", async () => {
  const pool = poolOver([process.execPath, "-e", COUNTING]);
  const messages = Array.from({ length: 200 }, () => ({ stream: "text", fakeStop: false }));
  const answers = await pool.run(messages, { priority: "bulk" });
  const counts = answers.map((answer) => answer.split(" ").map(Number));
  const together = counts.slice(0, -24).map(([written]) => written!);
  expect(Math.min(...together)).toBeGreaterThanOrEqual(12);
  expect(Math.max(...counts.map(([, held]) => held!))).toBeLessThanOrEqual(24);
});

test("a bulk pool sends more short messages concurrently than an interactive pool, but not more long messages", async () => {
  const pool = poolOver([process.execPath, "-e", COUNTING], true);
  const heldAtMost = async (padding: string): Promise<number> => {
    const messages = Array.from({ length: 200 }, () => ({ stream: `text${padding}`, fakeStop: false }));
    const answers = await pool.run(messages, { priority: "bulk" });
    return Math.max(...answers.map((answer) => Number(answer.split(" ")[1])));
  };
  expect(await heldAtMost("")).toBeGreaterThan(24);
  expect(await heldAtMost("")).toBeLessThanOrEqual(64);
  expect(await heldAtMost(` ${"-".repeat(600)}`)).toBeLessThanOrEqual(24);
});

test("a message is written immediately if the queue is empty", async () => {
  const pool = poolOver([process.execPath, "-e", COUNTING]);
  expect(await send(pool, "text")).toEqual(["1 1"]);
});

test("the engine becomes unavailable if one of its programs can't be started", async () => {
  await expect(send(poolOver(["no-such-program"]), "text")).rejects.toMatchObject({
    name: "EngineError",
    code: "unavailable",
  });
});
