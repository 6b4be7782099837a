import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { readMigrationFiles } from "drizzle-orm/migrator";
import postgres from "postgres";
import { readTables } from "./backup";
import { BackupError, BackupReader, countLines, type End, FORMAT, type Header, type Table } from "./backup-format";
import { firstMigrations, MIGRATIONS, migrationOfBackup, REPLACED_BACKUP } from "./journal";
import { LOCK } from "./migrate";
import { STORAGE_ID } from "./object-owner";

type Sql = postgres.TransactionSql;
type Migration = ReturnType<typeof readMigrationFiles>[number];

/**
 * Replaces the database by a backup of this or an older release: creates the backup's tables, fills and verifies them,
 * and migrates them to this release, all in one transaction.
 * @param options.force true to do so even if the database has accounts, which are then lost
 * @throws BackupError with a sentence for the operator
 */
export async function restoreBackup(
  url: string,
  source: Readable,
  options: { force?: boolean; onTable?: (name: string, rows: number) => void; migrationsFolder?: string } = {},
): Promise<void> {
  const reader = new BackupReader(source.pipe(createGunzip()));
  const header = await reader.header();
  const migrations = readMigrationFiles({ migrationsFolder: options.migrationsFolder ?? MIGRATIONS });
  const schema = schemaOf(header, migrations);
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${LOCK})`;
      await refuseUnlessReplaceable(tx, options.force ?? false, firstMigrations(migrations));
      await dropEverything(tx);
      await apply(
        tx,
        migrations.filter((migration) => migration.folderMillis <= schema),
      );
      await fill(tx, reader, header, options.onTable ?? (() => {}));
      await apply(
        tx,
        migrations.filter((migration) => migration.folderMillis > schema),
      );
      await forgetBucket(tx);
    });
  } finally {
    source.destroy();
    await sql.end();
  }
}

/** The migration, by its time, whose tables the backup contains. */
function schemaOf(header: Header, migrations: readonly Migration[]): number {
  const schema = header.format === FORMAT ? migrationOfBackup(header.schema, migrations) : "unknown";
  if (schema === "replaced") throw new BackupError(REPLACED_BACKUP);
  if (schema === "unknown")
    throw new BackupError(
      "This backup was written by another, probably newer release: update Dragoman, then restore it.",
    );
  return schema;
}

/** Gives up ownership of the bucket: a copy must not delete the original's objects, see object-owner.ts. */
async function forgetBucket(tx: Sql): Promise<void> {
  const [settings] = await tx`select to_regclass('server_settings') is not null as present`;
  if (settings?.present) await tx`delete from server_settings where name = ${STORAGE_ID}`;
}

async function refuseUnlessReplaceable(tx: Sql, force: boolean, first: readonly number[]): Promise<void> {
  const [others] = await tx`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = 'dragoman' and pid <> pg_backend_pid()`;
  if (others?.count > 0) throw new BackupError("Dragoman is using this database: stop it, then restore.");
  const tables = await readTables(tx);
  if (tables.length === 0) return;
  const [journal] = await tx`select to_regclass('drizzle.__drizzle_migrations') is not null as present`;
  const [ours] = journal?.present
    ? await tx`select 1 from drizzle.__drizzle_migrations where created_at in ${tx(first)}`
    : [];
  if (!ours)
    throw new BackupError(
      "This database contains tables of another program, so nothing was changed. Check DATABASE_URL.",
    );
  const [accounts] = await tx`select count(*)::int as count from accounts`;
  if (accounts?.count > 0 && !force) {
    throw new BackupError(
      `This database is not empty (accounts: ${accounts?.count}): nothing was changed. With --force the restore replaces everything in it.`,
    );
  }
}

/** Drops everything that migrations have created, except extensions, which others may use. */
async function dropEverything(tx: Sql): Promise<void> {
  const statements = await tx`
    with ours (rank, kind, name, oid) as (
      select case relkind when 'S' then 2 else 1 end,
             case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
             format('public.%I', relname), oid from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
      union all
      select 3, 'routine', oid::regprocedure::text, oid from pg_proc where pronamespace = 'public'::regnamespace
      union all
      select 4, 'type', format('public.%I', typname), oid from pg_type
      where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
    )
    select format('drop %s if exists %s cascade', kind, name) as text from ours
    where not exists (select from pg_depend d where d.objid = ours.oid and d.deptype = 'e')
    order by rank`;
  for (const { text } of statements) await tx.unsafe(text);
  await tx`drop table if exists drizzle.__drizzle_migrations`;
}

/** Applies migrations as drizzle does, but in this transaction. */
async function apply(tx: Sql, migrations: readonly Migration[]): Promise<void> {
  await tx`create schema if not exists drizzle`;
  await tx`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
  for (const { sql, hash, folderMillis } of migrations) {
    for (const statement of sql) await tx.unsafe(statement);
    await tx`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`;
  }
}

async function fill(tx: Sql, reader: BackupReader, header: Header, onTable: (name: string, rows: number) => void) {
  const emptied =
    await tx`select format('delete from %I', tablename) as text from pg_tables where schemaname = 'public'`;
  await suspendChecks(tx, async () => {
    for (const { text } of emptied) await tx.unsafe(text); // Removes rows that the migrations have inserted.
    for (const table of header.tables) onTable(table.name, await fillTable(tx, reader, table));
  });
  const end = await reader.end();
  await check(tx, end);
  end.checkHash();
}

/**
 * Drops the foreign keys during the work and recreates them after it, which checks all rows at once and allows any
 * order of tables. Triggers are disabled, because the backup already contains what they would write.
 */
async function suspendChecks(tx: Sql, work: () => Promise<void>): Promise<void> {
  const keys = await tx`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`;
  const triggers = await tx`
    select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as disable,
           format('alter table %s enable trigger %I', tgrelid::regclass, tgname) as enable
    from pg_trigger join pg_class c on c.oid = tgrelid
    where not tgisinternal and tgenabled = 'O' and c.relnamespace = 'public'::regnamespace`;
  for (const key of keys) await tx.unsafe(key.drop);
  for (const trigger of triggers) await tx.unsafe(trigger.disable);
  await work();
  for (const trigger of triggers) await tx.unsafe(trigger.enable);
  for (const key of keys) await tx.unsafe(key.add);
}

async function fillTable(tx: Sql, reader: BackupReader, table: Table): Promise<number> {
  let rows = 0;
  const counted = async function* () {
    for await (const chunk of reader.rows(table)) {
      rows += countLines(chunk);
      yield chunk;
    }
  };
  const target = await tx`copy ${tx(table.name)} (${tx([...table.columns])}) from stdin`.writable();
  await pipeline(counted(), target);
  return rows;
}

/** Compares the counts with those in the backup, and sets the sequences. */
async function check(tx: Sql, end: End): Promise<void> {
  for (const [name, expected] of Object.entries(end.rows)) {
    const [actual] = await tx`select count(*)::int as count from ${tx(name)}`;
    if (actual?.count !== expected) {
      throw new BackupError(
        `The backup is damaged: ${name} has ${actual?.count} rows of ${expected}. Nothing was changed.`,
      );
    }
  }
  for (const [name, value] of Object.entries(end.sequences)) {
    await tx`select setval(format('%I', ${name}::text)::regclass, ${value}::bigint)`;
  }
}
