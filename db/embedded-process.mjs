import { spawnSync } from "node:child_process";
import fs from "node:fs";

/**
 * A process, told apart from a later one that was given the same number.
 * @typedef {{ pid: number, started: string }} ProcessStamp
 */

/**
 * The stamp of a process that runs now, or null. A zombie counts as gone: it does nothing any more, and where the first
 * process of a container never reaps, it stays for ever.
 * @param {number} pid
 * @returns {ProcessStamp | null}
 */
export function processStamp(pid) {
  const started = process.platform === "linux" ? startedFromProc(pid) : startedFromPs(pid);
  return started ? { pid, started } : null;
}

/**
 * Whether the process of this stamp still runs.
 * @param {ProcessStamp | null | undefined} stamp
 */
export function isRunning(stamp) {
  return Boolean(stamp) && processStamp(stamp.pid)?.started === stamp.started;
}

/**
 * Waits until the process is gone.
 * @param {ProcessStamp} stamp
 * @param {number} timeoutMs
 * @returns {Promise<boolean>} false when it still runs
 */
export async function waitUntilGone(stamp, timeoutMs) {
  for (const end = Date.now() + timeoutMs; isRunning(stamp); await pause(20)) {
    if (Date.now() > end) return false;
  }
  return true;
}

/**
 * The start of a command whose process gets a signal when the one that started it is killed: setpriv (util-linux) asks the
 * kernel for that. Empty where there is no such setpriv.
 * @param {"INT" | "TERM"} signal
 * @returns {string[]}
 */
export function diesWithParent(signal) {
  const probe = spawnSync("setpriv", ["--pdeathsig", "keep", "true"], { stdio: "ignore" });
  return probe.status === 0 ? ["setpriv", "--pdeathsig", signal] : [];
}

/** @param {number} ms */
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Fields 3 (state) and 22 (start time in ticks since boot) of proc(5) stat; the name before them may hold anything. */
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
