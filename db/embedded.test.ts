import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prepareDatabase, runningDatabase, startDatabase, startThrowAwayDatabase } from "./embedded.mjs";
import { isRunning, processStamp } from "./embedded-process.mjs";

describe("embedded database", () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "dragoman-embedded-"));
  let running: Awaited<ReturnType<typeof startDatabase>> | undefined;

  beforeAll(async () => {
    running = await startDatabase(await prepareDatabase(dataDir));
    await query(running.url, "create table kept (word text)");
  });
  afterAll(async () => {
    await running?.stop();
    fs.rmSync(fs.realpathSync(path.join(dataDir, "postgres")), { recursive: true, force: true });
    fs.rmSync(dataDir, { recursive: true, force: true });
  });

  test("the embedded database requires a password, stored in files that other users can't read", async () => {
    const url = new URL(running?.url ?? "");
    url.password = "guess";
    await expect(query(url.href, "select 1")).rejects.toThrow("password authentication failed");
    for (const file of ["database-password", "database.json", "postgres.log"]) {
      expect(fs.statSync(path.join(dataDir, file)).mode & 0o077).toBe(0);
    }
  });

  test("the embedded database listens on the loopback address only", async () => {
    const [row] = await query(running?.url ?? "", "show listen_addresses");
    expect(row).toEqual({ listen_addresses: "127.0.0.1" });
  });

  test("the embedded database supports trigrams and case conversion for letters of all scripts", async () => {
    await query(running?.url ?? "", "create extension pg_trgm");
    const [row] = await query(
      running?.url ?? "",
      "select lower('ÀЖΩ') as lower, similarity('переводчик', 'переводчика') > 0.5 as similar, cardinality(show_trgm('ж')) as trigrams",
    );
    expect(row).toEqual({ lower: "àжω", similar: true, trigrams: 2 });
  });

  test("the embedded database publishes its address to other processes while it runs", async () => {
    expect(runningDatabase(dataDir)).toBe(running?.url);
    await running?.stop();
    expect(runningDatabase(dataDir)).toBeNull();
    running = await startDatabase(await prepareDatabase(dataDir));
  });

  test("the embedded database refuses a data directory that another running process uses", async () => {
    await running?.stop();
    const other = await elsewhere(dataDir);
    await expect(prepareDatabase(dataDir)).rejects.toThrow(`in use by process ${other.launcher.pid}`);
    other.launcher.kill("SIGTERM");
    await once(other.launcher, "exit");
  });

  test.each(["the launcher", "the launcher and the server"])(
    "the embedded database restarts with all rows after kill -9 of %s",
    async (killed) => {
      await running?.stop();
      const other = await elsewhere(dataDir);
      await query(other.url, `insert into kept values ('${killed}')`);
      const server = Number(fs.readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
      other.launcher.kill("SIGKILL");
      if (killed.includes("server")) process.kill(server, "SIGKILL");
      running = await startDatabase(await prepareDatabase(dataDir));
      expect(await query(running.url, `select word from kept where word = '${killed}'`)).toEqual([{ word: killed }]);
    },
  );

  test("an interrupted initialisation of the embedded database is repeated from the beginning", async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "dragoman-embedded-"));
    fs.mkdirSync(path.join(folder, "postgres.0123456789ab/base"), { recursive: true });
    const cluster = await prepareDatabase(folder);
    expect(cluster.created).toBe(true);
    fs.rmSync(fs.realpathSync(cluster.folder), { recursive: true });
    fs.rmSync(folder, { recursive: true, force: true });
  });

  test.runIf(process.getuid?.() === 0)(
    "a server started by root can use a data directory that the database's own user can't enter",
    async () => {
      const closed = fs.mkdtempSync(path.join(os.tmpdir(), "dragoman-closed-"));
      fs.chmodSync(closed, 0o700);
      const cluster = await prepareDatabase(path.join(closed, "data"));
      const server = await startDatabase(cluster);
      expect(await query(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
      await server.stop();
      expect(fs.realpathSync(path.join(closed, "data/postgres"))).toBe(cluster.folder);
      for (const folder of [cluster.folder, closed]) fs.rmSync(folder, { recursive: true });
    },
  );
});

test("a temporary database leaves no files behind", async () => {
  const usual = process.env.TMPDIR;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "dragoman-tmp-"));
  fs.chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  try {
    const database = await startThrowAwayDatabase();
    expect(await query(database.url, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(fs.readdirSync(folder)).toHaveLength(1);
    await database.stop();
    await expect(query(database.url, "select 1")).rejects.toThrow("ECONNREFUSED");
    expect(fs.readdirSync(folder)).toEqual([]);
  } finally {
    if (usual === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usual;
    fs.rmSync(folder, { recursive: true });
  }
});

test("a process with a reused id is not mistaken for the earlier process", async () => {
  const child = spawn("sleep", ["60"]);
  const stamp = processStamp(child.pid ?? 0);
  expect([isRunning(stamp), isRunning({ ...stamp!, started: "1" })]).toEqual([true, false]);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(isRunning(stamp)).toBe(false);
});

/** The database of this directory, started by another process. */
async function elsewhere(dataDir: string) {
  const module = path.join(import.meta.dirname, "embedded.mjs");
  const script = `
    const { prepareDatabase, startDatabase } = await import(${JSON.stringify(module)});
    const server = await startDatabase(await prepareDatabase(${JSON.stringify(dataDir)}));
    process.on("SIGTERM", () => server.stop().then(() => process.exit(0)));
    console.log(server.url);`;
  const launcher = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(launcher.stdout, "data");
  return { launcher, url: String(line).trim() };
}

async function query(url: string, statement: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 5 });
  try {
    return [...(await sql.unsafe(statement))];
  } finally {
    await sql.end();
  }
}
