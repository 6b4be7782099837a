import { spawnSync } from "node:child_process";
import fs from "node:fs";

/**
 * Identifies a process even if its number is reused later.
 * @typedef {{ pid: number, started: string }} ProcessStamp
 */

/**
 * The stamp of a running process, or null. A zombie counts as ended: in a container whose first process does not reap
 * zombies, it would never disappear.
 * @param {number} pid
 * @returns {ProcessStamp | null}
 */
export function processStamp(pid) {
  const started = process.platform === "linux" ? startedFromProc(pid) : startedFromPs(pid);
  return started ? { pid, started } : null;
}

/**
 * True if the process with this stamp is still running.
 * @param {ProcessStamp | null | undefined} stamp
 */
export function isRunning(stamp) {
  return Boolean(stamp) && processStamp(stamp.pid)?.started === stamp.started;
}

/**
 * Waits until the process has ended.
 * @param {ProcessStamp} stamp
 * @param {number} timeoutMs
 * @returns {Promise<boolean>} false if it is still running
 */
export async function waitUntilGone(stamp, timeoutMs) {
  for (const end = Date.now() + timeoutMs; isRunning(stamp); await pause(20)) {
    if (Date.now() > end) return false;
  }
  return true;
}

/**
 * A command prefix that makes the kernel signal the process when its parent dies: setpriv (util-linux). Empty if
 * setpriv is missing or too old.
 * @param {"INT" | "TERM"} signal
 * @returns {string[]}
 */
export function diesWithParent(signal) {
  const probe = spawnSync("setpriv", ["--pdeathsig", "keep", "true"], { stdio: "ignore" });
  return probe.status === 0 ? ["setpriv", "--pdeathsig", signal] : [];
}

/** @param {number} ms */
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Fields 3 (state) and 22 (start time in ticks since boot) of proc(5) stat. The name may contain anything. */
function startedFromProc(pid) {
  let stat;
  try {
    stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return null;
  }
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields[0] === "Z" || fields[0] === "X" ? null : (fields[19] ?? null);
}

function startedFromPs(pid) {
  const { status, stdout } = spawnSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], { encoding: "utf8" });
  const line = (stdout ?? "").trim();
  return status === 0 && line && !line.startsWith("Z") ? line.slice(line.indexOf(" ")).trim() : null;
}
