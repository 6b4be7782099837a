import fs from "node:fs";
import path from "node:path";
import { isRunning, processStamp, waitUntilGone } from "../../../db/embedded-process.mjs";
import { Failure } from "./step.mjs";

/**
 * Claims a data directory for this process. First stops a server left behind by a killed process: it would occupy the
 * port and answer in place of the new one.
 * @param {string} dataDir
 * @returns {Promise<{ recovered: boolean, serverStarted: (pid: number) => void, release: () => void }>}
 */
export async function claim(dataDir) {
  const file = path.join(dataDir, "server.json");
  const previous = read(file);
  if (previous && isRunning(previous.launcher)) {
    throw new Failure(
      `Dragoman already runs with ${dataDir} (process ${previous.launcher.pid}): stop it first, or set another DATA_DIR and PORT.`,
    );
  }
  const recovered = Boolean(previous?.server) && isRunning(previous.server);
  if (recovered) await end(previous.server);
  const facts = { launcher: processStamp(process.pid) };
  write(file, facts);
  return {
    recovered,
    serverStarted: (pid) => write(file, { ...facts, server: processStamp(pid) }),
    release: () => fs.rmSync(file, { force: true }),
  };
}

async function end(stamp) {
  process.kill(stamp.pid, "SIGTERM");
  if (await waitUntilGone(stamp, 10_000)) return;
  process.kill(stamp.pid, "SIGKILL");
  if (!(await waitUntilGone(stamp, 5_000)))
    throw new Failure(`A server of an earlier run (process ${stamp.pid}) does not stop: end it.`);
}

function read(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch {
    return null; // The file is missing, or a crash has truncated it.
  }
}

function write(file, facts) {
  fs.writeFileSync(`${file}.new`, JSON.stringify(facts), { mode: 0o600 });
  fs.renameSync(`${file}.new`, file);
}
