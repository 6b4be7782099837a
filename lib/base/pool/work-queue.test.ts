import { describe, expect, test } from "vitest";
import { type WorkOptions, WorkQueue } from "./work-queue";

class Fault extends Error {
  constructor(
    readonly code: string,
    reason: string,
  ) {
    super(reason);
  }
}

function newQueue(limit = 100) {
  const events: string[] = [];
  const queue = new WorkQueue<string, string>({
    limit,
    timeoutMs: 1_000,
    error: (fault, reason) => new Fault(fault, reason),
    added: () => events.push("added"),
    answered: (priority) => events.push(`answered ${priority}`),
  });
  return { queue, events };
}

const interactive: WorkOptions = { priority: "interactive" };
const taken = <In, Out>(queue: WorkQueue<In, Out>) => queue.take()!;

describe("WorkQueue", () => {
  test("a queue returns results in the order of the submitted items, whatever order they finish in", async () => {
    const { queue, events } = newQueue();
    const answer = queue.run(["a", "b", "c"], { ...interactive, timeoutMs: 7 });
    const jobs = [taken(queue), taken(queue), taken(queue)];
    expect(jobs.map(({ input, timeoutMs }) => [input, timeoutMs])).toEqual([
      ["a", 7],
      ["b", 7],
      ["c", 7],
    ]);
    for (const job of jobs.toReversed()) job.succeed(job.input.toUpperCase());
    expect(await answer).toEqual(["A", "B", "C"]);
    expect(events).toEqual(["added", "answered interactive"]);
    expect(queue.isBusy).toBe(false);
  });

  test("a call without items is answered immediately", async () => {
    const { queue, events } = newQueue();
    expect(await queue.run([], interactive)).toEqual([]);
    expect(events).toEqual([]);
  });

  test("a queue drops the waiting items of a caller that disconnects, and aborts its running items", async () => {
    const { queue } = newQueue();
    const caller = new AbortController();
    const answer = queue.run(["a", "b"], { ...interactive, signal: caller.signal });
    const job = taken(queue);
    expect([job.isWanted, job.signal.aborted]).toEqual([true, false]);
    caller.abort();
    await expect(answer).rejects.toMatchObject({ code: "aborted" });
    expect([job.isWanted, job.signal.aborted, queue.size]).toEqual([false, true, 0]);
    job.succeed("unheard");
    await expect(queue.run(["c"], { ...interactive, signal: caller.signal })).rejects.toMatchObject({
      code: "aborted",
    });
  });

  test("a queue refuses work beyond its limit", async () => {
    const { queue } = newQueue(1);
    const first = queue.run(["a"], interactive);
    await expect(queue.run(["b"], interactive)).rejects.toMatchObject({ code: "overloaded" });
    taken(queue).succeed("A");
    expect(await first).toEqual(["A"]);
  });

  test("a queue retries an item once if its worker dies, and fails the item if its second worker dies too", async () => {
    const { queue } = newQueue();
    const answer = queue.run(["a", "b"], interactive);
    const [a, b] = [taken(queue), taken(queue)];
    const fault = () => new Fault("unavailable", "died");
    queue.retryOnce(a, fault);
    queue.retryOnce(b, fault);
    expect([queue.hasRetries, queue.next, queue.size]).toEqual([true, undefined, 2]);
    const again = queue.takeRetry()!;
    expect([again.input, again.isRetry]).toEqual(["a", true]);
    queue.retryOnce(again, fault);
    await expect(answer).rejects.toThrow("died");
    expect(queue.takeRetry(), "nobody waits for the rest").toBeUndefined();
    queue.retryOnce(b, fault);
    expect(queue.size).toBe(0);
  });

  test("a closed queue rejects waiting and new work", async () => {
    const { queue } = newQueue();
    const outcomes = Promise.allSettled([queue.run(["under way"], interactive), queue.run(["waits"], interactive)]);
    taken(queue);
    queue.close();
    expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await expect(queue.run(["late"], interactive)).rejects.toMatchObject({ code: "unavailable" });
    expect([queue.size, queue.isBusy]).toEqual([0, false]);
  });
});
