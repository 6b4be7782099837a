import { expect } from "vitest";

/** Milliseconds of CPU time that the reference task took on the machine for which the limits in tests were written. */
const YARDSTICK_MS = 70;

/**
 * Runs a task and expects it to use at most this much CPU time. On a slower machine the limit grows by the factor by
 * which the reference task is slower, measured before and after the task. Other processes do not count.
 */
export async function withinCpuMs<Result>(limitMs: number, task: () => Result | Promise<Result>): Promise<Result> {
  const before = yardstickMs();
  const start = process.cpuUsage();
  const result = await task();
  const ms = msSince(start);
  const slowness = Math.max(before, yardstickMs()) / YARDSTICK_MS;
  expect(ms / slowness, "milliseconds of processor time, as on an ordinary machine").toBeLessThan(limitMs);
  return result;
}

/** The reference task works with strings, arrays and maps, as parsers do. */
function yardstickMs(): number {
  const start = process.cpuUsage();
  const counts = new Map<string, number>();
  for (let i = 0; i < 150_000; i++) {
    const word = `word ${(i * 7_919) % 10_007}`.replace(/\d$/, "x");
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  [...counts.keys()].sort();
  return msSince(start);
}

function msSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
