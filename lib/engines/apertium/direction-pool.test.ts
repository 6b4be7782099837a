import { afterAll, expect, test } from "vitest";
import { DirectionPool } from "@/lib/engines/apertium/direction-pool";
import { MemoryBudget } from "@/lib/engines/memory-budget";

const pools: DirectionPool[] = [];
afterAll(() => {
  for (const pool of pools) pool.close();
});

/** A pool over one program that answers each message with itself, changed by a script of sed. */
function sedPool(script: string): DirectionPool {
  const pool = new DirectionPool({
    engine: "apertium",
    mode: "sed",
    niceness: 0,
    stages: async () => [["sed", "--unbuffered", "--null-data", script]],
    budget: new MemoryBudget(100),
    queueLimit: 1_000,
    timeoutMs: 10_000,
  });
  pools.push(pool);
  return pool;
}

const send = (pool: DirectionPool, stream: string, timeoutMs?: number): Promise<string[]> =>
  pool.run([{ stream, fakeStop: false }], { priority: "interactive", ...(timeoutMs ? { timeoutMs } : {}) });

test("a message that kills the programs fails alone: those in flight with it are answered", async () => {
  const pool = sedPool("/poison/Q1");
  const names = Array.from({ length: 40 }, (_, index) => (index === 7 ? "poison" : `m${index}`));
  const results = await Promise.allSettled(names.map((name) => send(pool, name)));
  for (const [index, result] of results.entries()) {
    if (index === 7) expect(result).toMatchObject({ status: "rejected", reason: { code: "unavailable" } });
    else expect(result).toEqual({ status: "fulfilled", value: [`m${index}`] });
  }
});

test("nobody gets another's text when a program answers twice or not at all", async () => {
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

test("a program that cannot be started is an engine that is not available", async () => {
  const pool = new DirectionPool({
    engine: "apertium",
    mode: "none",
    niceness: 0,
    stages: async () => [["no-such-program"]],
    budget: new MemoryBudget(100),
    queueLimit: 10,
    timeoutMs: 1_000,
  });
  pools.push(pool);
  await expect(send(pool, "text")).rejects.toMatchObject({ name: "EngineError", code: "unavailable" });
});
