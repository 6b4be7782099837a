import { expect, test } from "vitest";
import { keepStarting } from "./keep-starting";

test("background work that can't start because the database is down starts when the database is back, and can be stopped", async () => {
  const calls: string[] = [];
  const runner = keepStarting(
    "work",
    async () => {
      calls.push("start");
      if (calls.length < 3) throw new Error("the database is away");
      return { stop: async () => void calls.push("stop") };
    },
    1,
  );
  await expect.poll(() => calls).toEqual(["start", "start", "start"]);
  await runner.stop();
  expect(calls).toEqual(["start", "start", "start", "stop"]);
});

test("a process can be stopped while it is waiting to start its work", async () => {
  const runner = keepStarting("work", () => Promise.reject(new Error("the database is away")), 60_000);
  await runner.stop();
});
