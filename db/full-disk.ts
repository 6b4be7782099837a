import { perProcess } from "@/lib/base/singleton";
import { sql } from "./client";
import { databaseFault } from "./fault";

/** Pages of 8 KiB that a probe writes. */
const TRIAL_PAGES = 8;

const refusal = perProcess("full-disk", () => ({ isFull: false }));

/** Records that a write was refused because the database's disk is full. */
export function noteFullDisk(): void {
  refusal().isFull = true;
}

/** Whether the database's disk is full: from a write refused in this process until a probe, of each call, succeeds. */
export async function isDiskFull(): Promise<boolean> {
  const state = refusal();
  if (state.isFull && (await hasRoom())) state.isFull = false;
  return state.isFull;
}

/** Probes by writing to a temporary table. Other errors are reported by the database's health check. */
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
