import { spawn } from "node:child_process";
import net from "node:net";
import path from "node:path";
import { diesWithParent, pause } from "../../../db/embedded-process.mjs";
import { root } from "./run.mjs";
import { Failure } from "./step.mjs";

/** Milliseconds for running requests to finish at a stop, after DRAIN_DELAY. Longer than any request may take. */
const DRAIN_MS = 25_000;
const READY_MS = 120_000;

/**
 * @typedef {{
 *   url: string,
 *   pid: number,
 *   health: { version?: string, engines?: { id: string, state: string, languages: number }[] },
 *   exited: Promise<number>,
 *   stop: () => Promise<void>,
 *   kill: () => Promise<void>,
 * }} RunningServer stop lets running requests finish, for 25 seconds after DRAIN_DELAY at most; kill does not
 */

/**
 * Starts the web server and waits until it answers.
 * @param {{ host: string, port: number, env: NodeJS.ProcessEnv, dev?: boolean, output?: "inherit" | "ignore" | number,
 * onSpawn?: (pid: number) => void }} options
 * @returns {Promise<RunningServer>}
 */
export async function startServer({ host, port, env, dev = false, output = "inherit", onSpawn = () => {} }) {
  const mode = dev ? "development" : "production";
  const args = ["--enable-source-maps", path.join(root, "lib/operate/launch/serve.mjs"), ...(dev ? ["--dev"] : [])];
  const [command, ...rest] = [...diesWithParent("TERM"), process.execPath, ...args];
  const child = spawn(command, rest, {
    cwd: root,
    env: { ...env, NODE_ENV: mode, HOST: host, PORT: String(port) },
    stdio: ["ignore", output, output],
    detached: true, // The parent process decides when a Ctrl-C reaches the server.
  });
  let code = null;
  const exited = new Promise((resolve) => {
    child.once("error", () => resolve(127));
    child.once("exit", (status) => resolve(status ?? 1));
  }).then((status) => (code = status));
  if (child.pid) onSpawn(child.pid);

  const end = async (signal) => {
    if (code !== null) return;
    child.kill(signal);
    const patience = setTimeout(() => child.kill("SIGKILL"), DRAIN_MS + Number(env.DRAIN_DELAY ?? 1) * 1_000);
    await exited;
    clearTimeout(patience);
  };
  const url = `http://${reachable(host)}:${port}`;
  try {
    const health = await waitForHealth(url, () => code);
    return { url, pid: child.pid, health, exited, stop: () => end("SIGTERM"), kill: () => end("SIGKILL") };
  } catch (error) {
    await end("SIGKILL");
    throw error;
  }
}

/** Throws a message if the address cannot be listened on. */
export async function checkPort(host, port) {
  const code = await new Promise((resolve) => {
    const probe = net.createServer();
    probe.once("error", (error) => resolve(error.code));
    probe.listen(port, host, () => probe.close(() => resolve(null)));
  });
  if (code === null) return;
  const reasons = {
    EADDRINUSE: `Port ${port} is in use by another program: stop that, or choose another port, such as PORT=${port + 1} npm start.`,
    EACCES: `Port ${port} is reserved for privileged programs: choose one above 1023 with PORT.`,
    EADDRNOTAVAIL: `HOST is ${host}, which is not an address of this machine.`,
    ENOTFOUND: `HOST is ${host}, which is not a known address.`,
  };
  throw new Failure(reasons[code] ?? `The server cannot listen on ${host}, port ${port} (${code}).`);
}

/** The address to connect to, for a listening address. */
function reachable(host) {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

async function waitForHealth(url, exitCode) {
  for (const end = Date.now() + READY_MS; Date.now() < end; await pause(50)) {
    if (exitCode() !== null)
      throw new Failure(`The server ended with code ${exitCode()} before it answered: see its messages above.`);
    try {
      const response = await fetch(`${url}/api/v1/health`, { signal: AbortSignal.timeout(30_000) });
      if (response.ok) return await response.json();
    } catch {
      // not listening yet
    }
  }
  throw new Failure(
    `The server did not answer at ${url}/api/v1/health within ${READY_MS / 1000} seconds: see its messages above.`,
  );
}
