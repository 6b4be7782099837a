import { setImmediate } from "node:timers/promises";

/** As long as one request may keep all others waiting, in milliseconds. */
const TURN_MS = 4;

/** Does work for each item of a list, however long, and lets other requests have their turn in between. */
export async function mapInTurns<T, R>(items: readonly T[], work: (item: T, index: number) => R): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let since = performance.now();
  for (const [index, item] of items.entries()) {
    results[index] = work(item, index);
    if (performance.now() - since < TURN_MS) continue;
    await setImmediate();
    since = performance.now();
  }
  return results;
}
