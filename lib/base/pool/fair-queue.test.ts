import { expect, test } from "vitest";
import { Batch, FairQueue } from "./fair-queue";

const drain = (queue: FairQueue<string>): string => {
  let taken = "";
  for (let item = queue.take(); item; item = queue.take()) taken += item;
  return taken;
};

test("the fair queue serves interactive batches before bulk batches, and batches of equal priority alternately", () => {
  const queue = new FairQueue<string>(100);
  queue.add(new Batch("bulk", [..."abc"]));
  queue.add(new Batch("interactive", [..."12345"]));
  queue.add(new Batch("interactive", [..."xy"]));
  expect(drain(queue)).toBe("1x2y345abc");
});

test("the fair queue refuses a batch that exceeds its priority's limit, but accepts one of any size while that priority is empty", () => {
  const queue = new FairQueue<string>(3);
  expect(queue.add(new Batch("bulk", [..."abcdef"]))).toBe(true);
  expect(queue.add(new Batch("bulk", [..."g"]))).toBe(false);
  expect(queue.add(new Batch("interactive", [..."12"]))).toBe(true);
  expect(queue.add(new Batch("interactive", [..."34"]))).toBe(false);
  expect(queue.add(new Batch("interactive", [..."5"]))).toBe(true);
  expect(queue.size).toBe(9);
  expect(drain(queue)).toBe("152abcdef");
  expect(queue.size).toBe(0);
});

test("withdrawing a batch removes its waiting items from the fair queue and frees their capacity", () => {
  const queue = new FairQueue<string>(3);
  const batch = new Batch("bulk", [..."abc"]);
  queue.add(batch);
  expect(queue.take()).toBe("a");
  queue.withdraw(batch);
  queue.withdraw(batch);
  expect(queue.size).toBe(0);
  expect(queue.add(new Batch("bulk", [..."xyz"]))).toBe(true);
  expect(drain(queue)).toBe("xyz");
});
