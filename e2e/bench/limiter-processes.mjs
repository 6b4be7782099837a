import { spawn } from "node:child_process";
import path from "node:path";

/**
 * Asks for decisions on one key from several processes at once, see limiter-process.mjs.
 * @param {{ processes: number, hash: Buffer, windowSeconds: number, seconds: number, lanes: number }} options
 * @returns {Promise<{ asked: number, admitted: number[], seconds: number }>} admissions in milliseconds, sorted
 */
export async function askFromProcesses({ processes, hash, windowSeconds, seconds, lanes }) {
  const env = {
    ...process.env,
    KEY_HASH: hash.toString("base64"),
    WINDOW_SECONDS: String(windowSeconds),
    SECONDS: String(seconds),
    LANES: String(lanes),
  };
  const script = path.join(import.meta.dirname, "limiter-process.mjs");
  const started = Array.from({ length: processes }, () => {
    const child = spawn(process.execPath, ["--conditions=react-server", script], {
      env,
      stdio: ["pipe", "pipe", "inherit"],
    });
    let output = "";
    const ready = new Promise((resolve, reject) => {
      child.stdout.on("data", (data) => {
        output += data;
        if (output.startsWith("ready\n")) resolve(undefined);
      });
      child.once("error", reject);
      child.once("exit", () => reject(new Error("A process of the limiter ended early.")));
    });
    const ended = new Promise((resolve) => {
      child.once("close", () => resolve(output.slice("ready\n".length)));
    });
    return { child, ready, ended };
  });
  await Promise.all(started.map(({ ready }) => ready));
  const from = performance.now();
  for (const { child } of started) child.stdin.write("go\n");
  const results = (await Promise.all(started.map(({ ended }) => ended))).map((output) => JSON.parse(output));
  return {
    asked: results.reduce((sum, { asked }) => sum + asked, 0),
    admitted: results.flatMap(({ admitted }) => admitted).sort((a, b) => a - b),
    seconds: Math.min((performance.now() - from) / 1000, seconds),
  };
}

/** The highest number of admissions in any window. */
export function mostInWindow(admitted, windowSeconds) {
  let most = 0;
  let first = 0;
  for (const [i, at] of admitted.entries()) {
    while (admitted[first] <= at - windowSeconds * 1000) first += 1;
    most = Math.max(most, i - first + 1);
  }
  return most;
}
