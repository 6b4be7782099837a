import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { inContext } from "@/lib/base/work-context";
import { chargeCpu, leastServed, recentCpu } from "./account-cpu";
import { WorkQueue } from "./work-queue";

test("an account's recorded processor time halves every ten seconds", () => {
  const account = randomUUID();
  chargeCpu(account, 400, 0);
  chargeCpu(account, 100, 10_000);
  expect([recentCpu(account, 10_000), recentCpu(account, 20_000), recentCpu("another", 0)]).toEqual([300, 150, 0]);
});

test("the account with the least recorded processor time is served first, and equal accounts by order of arrival", () => {
  const [busy, quiet, new_] = [randomUUID(), randomUUID(), randomUUID()];
  chargeCpu(busy, 1_000);
  chargeCpu(quiet, 10);
  expect(leastServed([{ account: busy }, { account: quiet }])).toEqual({ account: quiet });
  expect(leastServed([{ account: quiet }, { account: new_, at: 1 }, { account: undefined, at: 2 }])).toMatchObject({
    at: 1,
  });
  expect(leastServed([])).toBeUndefined();
});

test("a queue serves accounts with less recorded processor time first", async () => {
  const [busy, quiet] = [randomUUID(), randomUUID()];
  chargeCpu(busy, 1_000);
  const queue = new WorkQueue<string, string>({
    limit: 10,
    timeoutMs: 1_000,
    error: (fault) => new Error(fault),
    added: () => {},
  });
  const run = (account: string, items: string[]) =>
    inContext({ owner: () => account }, () => queue.run(items, { priority: "bulk" }));
  const runs = Promise.all([run(busy, ["a", "b"]), run(quiet, ["c", "d"])]);
  const order: string[] = [];
  for (let job = queue.take(); job; job = queue.take()) {
    order.push(`${job.input}${job.account === quiet ? " of quiet" : ""}`);
    job.succeed("");
  }
  expect(order).toEqual(["c of quiet", "d of quiet", "a", "b"]);
  await runs;
});
