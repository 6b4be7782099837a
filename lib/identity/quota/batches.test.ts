import { describe, expect, test } from "vitest";
import { Batches } from "./batches";

/** A fake sender. Each batch is answered on demand, with the number of each question counted over all batches. */
function sender() {
  const counts: number[] = [];
  const held: (() => void)[] = [];
  let next = 0;
  return {
    counts,
    /** Waits for the next batch and answers it. */
    answer: async () => {
      while (held.length === 0) await settled();
      held.shift()!();
    },
    send: async (count: number) => {
      counts.push(count);
      await new Promise<void>((resolve) => held.push(resolve));
      return Array.from({ length: count }, () => next++);
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("batching of equal database queries", () => {
  test("a single query runs alone, concurrent equal queries run as one batch, and each caller gets its own result", async () => {
    const batches = new Batches<number>();
    const { send, answer, counts } = sender();
    const asked = Promise.all([1, 2, 3, 4].map(() => batches.ask("a", send)));
    await answer();
    await answer();
    expect(await asked).toEqual([0, 1, 2, 3]);
    expect(counts).toEqual([1, 3]);

    const later = batches.ask("a", send);
    await answer();
    expect(await later).toBe(4);
  });

  test("equal queries run in batches of at most sixteen", async () => {
    const batches = new Batches<number>();
    const { send, answer, counts } = sender();
    const asked = Promise.all(Array.from({ length: 20 }, () => batches.ask("a", send)));
    for (let i = 0; i < 3; i++) await answer();
    expect(new Set(await asked).size).toBe(20);
    expect(counts).toEqual([1, 16, 3]);
  });

  test("waiting queries are sent before the callers of the previous batch continue", async () => {
    const batches = new Batches<number>();
    const happened: string[] = [];
    let sent = 0;
    // Like the database driver, which writes at the end of a turn of the event loop.
    const send = async (count: number) => {
      const batch = ++sent;
      await new Promise((resolve) => setImmediate(resolve));
      happened.push(`sent ${batch}`);
      await settled();
      return Array.from({ length: count }, () => batch);
    };
    const asked = [1, 2, 3].map(async () => happened.push(`answered ${await batches.ask("a", send)}`));
    await Promise.all(asked);
    expect(happened).toEqual(["sent 1", "sent 2", "answered 1", "answered 2", "answered 2"]);
  });

  test("a failed batch fails only the queries of that batch", async () => {
    const batches = new Batches<number>();
    let sent = 0;
    const send = async (count: number) => {
      if (++sent === 2) throw new Error("no connection");
      return Array.from({ length: count }, () => sent);
    };
    const [first, second, third] = ["first", "second", "third"].map(() => batches.ask("a", send));
    expect(await first).toBe(1);
    await expect(second).rejects.toThrow("no connection");
    await expect(third).rejects.toThrow("no connection");
    expect(await batches.ask("a", send)).toBe(3);
  });
});

test("different queries don't wait for each other", async () => {
  const batches = new Batches<string>();
  const never = batches.ask("a", () => new Promise(() => {}));
  expect(await batches.ask("b", async () => ["b"])).toBe("b");
  expect(await Promise.race([never, settled().then(() => "still under way")])).toBe("still under way");
});
