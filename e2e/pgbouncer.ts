import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { freePort } from "@/db/embedded.mjs";

/** Whether PgBouncer is installed on this machine, for example from Debian's package pgbouncer. */
export const hasPgBouncer = spawnSync("pgbouncer", ["--version"]).status === 0;

/**
 * PgBouncer in transaction mode in front of a database, with fewer connections to it than clients have.
 * @param options `port`: any free one by default; `poolSize`: connections to the database
 */
export async function startPgBouncer(
  databaseUrl: string,
  { port, poolSize = 6 }: { readonly port?: number; readonly poolSize?: number } = {},
): Promise<{ url: string; port: number; pid: number; stop: () => Promise<void> }> {
  const database = new URL(databaseUrl);
  const listenPort = port ?? (await freePort());
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "dragoman-pgbouncer-"));
  const settings = {
    listen_addr: "127.0.0.1",
    listen_port: listenPort,
    unix_socket_dir: "",
    auth_type: "plain",
    auth_file: path.join(folder, "users"),
    pool_mode: "transaction",
    default_pool_size: poolSize,
    // The default would make it wait for 15 seconds after a restart of the database.
    server_login_retry: 1,
    logfile: path.join(folder, "log"),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const target = `host=${database.hostname} port=${database.port}`;
  fs.writeFileSync(path.join(folder, "ini"), ["[databases]", `* = ${target}`, "[pgbouncer]", ...lines, ""].join("\n"));
  fs.writeFileSync(path.join(folder, "users"), `"${database.username}" "${decodeURIComponent(database.password)}"\n`);
  // PgBouncer refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) spawnSync("chown", ["-R", "nobody", folder]);
  const child = spawn("pgbouncer", [...(isRoot ? ["-u", "nobody"] : []), path.join(folder, "ini")], {
    stdio: "ignore",
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${listenPort}`;
  await untilItAnswers(url.href);
  return {
    url: url.href,
    port: listenPort,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill("SIGKILL");
      await ended;
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilItAnswers(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const sql = postgres(url, { max: 1, prepare: false, connect_timeout: 2 });
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      if (tries >= 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    } finally {
      await sql.end({ timeout: 0 });
    }
  }
}
