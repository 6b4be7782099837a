import { setImmediate } from "node:timers/promises";

/** Maximum milliseconds for which one call may block the event loop. */
const MAX_TURN_MS = 1;

/** Maps a list, yielding to the event loop at intervals so that other requests are served. */
export async function mapInTurns<T, R>(items: readonly T[], work: (item: T, index: number) => R): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let since = performance.now();
  for (const [index, item] of items.entries()) {
    results[index] = work(item, index);
    if (performance.now() - since < MAX_TURN_MS) continue;
    await setImmediate();
    since = performance.now();
  }
  return results;
}
