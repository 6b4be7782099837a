import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { runningDatabase, startThrowAwayDatabase } from "@/db/embedded.mjs";
import { isRunning, processStamp, waitUntilGone } from "@/db/embedded-process.mjs";
import { readEnv } from "@/lib/base/env";
import { migrateDatabase, openDatabase } from "./database.mjs";

describe("the database of the server", () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "dragoman-start-"));
    vi.spyOn(console, "error").mockImplementation(() => {});
  });
  afterEach(() => {
    vi.restoreAllMocks();
    fs.rmSync(dataDir, { recursive: true, force: true });
  });
  const settings = (set: Record<string, string> = {}) => readEnv({ DATA_DIR: dataDir, ...set });
  const serverStamp = () => {
    const [pid] = fs.readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n");
    return processStamp(Number(pid))!;
  };
  const kill = async () => {
    const stamp = serverStamp();
    process.kill(stamp.pid, "SIGKILL");
    await waitUntilGone(stamp, 10_000);
  };

  test("a killed database is restarted automatically at the same address", async () => {
    const database = await openDatabase(settings());
    await kill();
    const sql = postgres(database.url, { max: 1 });
    await vi.waitFor(() => sql`select 1`, { timeout: 20_000, interval: 50 });
    await sql.end();
    await database.stop();
    expect(runningDatabase(dataDir)).toBeNull();
  });

  test("stopping the server during a database restart leaves no database process behind", async () => {
    const database = await openDatabase(settings());
    await kill();
    await vi.waitFor(() => expect(console.error).toHaveBeenCalled(), { timeout: 30_000, interval: 1 });
    await database.stop();
    expect(fs.existsSync(path.join(dataDir, "postgres/postmaster.pid"))).toBe(false);
  });

  test("commands use the database of a running server and don't stop it", async () => {
    const server = await openDatabase(settings());
    const stamp = serverStamp();
    const command = await openDatabase(settings(), { share: true });
    expect(command.url).toBe(server.url);
    await command.stop();
    expect(isRunning(stamp)).toBe(true);
    await server.stop();
    expect(isRunning(stamp)).toBe(false);
  });

  test("DATABASE_URL sets the database, and its password is not printed", async () => {
    const url = "postgres://me:secret@db.example:5432/x";
    const database = await openDatabase(settings({ DATABASE_URL: url }));
    expect(database).toMatchObject({ url, description: "PostgreSQL at db.example:5432" });
  });

  test("a start waits for a database that isn't running yet, and logs the wait once", async () => {
    const server = await startThrowAwayDatabase();
    await server.crash();
    await expect(migrateDatabase(server.url, { patienceMs: 0 })).rejects.toThrow("could not be migrated");
    vi.mocked(console.error).mockClear();
    const migrated = migrateDatabase(server.url);
    await vi.waitFor(
      () => expect(console.error).toHaveBeenCalledWith(expect.stringMatching(/^waiting for PostgreSQL/)),
      {
        timeout: 30_000,
      },
    );
    await server.restart();
    await migrated;
    expect(console.error).toHaveBeenCalledTimes(1);
    await server.stop();
  });

  test("commands refuse to run without DATABASE_URL if the server was last started with it", async () => {
    const url = "postgres://me:secret@db.example:5432/x";
    await openDatabase(settings({ DATABASE_URL: url }));
    const command = openDatabase(settings(), { share: true });
    await expect(command).rejects.toThrow(/at db\.example:5432: set DATABASE_URL/);
    await expect(command).rejects.not.toThrow("secret");
    expect(fs.existsSync(path.join(dataDir, "postgres"))).toBe(false);

    const database = await openDatabase(settings());
    expect(database.description).toContain("the last start used the one at db.example:5432");
    await (await openDatabase(settings(), { share: true })).stop();
    await database.stop();
    expect(fs.readdirSync(dataDir)).not.toContain("database-elsewhere");
  });
});
