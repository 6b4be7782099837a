import { expect, test } from "vitest";
import { mapInTurns } from "./in-turns";

test("mapInTurns keeps the order of a long list and lets other tasks run between its items", async () => {
  let turns = 0;
  let isDone = false;
  const others = (): void => {
    turns += 1;
    if (!isDone) setImmediate(others);
  };
  setImmediate(others);
  const busy = (item: number, index: number) => {
    for (const until = performance.now() + 1; performance.now() < until; );
    return item * 10 + index;
  };
  const items = Array.from({ length: 60 }, (_, index) => index);
  expect(await mapInTurns(items, busy)).toEqual(items.map((item) => item * 11));
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(10);
});
