import fs from "node:fs";
import path from "node:path";
import { prepareDatabase, runningDatabase, startDatabase } from "../../../db/embedded.mjs";
import { pause } from "../../../db/embedded-process.mjs";
import { loadLauncher } from "./bundle.mjs";
import { Failure } from "./step.mjs";

/**
 * Opens the database of the settings: DATABASE_URL, or the embedded server. With `share`, for commands, it uses the
 * server's database: it connects to a running embedded one, and requires DATABASE_URL if the server's last start had
 * one. Otherwise it would work on an empty database, and a backup would be empty.
 * @param {import("../../base/env.ts").Env} settings
 * @param {{ share?: boolean, onLost?: (error: Error) => void }} [options] onLost: the server died and cannot be
 * restarted
 * @returns {Promise<{ url: string, directUrl: string, description: string, stop: () => Promise<void> }>} `directUrl`
 * avoids a pooler, for migrations
 */
export async function openDatabase(settings, { share = false, onLost = () => {} } = {}) {
  const { DATABASE_URL: given, DATABASE_DIRECT_URL: direct, DATA_DIR: dataDir } = settings;
  if (direct && !given)
    throw new Failure(
      "DATABASE_DIRECT_URL is set without DATABASE_URL: set DATABASE_URL to the address of the pooler, or set neither.",
    );
  const shared = given ?? (share ? runningDatabase(dataDir) : null);
  if (given && !share) noteElsewhere(dataDir, new URL(given).host);
  if (shared) {
    const description = `PostgreSQL at ${new URL(shared).host}`;
    return { url: shared, directUrl: direct ?? shared, description, stop: async () => {} };
  }
  const elsewhere = lastElsewhere(dataDir);
  if (share && elsewhere)
    throw new Failure(
      `The server of ${dataDir} keeps its data in the PostgreSQL at ${elsewhere}: set DATABASE_URL here as it was set there, in the environment or in .env.`,
    );
  const cluster = await prepareDatabase(dataDir);
  const server = await keepRunning(cluster, onLost);
  noteElsewhere(dataDir, null);
  const outcome = cluster.created ? "created and started" : "started";
  const before = elsewhere ? ` (the last start used the one at ${elsewhere})` : "";
  return { ...server, directUrl: server.url, description: `embedded PostgreSQL, ${outcome}${before}` };
}

/** File with the host and port of the last start's DATABASE_URL; missing if that start used the embedded database. */
const elsewhereFile = (dataDir) => path.join(dataDir, "database-elsewhere");

function noteElsewhere(dataDir, host) {
  if (host) fs.writeFileSync(elsewhereFile(dataDir), host, { mode: 0o600 });
  else fs.rmSync(elsewhereFile(dataDir), { force: true });
}

/** @returns {string | null} */
function lastElsewhere(dataDir) {
  const file = elsewhereFile(dataDir);
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : null;
}

/**
 * Throws a message if the servers of this database use another secret.
 * @param {string} url
 * @param {string} secret
 */
export async function checkSecret(url, secret) {
  const { isSecretOf } = await loadLauncher();
  if (await isSecretOf(url, secret)) return;
  throw new Failure(
    "The servers of this database use another DRAGOMAN_SECRET than this one. Set the same secret here: it is in DATA_DIR/secret of the first server if that server generated it. See docs/operations.md for how to change it.",
  );
}

/** Milliseconds to wait for a PostgreSQL that is not available yet, because both may be started together. */
const PATIENCE_MS = 120_000;

/**
 * Migrates the database to this release. Waits for a PostgreSQL that is not available yet, and reports it once.
 * @param {string} url
 * @param {{ patienceMs?: number }} [options]
 */
export async function migrateDatabase(url, { patienceMs = PATIENCE_MS } = {}) {
  const { databaseFault, migrate } = await loadLauncher();
  const end = Date.now() + patienceMs;
  let told = false;
  try {
    for (;;) {
      const fault = await migrate(url).catch((error) => error);
      if (!fault) return;
      if (databaseFault(fault) !== "down" || Date.now() > end) throw fault;
      if (!told) console.error(`waiting for PostgreSQL at ${new URL(url).host}, which does not answer yet …`);
      told = true;
      await pause(500);
    }
  } catch (error) {
    const cause = error.cause ?? error;
    throw new Failure(`The database could not be migrated to this version: ${cause.message || cause.code || cause}.`);
  }
}

/** Restarts a server that died (out of memory, killed) on the same port, so that clients reconnect. */
async function keepRunning(cluster, onLost) {
  let stopping = false;
  const first = await startDatabase(cluster);
  const { url, port } = first;
  /** @type {Promise<import("../../../db/embedded.mjs").RunningDatabase | null>} the latest start, null if it failed */
  let latest = Promise.resolve(first);
  const watch = (server) =>
    server.exited.then(() => {
      if (stopping) return;
      console.error("The embedded PostgreSQL ended unexpectedly; starting it again.");
      latest = startDatabase(cluster, { port }).then(
        (next) => {
          watch(next);
          return next;
        },
        (error) => {
          onLost(error);
          return null;
        },
      );
    });
  watch(first);
  return {
    url,
    stop: async () => {
      stopping = true;
      await (await latest)?.stop(); // A restart in progress must finish before the server can be stopped.
    },
  };
}
