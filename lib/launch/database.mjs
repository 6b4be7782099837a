import { prepareDatabase, runningDatabase, startDatabase } from "../../db/embedded.mjs";
import { Failure } from "./step.mjs";

/**
 * Opens the database of the settings: DATABASE_URL, or the embedded server, started here unless `share` is set and
 * another process of ours runs it already.
 * @param {import("../env.ts").Env} settings
 * @param {{ share?: boolean, onLost?: (error: Error) => void }} [options] onLost: the server died and cannot be restarted
 * @returns {Promise<{ url: string, description: string, stop: () => Promise<void> }>}
 */
export async function openDatabase(settings, { share = false, onLost = () => {} } = {}) {
  const shared = settings.DATABASE_URL ?? (share ? runningDatabase(settings.DATA_DIR) : null);
  if (shared) return { url: shared, description: `PostgreSQL at ${new URL(shared).host}`, stop: async () => {} };
  const cluster = await prepareDatabase(settings.DATA_DIR);
  const server = await keepRunning(cluster, onLost);
  return { ...server, description: `embedded PostgreSQL, ${cluster.created ? "created and started" : "started"}` };
}

/** Brings the tables to this release. */
export async function migrateDatabase(url) {
  const { tsImport } = await import("tsx/esm/api");
  const { migrate } = await tsImport("../../db/migrate.ts", import.meta.url);
  try {
    await migrate(url);
  } catch (error) {
    const cause = error.cause ?? error;
    throw new Failure(`The tables could not be brought to this release: ${cause.message || cause.code || cause}.`);
  }
}

/** A server that dies (out of memory, killed) is started again on the same port: clients find it where it was. */
async function keepRunning(cluster, onLost) {
  let stopping = false;
  const first = await startDatabase(cluster);
  const { url, port } = first;
  /** @type {Promise<import("../../db/embedded.mjs").RunningDatabase | null>} the latest start, null where it failed */
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
      await (await latest)?.stop(); // a start that is under way must end before it can be undone
    },
  };
}
