import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort, startThrowAwayDatabase } from "../db/embedded.mjs";
import { migrateDatabase } from "../lib/operate/launch/database.mjs";
import { root } from "../lib/operate/launch/run.mjs";
import { startServer } from "../lib/operate/launch/server.mjs";

/**
 * A built server on a free port, with a throw-away database unless one is given. Its output goes to `test-results/`.
 * @param {{ databaseUrl?: string, secret?: string, durable?: boolean, ownDatabase?: boolean, env?: Record<string,
 * string> }} [options]
 * @returns {Promise<{ url: string, pid: number, databaseUrl: string, secret: string, stop: () => Promise<void>, kill:
 * () => Promise<void>, stopDatabase: () => Promise<void>, startDatabase: () => Promise<void> }>} `kill` ends the server
 * at once and leaves the database; `stopDatabase` and `startDatabase` require its own one
 */
export async function startTestServer({
  databaseUrl,
  secret = randomBytes(32).toString("hex"),
  durable = false,
  env = {},
} = {}) {
  const database = databaseUrl ? null : await startThrowAwayDatabase({ durable });
  const url = databaseUrl ?? database.url;
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "dragoman-server-"));
  const cleanUp = async () => {
    await database?.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    if (database) await migrateDatabase(url);
    const server = await launch({
      DATABASE_URL: url,
      DRAGOMAN_SECRET: secret,
      NEXTAUTH_SECRET: secret,
      AUTH_TRUST_HOST: "1",
      DATA_DIR: dataDir,
      NEXT_TELEMETRY_DISABLED: "1",
      // Tests must not download models.
      DRAGOMAN_MODELS: "off",
      DRAIN_DELAY: "0",
      ...env,
    });
    return {
      url: server.url,
      pid: server.pid,
      databaseUrl: url,
      secret,
      kill: server.kill,
      stop: async () => {
        await server.stop();
        await cleanUp();
      },
      stopDatabase: () => own(database).crash(),
      startDatabase: () => own(database).restart(),
    };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

async function launch(env) {
  const port = await freePort();
  fs.mkdirSync(path.join(root, "test-results"), { recursive: true });
  const log = fs.openSync(path.join(root, `test-results/server-${port}.log`), "w");
  try {
    return await startServer({ host: "127.0.0.1", port, env: { ...process.env, ...env }, output: log });
  } finally {
    fs.closeSync(log);
  }
}

function own(database) {
  if (!database) throw new Error("This server was given a database: whoever started that one must stop it.");
  return database;
}
