import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "@/lib/base/env";
import { toAppError } from "@/lib/http/api/responses";
import { closeDatabase, sql } from "./client";
import { startThrowAwayDatabase } from "./embedded.mjs";
import { isDiskFull } from "./full-disk";

/** A small disk for tables, but not for the write-ahead log: without room for that, PostgreSQL restarts. */
const folder = mkdtempSync(path.join(tmpdir(), "full-disk-"));
const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=16m,mode=777", "tmpfs", folder]).status === 0;
const ballast = path.join(folder, "ballast");
let database: Awaited<ReturnType<typeof startThrowAwayDatabase>> | undefined;

beforeAll(async () => {
  if (!isMounted) return;
  database = await startThrowAwayDatabase();
  Object.assign(env(), { DATABASE_URL: database.url });
  const tables = path.join(folder, "tables");
  mkdirSync(tables);
  const { uid, gid } = statSync(await dataDirectory());
  chownSync(tables, uid, gid);
  await sql().unsafe(`create tablespace small location '${tables}'`);
  await sql().unsafe("alter system set default_tablespace = small");
  await sql().unsafe("alter system set temp_tablespaces = small");
  await sql()`select pg_reload_conf()`;
  await closeDatabase();
});
afterAll(async () => {
  await closeDatabase();
  await database?.stop();
  if (isMounted) spawnSync("umount", ["-l", folder]);
  rmSync(folder, { recursive: true, force: true });
});

async function dataDirectory(): Promise<string> {
  const [row] = await sql()<{ data_directory: string }[]>`show data_directory`;
  return row?.data_directory ?? "";
}

const name = "the disk is reported as full while writes fail for lack of space, and no longer once space is free";

test.skipIf(!isMounted)(isMounted ? name : `${name} (skipped: mounting a disk needs root)`, async () => {
  await sql()`create table written (text text storage external)`;
  const write = () => sql()`insert into written select repeat(md5(n::text), 200) from generate_series(1, 1000) as n`;
  await write();
  expect(await isDiskFull()).toBe(false);
  fill();
  expect(toAppError(await write().catch((error) => error))).toMatchObject({ status: 503 });
  expect(await isDiskFull()).toBe(true);
  rmSync(ballast);
  expect(await isDiskFull()).toBe(false);
  await write();
});

/** Writes ever smaller blocks until the disk is full. */
function fill(): void {
  for (let size = 1 << 20; size >= 4096; ) {
    try {
      writeFileSync(ballast, Buffer.alloc(size), { flag: "a" });
    } catch {
      size /= 2;
    }
  }
}
