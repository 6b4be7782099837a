import { describe, expect, test, vi } from "vitest";
import { MemoryBudget, type MemoryHolder } from "./memory-budget";

class Holder implements MemoryHolder {
  idleSince: number | null = null;
  granted = false;
  constructor(
    readonly budget: MemoryBudget,
    readonly memoryMb: number,
  ) {}
  async start(): Promise<this> {
    await this.budget.acquire(this, this.memoryMb);
    this.granted = true;
    return this;
  }
  rest(since: number): void {
    this.idleSince = since;
    this.budget.changed(this);
  }
  giveWay(): void {
    this.granted = false;
    this.budget.release(this);
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("MemoryBudget", () => {
  test("the memory budget unloads the least recently used idle engine first", async () => {
    const budget = new MemoryBudget(300);
    const [a, b, c] = await Promise.all([1, 2, 3].map(() => new Holder(budget, 100).start()));
    b!.rest(1);
    a!.rest(2);
    const d = await new Holder(budget, 100).start();
    expect([a, b, c, d].map((holder) => holder!.granted)).toEqual([true, false, true, true]);
    expect(budget.usedMb).toBe(300);
  });

  test("the memory budget serves waiting engines in order of request, and frees the memory of the engine that has run longest", async () => {
    vi.useFakeTimers();
    try {
      const budget = new MemoryBudget(200);
      const a = await new Holder(budget, 100).start();
      const b = await new Holder(budget, 100).start();
      const c = new Holder(budget, 100);
      void c.start();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(c.granted).toBe(false);
      await vi.advanceTimersByTimeAsync(2_000);
      expect([a.granted, b.granted, c.granted]).toEqual([false, true, true]);
      expect(budget.usedMb).toBeLessThanOrEqual(200);
    } finally {
      vi.useRealTimers();
    }
  });

  test("an engine may exceed the memory budget only while no other engine runs", async () => {
    const budget = new MemoryBudget(100);
    const big = await new Holder(budget, 500).start();
    big.rest(1);
    await settled();
    expect(big.granted).toBe(true);
    const small = await new Holder(budget, 50).start();
    expect([big.granted, small.granted]).toEqual([false, true]);
  });

  test("the memory budget reserves no memory for an engine that stopped waiting", async () => {
    const budget = new MemoryBudget(100);
    const a = await new Holder(budget, 100).start();
    const b = new Holder(budget, 100);
    void b.start();
    budget.release(b);
    a.giveWay();
    await settled();
    expect(b.granted).toBe(false);
    expect(budget.usedMb).toBe(0);
  });
});
