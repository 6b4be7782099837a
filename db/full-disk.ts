import { perProcess } from "@/lib/base/singleton";
import { sql } from "./client";
import { databaseFault } from "./fault";

/** Seconds between probes for free space on the disk. */
const TRIAL_SECONDS = 5;
/** Pages of 8 KiB that a probe writes. */
const TRIAL_PAGES = 8;

/** When a write was last refused, in milliseconds of `performance.now()`; null if the disk has room. */
const refusal = perProcess<{ at: number | null }>("full-disk", () => ({ at: null }));

/** Notes that a write was refused because the database's disk is full. */
export function noteFullDisk(): void {
  refusal().at = performance.now();
}

/**
 * Whether the database's disk is full: from a write refused in this process until a probe succeeds. In between, writes
 * are refused with 503, and reads continue.
 */
export async function isDiskFull(): Promise<boolean> {
  const state = refusal();
  if (state.at === null) return false;
  if (performance.now() - state.at < TRIAL_SECONDS * 1000) return true;
  state.at = (await hasRoom()) ? null : performance.now();
  return state.at !== null;
}

/** Writes to a temporary table. Errors other than a full disk are left to the database's health check. */
async function hasRoom(): Promise<boolean> {
  try {
    await sql().begin(async (tx) => {
      await tx`create temp table disk_trial (page text storage external) on commit drop`;
      await tx`insert into disk_trial select repeat('x', 8000) from generate_series(1, ${TRIAL_PAGES})`;
    });
    return true;
  } catch (error) {
    return databaseFault(error) !== "full";
  }
}
