import { expect } from "vitest";

/** Processor time of the yardstick where the limits of tests are written down. */
const YARDSTICK_MS = 70;

/**
 * Runs a task and expects that it needs at most this much processor time. A slow machine gets as much more as it needs
 * more for a fixed piece of work before and after the task; other processes don't count.
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

/** Strings, arrays and maps, as parsers use them. */
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
