// Needs a process of its own: drizzle-kit adds a property to all arrays, which breaks language detectors.
import fs from "node:fs";
import path from "node:path";
import { PassThrough, Readable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { is } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { readEnv } from "@/lib/base/env";
import { databaseChecks } from "@/lib/operate/doctor/database";
import { writeBackup } from "./backup";
import { startThrowAwayDatabase } from "./embedded.mjs";
import { MIGRATIONS, readJournal } from "./journal";
import { migrate } from "./migrate";
import squashed from "./migrations/squashed.json";
import { restoreBackup } from "./restore";
import * as schema from "./schema";
import { verifyBackup } from "./verify-backup";

const SECRET = "a secret of the tests that is long enough";
const own = readMigrationFiles({ migrationsFolder: MIGRATIONS });
const current = own.map(({ hash, folderMillis }) => ({ hash, at: folderMillis }));

let server: Awaited<ReturnType<typeof startThrowAwayDatabase>>;
let sql: postgres.Sql;
let url: string;

beforeAll(async () => {
  server = await startThrowAwayDatabase();
  await migrate(await createDatabase("migrated"));
  const baseline = postgres(await createDatabase("baseline"), { max: 1, onnotice: () => {} });
  await baseline`create schema drizzle`;
  await baseline`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
  for (const statement of own.slice(0, squashed.baseline).flatMap((one) => one.sql)) await baseline.unsafe(statement);
  await baseline.end();
});
afterAll(() => server.stop());

async function open(name: string, template?: string) {
  url = await createDatabase(name, template);
  sql = postgres(url, { max: 1, onnotice: () => {} });
}
afterEach(() => sql?.end());

describe("migrations", () => {
  test("migrations create the tables of db/schema: the last snapshot equals the schema", async () => {
    const snapshot = fs
      .readdirSync(path.join(MIGRATIONS, "meta"))
      .filter((name) => name.endsWith("_snapshot.json"))
      .sort()
      .at(-1)!;
    const json = JSON.parse(fs.readFileSync(path.join(MIGRATIONS, "meta", snapshot), "utf8"));
    expect(await generateMigration(json, generateDrizzleJson(schema))).toEqual([]);
  });

  test("migrations create the columns and indexes that db/schema declares, whatever the stored snapshot contains", async () => {
    await open("declared", "migrated");
    const columns = await sql`
      select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0`;
    const indexes = await sql`select tablename || '.' || indexname as name from pg_indexes where schemaname = 'public'`;
    const tables = Object.values(schema).flatMap((value) => (is(value, PgTable) ? [getTableConfig(value)] : []));
    const declared = tables.flatMap((table) =>
      table.columns.map((column) => ({
        name: `${table.name}.${column.name}`,
        type: column.getSQLType().replace(" (", "("),
        required: column.notNull,
      })),
    );
    expect(byName(columns)).toEqual(byName(declared));
    expect(indexes.map(({ name }) => name)).toEqual(
      expect.arrayContaining(tables.flatMap((table) => table.indexes.map((one) => `${table.name}.${one.config.name}`))),
    );
  });

  test("migrations run once on an empty database, even if several processes start at the same time", async () => {
    await open("empty");
    await Promise.all([migrate(url), migrate(url), migrate(url)]);
    expect(await readJournal(sql)).toEqual(current);
  });
});

describe(`a database of ${squashed.release}, before the squash`, () => {
  test("migrating a database from before the squash replaces its migration journal with that of the baseline, and keeps its data", async () => {
    await openOld("complete", squashed.migrations);
    await sql`insert into accounts (id, name, tier) values ('acc', 'Ours', 'free')`;
    expect(await doctor()).toBe("warning");
    await Promise.all([migrate(url), migrate(url)]);
    expect(await readJournal(sql)).toEqual(current);
    expect(await sql`select name from accounts`).toEqual([{ name: "Ours" }]);
    expect(await doctor()).toBe("ok");
  });

  test("migrating a database from before the squash keeps the rows of every table", async () => {
    await openOld("filled", squashed.migrations);
    await fillTables();
    const before = await counts();
    expect(Object.values(before)).toEqual(Object.values(before).map(() => 3));
    await migrate(url);
    expect(await counts()).toMatchObject(before);
  });

  test.each([
    [
      "that lacks the last two migrations",
      squashed.migrations.slice(0, 46),
      "it has 46 of the 48 migrations of Dragoman 0.2 (commit 28b35f71), and nothing was changed: start that version with it once",
    ],
    [
      "that lacks an earlier migration",
      squashed.migrations.toSpliced(3, 1),
      "it has 47 of the 48 .* make a backup with that version",
    ],
    [
      "with a changed migration",
      squashed.migrations.with(1, [squashed.migrations[1]![0]!, "changed"]),
      "it has 47 of the 48 .* make a backup with that version",
    ],
  ])(
    "migrating a database from before the squash is refused without changes, and the error says what to do: a database %s",
    async (name, journal, message) => {
      await openOld(`incomplete_${journal.length}_${name.length}`, journal);
      const before = await readJournal(sql);
      await expect(migrate(url)).rejects.toThrow(new RegExp(message.replace(/[()]/g, "\\$&")));
      expect(await readJournal(sql)).toEqual(before);
      expect(await doctor()).toBe("error");
    },
  );

  test("a backup from before the squash is verified and restored by this version, even over another database from before the squash", async () => {
    await openOld("backed_up", squashed.migrations);
    await sql`insert into accounts (id, name, tier) values ('acc', 'Ours', 'free')`;
    const backup = await backUp();
    expect(await verifyBackup(Readable.from([backup]), SECRET)).toMatchObject({ isHashed: true });
    await sql`update accounts set name = 'Changed'`;
    await restoreBackup(url, Readable.from([backup]), { force: true });
    expect(await sql`select name from accounts`).toEqual([{ name: "Ours" }]);
    expect(await readJournal(sql)).toEqual(current);
  });

  test("a backup that lacks migrations from before the squash is refused, and the error says which version can restore it", async () => {
    await openOld("backed_up_early", squashed.migrations.slice(0, 46));
    const backup = await backUp();
    const message = "older than Dragoman 0.2 (commit 28b35f71): restore it with that version";
    await expect(verifyBackup(Readable.from([backup]), SECRET)).rejects.toThrow(message);
    await expect(restoreBackup(url, Readable.from([backup]), { force: true })).rejects.toThrow(message);
    const damaged = gzipSync(
      gunzipSync(backup)
        .toString("latin1")
        .replace(/"schema":\d+/, '"schema":99'),
    );
    await expect(verifyBackup(Readable.from([damaged]), SECRET)).rejects.toThrow("newer release");
  });
});

/** The baseline has the same tables as the last release before it, so an old database differs only in its journal. */
async function openOld(name: string, journal: readonly (readonly (string | number)[])[]): Promise<void> {
  await open(name, "baseline");
  for (const [at, hash] of journal)
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash!}, ${at!})`;
}

const tables = async () =>
  (await sql`select tablename as name from pg_tables where schemaname = 'public'`).map(({ name }) => String(name));

async function counts(): Promise<Record<string, number>> {
  const count = async (name: string) => (await sql`select count(*)::int as rows from ${sql(name)}`)[0]!.rows;
  return Object.fromEntries(await Promise.all((await tables()).map(async (name) => [name, await count(name)])));
}

/** Inserts three rows into each table, with a value in each column. */
async function fillTables(): Promise<void> {
  // Disables foreign keys, so that rows need not refer to existing rows.
  await sql`set session_replication_role = replica`;
  for (const name of await tables()) {
    const columns = await sql`
      select quote_ident(attname) as name, format_type(atttypid, null) as type from pg_attribute
      where attrelid = ${name}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;
    const names = columns.map((column) => column.name).join();
    for (const row of [1, 2, 3])
      await sql.unsafe(
        `insert into "${name}" (${names}) overriding system value values (${columns.map(({ type }) => sampleOf(type, row))})`,
      );
  }
  await sql`set session_replication_role = origin`;
}

function sampleOf(type: string, row: number): string {
  if (type.endsWith("[]") || type.startsWith("json")) return "'{}'";
  if (type === "boolean") return "false";
  if (/^(?:small|big)?int|^numeric|^double|^real/.test(type)) return String(row);
  return /^(?:time|date)/.test(type) ? `now() + interval '${row} days'` : `'row ${row}'`;
}

async function createDatabase(name: string, template = "template1"): Promise<string> {
  const admin = postgres(server.url, { max: 1 });
  await admin.unsafe(`create database ${name} template ${template}`).finally(() => admin.end());
  return Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
}

async function backUp(): Promise<Buffer> {
  const sink = new PassThrough();
  const chunks: Buffer[] = [];
  sink.on("data", (chunk: Buffer) => chunks.push(chunk));
  await writeBackup(url, sink);
  return Buffer.concat(chunks);
}

/** The doctor's result for the migrations. */
async function doctor(): Promise<string | undefined> {
  const check = databaseChecks(readEnv({ DATABASE_URL: url }), SECRET).find(({ name }) => name === "migrations");
  return (await check?.run())?.[0]?.level;
}

const byName = (rows: Iterable<object>) => [...rows].map((row) => JSON.stringify(row)).sort();
