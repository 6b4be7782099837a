import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { createCluster, DatabaseError } from "./embedded-cluster.mjs";
import { diesWithParent, isRunning, pause, processStamp, waitUntilGone } from "./embedded-process.mjs";

/**
 * The embedded PostgreSQL server, used if `DATABASE_URL` is not set. It listens on the loopback address only, requires
 * a random password, and ends with the process that started it.
 *
 * @typedef {import("./embedded-cluster.mjs").Cluster} Cluster
 * @typedef {{ url: string, port: number, pid: number, exited: Promise<void>, stop: () => Promise<void>, }}
 * RunningDatabase `exited` resolves when the server ends for any reason.
 */

const READY_TIMEOUT_MS = 120_000; // Crash recovery replays the log first.
const STOP_TIMEOUT_MS = 20_000;

/**
 * Creates the cluster of a data directory if needed (half a second, 39 MB) and cleans up after a killed server.
 * @param {string} dataDir contains the cluster in `postgres/`, the password and the state of the running server
 * @returns {Promise<Cluster & { created: boolean }>}
 */
export async function prepareDatabase(dataDir) {
  const cluster = createCluster(path.resolve(dataDir), { durable: true });
  await clearStaleServer(cluster);
  return cluster;
}

/**
 * Starts the server of a prepared cluster and waits until it accepts connections.
 * @param {Cluster} cluster
 * @param {{ port?: number, settings?: Record<string, string> }} [options] any free port by default
 * @returns {Promise<RunningDatabase>}
 */
export async function startDatabase(cluster, { port, settings = {} } = {}) {
  for (let attempt = 1; ; attempt++) {
    const chosen = port ?? (await freePort());
    try {
      return await launch(cluster, chosen, settings);
    } catch (error) {
      // Between the search for a free port and the start, another program may take the port.
      const taken = error instanceof DatabaseError && error.message.includes("could not bind");
      if (!taken || port !== undefined || attempt === 3) throw error;
    }
  }
}

/**
 * The address of the embedded server started by another process on this data directory, or null.
 * @param {string} dataDir
 * @returns {string | null}
 */
export function runningDatabase(dataDir) {
  const facts = readFacts(path.resolve(dataDir));
  return facts && isRunning(facts.server) ? facts.url : null;
}

/**
 * A temporary server for one test run, without fsync unless `durable` (for measurements), deleted by `stop()`.
 * `crash()` kills it, `shutDown()` stops it cleanly, and `restart()` starts it again on the same port with the same data.
 * @param {{ durable?: boolean, settings?: Record<string, string> }} [options] settings: of PostgreSQL
 * @returns {Promise<{ url: string, stop: () => Promise<void>, crash: () => Promise<void>, shutDown: () => Promise<void>,
 * restart: () => Promise<void> }>}
 */
export async function startThrowAwayDatabase({ durable = false, settings: more = {} } = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "dragoman-database-"));
  const cluster = createCluster(folder, { durable });
  const careless = { fsync: "off", full_page_writes: "off", synchronous_commit: "off" };
  const settings = { ...(durable ? {} : careless), max_connections: "200", ...more };
  let running = await startDatabase(cluster, { settings });
  const { url, port } = running;
  const crash = async () => {
    process.kill(running.pid, "SIGQUIT"); // An "immediate shutdown", because the data is no longer needed.
    await running.exited;
  };
  return {
    url,
    crash,
    shutDown: () => running.stop(),
    restart: async () => {
      await running.stop();
      running = await startDatabase(cluster, { port, settings });
    },
    stop: async () => {
      if (isRunning(processStamp(running.pid))) await crash();
      fs.rmSync(fs.realpathSync(cluster.folder), { recursive: true, force: true });
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @returns {Promise<number>} a free TCP port of the loopback address */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = net.createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = /** @type {net.AddressInfo} */ (probe.address());
      probe.close(() => resolve(port));
    });
  });
}

/** @returns {Promise<RunningDatabase>} */
async function launch(cluster, port, settings) {
  const { folder, binaries, owner, logFile, dataDir } = cluster;
  const flags = Object.entries({
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    port: String(port),
    // The program logs errors of statements. In this log they could reveal customers' text.
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_checkpoints: "off",
    jit: "off",
    ...settings,
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);

  const log = fs.openSync(logFile, "w", 0o600);
  const [program, ...prefix] = [...diesWithParent("INT"), path.join(binaries, "postgres")];
  const child = spawn(program, [...prefix, "-D", folder, ...flags], {
    ...owner,
    cwd: "/",
    stdio: ["ignore", log, log],
    detached: true, // A Ctrl-C in the terminal must not stop the database before the program has finished its requests.
  });
  fs.closeSync(log);
  /** @type {Error | null} */
  let failure = null;
  let ended = false;
  const exited = new Promise((resolve) => {
    child.once("exit", resolve);
    child.once("error", (error) => {
      failure = error;
      resolve(null);
    });
  }).then(() => {
    ended = true;
  });

  await waitUntilReady(cluster, child, () => ended).catch(async (error) => {
    child.kill("SIGQUIT");
    throw failure ? new DatabaseError(`The embedded PostgreSQL could not be started: ${failure.message}.`) : error;
  });
  const url = `postgres://dragoman:${cluster.password}@127.0.0.1:${port}/dragoman`;
  writeFacts(dataDir, { url, server: processStamp(child.pid), launcher: processStamp(process.pid) });

  const stop = async () => {
    if (ended) return;
    child.kill("SIGINT"); // A "fast shutdown". SIGTERM would wait for every client.
    const patience = setTimeout(() => child.kill("SIGQUIT"), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(patience);
    fs.rmSync(factsFile(dataDir), { force: true });
  };
  return { url, port, pid: child.pid, exited, stop };
}

/** The eighth line of postmaster.pid says "ready" once the server accepts connections; pg_ctl checks it, too. */
async function waitUntilReady(cluster, child, hasEnded) {
  const pidFile = path.join(cluster.folder, "postmaster.pid");
  for (const end = Date.now() + READY_TIMEOUT_MS; Date.now() < end; await pause(10)) {
    if (hasEnded()) break;
    const lines = readText(pidFile)?.split("\n") ?? [];
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === "ready") return;
  }
  const log = (readText(cluster.logFile) ?? "").trim().split("\n").slice(-6).join("\n");
  throw new DatabaseError(`The embedded PostgreSQL did not start. The end of ${cluster.logFile}:\n${log}`);
}

/**
 * Cleans up after a `kill -9`. The server may still run as an orphan, or the process number in postmaster.pid may
 * belong to a zombie or to another program. In all three cases a new server would refuse to start.
 */
async function clearStaleServer(cluster) {
  const facts = readFacts(cluster.dataDir);
  if (facts && facts.launcher.pid !== process.pid && isRunning(facts.launcher) && isRunning(facts.server)) {
    throw new DatabaseError(
      `The database in ${cluster.dataDir} is in use by process ${facts.launcher.pid}: stop that one first, or set another DATA_DIR.`,
    );
  }
  const pidFile = path.join(cluster.folder, "postmaster.pid");
  const leftover = processStamp(Number(readText(pidFile)?.split("\n")[0] ?? 0));
  if (leftover && runsOn(leftover.pid, cluster.folder)) {
    process.kill(leftover.pid, "SIGINT");
    if (!(await waitUntilGone(leftover, STOP_TIMEOUT_MS))) {
      throw new DatabaseError(
        `PostgreSQL (process ${leftover.pid}) of an earlier start does not stop: end it and retry.`,
      );
    }
  }
  fs.rmSync(pidFile, { force: true });
  fs.rmSync(factsFile(cluster.dataDir), { force: true });
}

/** True if the process is a server of this folder, or if that cannot be determined. */
function runsOn(pid, folder) {
  const command = readText(`/proc/${pid}/cmdline`);
  return command === null || command.split("\0").includes(folder);
}

const factsFile = (dataDir) => path.join(dataDir, "database.json");

function readFacts(dataDir) {
  const text = readText(factsFile(dataDir));
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null; // A crash during the write has truncated the file.
  }
}

function writeFacts(dataDir, facts) {
  const draft = `${factsFile(dataDir)}.${randomBytes(4).toString("hex")}`;
  fs.writeFileSync(draft, JSON.stringify(facts), { mode: 0o600 });
  fs.renameSync(draft, factsFile(dataDir));
}

function readText(file) {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
