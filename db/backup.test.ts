import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeBackup } from "./backup";
import { restoreDrill } from "./drill";
import { startThrowAwayDatabase } from "./embedded.mjs";
import { restoreBackup } from "./restore";

const AWKWARD = ["tab\tnew\nline\r\n", "back\\slash \\. \\N", "\\.\n", "emoji 🧑‍🚀 \u202ertl", "", "'quotes\" $1"];

/** A schema with features that are difficult to restore. Its second migration moves data. */
const FIRST = [
  "create table accounts (id text primary key, name text not null, favourite bigint)",
  `create table notes (id bigint generated always as identity primary key, account_id text not null references accounts(id),
     parent bigint references notes(id), body bytea, twice bigint generated always as (id * 2) stored)`,
  "alter table accounts add constraint favourite_note foreign key (favourite) references notes(id)",
  "create table settings (key text primary key, value text)",
  "insert into settings values ('seed', 'as shipped')",
  "create function count_note() returns trigger language plpgsql as $$ begin insert into settings values ('note ' || new.id, 'counted'); return new; end $$",
  "create trigger count_note after insert on notes for each row execute function count_note()",
];
const SECOND = ["alter table accounts add column label text", "update accounts set label = upper(name)"];

describe("backup and restore", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "dragoman-backup-"));
  const older = migrations("older", [FIRST]);
  const newer = migrations("newer", [FIRST, SECOND]);
  const file = path.join(folder, "backup.gz");
  let server: Awaited<ReturnType<typeof startThrowAwayDatabase>>;
  let original: string;

  beforeAll(async () => {
    server = await startThrowAwayDatabase();
    original = await database("original", older);
    await withSql(original, async (sql) => {
      for (const [i, name] of AWKWARD.entries())
        await sql`insert into accounts (id, name) values (${`a${i}`}, ${name})`;
      const body = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 7919) % 251));
      await sql`insert into notes (account_id, body) select 'a0', ${body} from generate_series(1, 20)`;
      await sql`update notes set parent = 21 - id`;
      await sql`update accounts set favourite = 7`;
      await sql`delete from settings where key = 'seed'`;
    });
    await writeBackup(original, fs.createWriteStream(file));
  });
  afterAll(async () => {
    await server.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  test("a restore recreates every row, including unusual values, and every constraint, index and sequence", async () => {
    const url = await database("copy", older);
    await restore(url, { migrationsFolder: older });
    expect(await contents(url)).toEqual(await contents(original));
    expect(await structure(url)).toEqual(await structure(original));
  });

  test("a restored database continues the sequences of the original database", async () => {
    const url = await database("numbering", older);
    await restore(url, { migrationsFolder: older });
    await withSql(url, async (sql) => {
      const [note] = await sql`insert into notes (account_id) values ('a1') returning id, twice`;
      expect(note).toEqual({ id: "21", twice: "42" });
    });
  });

  test("a restore applies the migrations that are newer than the backup to its rows", async () => {
    const url = await database("upgraded", newer);
    await restore(url, { migrationsFolder: newer });
    await withSql(url, async (sql) => {
      const rows = await sql`select name, label from accounts order by id`;
      expect(rows.map((row) => row.label)).toEqual(AWKWARD.map((name) => name.toUpperCase()));
      const [applied] = await sql`select count(*)::int as count from drizzle.__drizzle_migrations`;
      expect(applied?.count).toBe(2);
    });
  });

  test("a backup restores into a database without any tables", async () => {
    const url = await database("bare");
    await restore(url, { migrationsFolder: older });
    expect(await contents(url)).toEqual(await contents(original));
  });

  test("a restore refuses a database that contains accounts, and replaces it only when forced", async () => {
    const url = await database("in_use", older);
    await withSql(url, (sql) => sql`insert into accounts (id, name) values ('mine', 'Mine')`);
    const before = await contents(url);
    await expect(restore(url, { migrationsFolder: older })).rejects.toThrow("not empty (accounts: 1)");
    expect(await contents(url)).toEqual(before);
    await restore(url, { migrationsFolder: older, force: true });
    expect(await contents(url)).toEqual(await contents(original));
  });

  test("a restore drill uses a temporary database, drops it, and records only the time of the drill", async () => {
    const url = await database("drilled", older);
    await withSql(
      url,
      (sql) => sql`create table server_settings (name text primary key, value jsonb, updated_at timestamptz)`,
    );
    const before = await contents(url);
    const drilled = await restoreDrill(url, fs.createReadStream(file), { migrationsFolder: older });
    expect(drilled.rows).toBe(AWKWARD.length + 20 + 20);
    const { "public.server_settings": _, ...others } = await contents(url);
    expect(others).toEqual(Object.fromEntries(Object.entries(before).filter(([name]) => name in others)));
    const cut = Readable.from([fs.readFileSync(file).subarray(0, -2000)]);
    await expect(restoreDrill(url, cut, { migrationsFolder: older })).rejects.toThrow("cut off");
    await withSql(url, async (sql) => {
      expect(await sql`select datname from pg_database where datname like 'dragoman_drill_%'`).toEqual([]);
      expect(await sql`select name from server_settings`).toEqual([{ name: "restore_drill" }]);
    });
  });

  test("a restore refuses a database with tables of another program, even when forced", async () => {
    const url = await database("foreign_tables");
    await withSql(url, (sql) => sql`create table wages (amount int)`);
    await expect(restore(url, { migrationsFolder: older, force: true })).rejects.toThrow("another program");
    expect(Object.keys(await contents(url))).toEqual(["public.wages"]);
  });

  test("a restore is refused while a server is connected", async () => {
    const url = await database("connected", older);
    const connected = postgres(url, { max: 1, connection: { application_name: "dragoman" } });
    await connected`select 1`;
    await expect(restore(url, { migrationsFolder: older, force: true })).rejects.toThrow("stop it");
    await connected.end();
  });

  test.each([
    ["cut off in the compressed bytes", (bytes: Buffer) => bytes.subarray(0, bytes.length - 2000), "cut off"],
    [
      "cut off between two lines",
      (bytes: Buffer) => edit(bytes, (text) => text.slice(0, text.indexOf("-- End "))),
      "cut off",
    ],
    ["with a missing row", (bytes: Buffer) => edit(bytes, (text) => text.replace(/^a5\t.*\n/m, "")), "rows of"],
    [
      "with a value of the wrong type",
      (bytes: Buffer) => edit(bytes, (text) => text.replace(/^7\ta0\t/m, "seven\ta0\t")),
      "bigint",
    ],
    [
      "with a row that refers to a missing row",
      (bytes: Buffer) => edit(bytes, (text) => text.replace(/^7\ta0\t/m, "7\tnobody\t")),
      "foreign key",
    ],
    ["not a backup", () => Buffer.from("PK\u0003\u0004"), "not a backup"],
    [
      "of a newer release",
      (bytes: Buffer) => edit(bytes, (text) => text.replace(/"schema":\d+/, '"schema":99')),
      "newer release",
    ],
  ])("restoring a damaged or unsuitable file is refused and changes nothing: %s", async (name, damage, message) => {
    const url = await database(`damaged_${name.replaceAll(/\W/g, "_")}`, older);
    const before = await contents(url);
    const damaged = Readable.from([damage(fs.readFileSync(file))]);
    await expect(restoreBackup(url, damaged, { migrationsFolder: older })).rejects.toThrow(message);
    expect(await contents(url)).toEqual(before);
  });

  test("a database restored from a backup of the current release's schema has the same rows and structure", async () => {
    const release = path.join(import.meta.dirname, "migrations");
    const url = await database("release", release);
    const bytes = path.join(folder, "release.gz");
    await writeBackup(url, fs.createWriteStream(bytes));
    const copy = await database("release_copy");
    await restoreBackup(copy, fs.createReadStream(bytes));
    expect(await contents(copy)).toEqual(await contents(url));
    expect(await structure(copy)).toEqual(await structure(url));
  });

  test("a restore keeps events, secrets and pending notices, and numbers new events after the restored events", async () => {
    const release = path.join(import.meta.dirname, "migrations");
    const url = await database("events", release);
    const secret = Buffer.from([0, 9, 10, 13, 92, 255]);
    const addEvent = (sql: postgres.Sql, id: string) =>
      sql`insert into events (id, account_id, type, actor, data) values (${id}, 'acc', 'project.created', '{}', '{}')`;
    await withSql(url, async (sql) => {
      await sql`insert into accounts (id, name, tier) values ('acc', 'Ours', 'free')`;
      await sql`insert into projects (id, account_id, name, source_language, workflow) values ('prj', 'acc', 'P', 'en', 'human')`;
      for (const id of ["evt_1", "evt_2"]) await addEvent(sql, id);
      await sql`insert into webhooks (id, account_id, url, secret) values ('whk', 'acc', 'https://example.org/', ${secret})`;
      await sql`insert into webhook_deliveries (id, account_id, webhook_id, event_id) values ('dlv', 'acc', 'whk', 'evt_2')`;
      await sql`insert into translation_changes (account_id, project_id, language, type, actor_type, segment_id)
        values ('acc', 'prj', 'es', 'translations.updated', 'user', 'seg')`;
    });
    const bytes = path.join(folder, "events.gz");
    await writeBackup(url, fs.createWriteStream(bytes));
    const copy = await database("events_copy");
    await restoreBackup(copy, fs.createReadStream(bytes));
    expect(await contents(copy)).toEqual(await contents(url));
    await withSql(copy, async (sql) => {
      await addEvent(sql, "evt_3");
      const events = await sql`select id from events order by sequence`;
      expect(events.map((event) => event.id)).toEqual(["evt_1", "evt_2", "evt_3"]);
      const [webhook] = await sql`select secret from webhooks`;
      expect(webhook?.secret).toEqual(secret);
    });
  });

  const restore = (url: string, options: Parameters<typeof restoreBackup>[2]) =>
    restoreBackup(url, fs.createReadStream(file), options);

  function migrations(name: string, files: string[][]): string {
    const target = path.join(folder, name);
    fs.mkdirSync(path.join(target, "meta"), { recursive: true });
    const entries = files.map((_, idx) => ({ idx, version: "7", when: idx + 1, tag: `000${idx}`, breakpoints: true }));
    fs.writeFileSync(
      path.join(target, "meta/_journal.json"),
      JSON.stringify({ version: "7", dialect: "postgresql", entries }),
    );
    for (const [idx, statements] of files.entries()) {
      fs.writeFileSync(path.join(target, `000${idx}.sql`), statements.join("\n--> statement-breakpoint\n"));
    }
    return target;
  }

  async function database(name: string, migrationsFolder?: string): Promise<string> {
    await withSql(server.url, (sql) => sql.unsafe(`create database ${name}`));
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    if (migrationsFolder) await withSql(url.href, (sql) => migrate(drizzle(sql), { migrationsFolder }));
    return url.href;
  }
});

async function withSql<T>(url: string, work: (sql: postgres.Sql) => PromiseLike<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

const edit = (bytes: Buffer, change: (text: string) => string) =>
  gzipSync(change(gunzipSync(bytes).toString("latin1")), { level: 1 });

/** The rows of each table as text, in a fixed order. */
const contents = (url: string) =>
  withSql(url, async (sql) => {
    const tables = await sql`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'drizzle') order by 1`;
    const all: Record<string, unknown> = {};
    for (const { name } of tables) {
      all[name] = (await sql.unsafe(`select md5(t::text) as row from ${name} t order by 1`)).map(({ row }) => row);
    }
    return all;
  });

const structure = (url: string) =>
  withSql(url, async (sql) => [
    ...(await sql`select conname, convalidated, pg_get_constraintdef(oid) as definition from pg_constraint
      where connamespace = 'public'::regnamespace order by 1, 3`),
    ...(await sql`select indexdef from pg_indexes where schemaname = 'public' order by 1`),
    ...(await sql`select oid::regprocedure::text as function from pg_proc where pronamespace = 'public'::regnamespace order by 1`),
    ...(await sql`select tgname, tgenabled from pg_trigger where not tgisinternal order by 1`),
    ...(await sql`select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`),
  ]);
