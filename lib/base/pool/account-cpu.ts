import { countCpu } from "@/lib/base/metrics";
import { perProcess } from "@/lib/base/singleton";
import { workContext } from "@/lib/base/work-context";

/** Half-life in milliseconds of an account's recorded processor time. */
const HALF_LIFE_MS = 10_000;

const used = perProcess("account-cpu", () => new Map<string, { ms: number; at: number }>())();

/** The account for which the current work is done. */
export const currentAccount = (): string | undefined => workContext().owner?.();

/** Adds processor time, in milliseconds, of threads and processes that worked for an account. */
export function chargeCpu(account: string | undefined, ms: number, now = performance.now()): void {
  if (account === undefined || ms <= 0) return;
  countCpu(account, ms / 1_000);
  used.set(account, { ms: recentCpu(account, now) + ms, at: now });
}

/** Milliseconds of processor time that an account used recently. The account with the least is served first. */
export function recentCpu(account: string | undefined, now: number): number {
  const recent = account === undefined ? undefined : used.get(account);
  return recent ? recent.ms * 0.5 ** ((now - recent.at) / HALF_LIFE_MS) : 0;
}

/** The item whose account used least processor time; the first of equal ones. */
export function leastServed<T extends { readonly account?: string | undefined }>(waiting: readonly T[]): T | undefined {
  const now = performance.now();
  const [first, ...others] = waiting;
  let least = { one: first, ms: recentCpu(first?.account, now) };
  for (const one of others) {
    const ms = recentCpu(one.account, now);
    if (ms < least.ms) least = { one, ms };
  }
  return least.one;
}
