import { readMigrationFiles } from "drizzle-orm/migrator";
import postgres from "postgres";
import { FINGERPRINT } from "@/db/check-secret";
import { MIGRATIONS, readJournal, replacedState } from "@/db/journal";
import type { Env } from "@/lib/base/env";
import { fingerprint } from "@/lib/base/secret-box";
import { type Check, error, type Finding, ok, reasonOf, warning } from "./finding";

const OLDEST = 140_000;
/** Extensions that the migrations create. */
const EXTENSIONS = ["pg_trgm", "btree_gist"];
/** Tolerated difference between the clocks of this machine and of the database. */
const SKEW = { warnMs: 1_000, failMs: 30_000 };

type Found = Omit<Finding, "check">;

/** Checks of PostgreSQL, which change nothing. */
export function databaseChecks(settings: Env, secret: string): Check[] {
  const url = settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL ?? "";
  const using = (work: (sql: postgres.Sql) => Promise<readonly Found[]>) => () => withDatabase(url, work);
  return [
    { name: "database", run: using((sql) => checkServer(sql, settings)) },
    { name: "migrations", run: using(checkMigrations) },
    { name: "secret", run: using((sql) => checkFingerprint(sql, secret)) },
    { name: "clock", run: using(checkClock) },
  ];
}

async function withDatabase(
  url: string,
  work: (sql: postgres.Sql) => Promise<readonly Found[]>,
): Promise<readonly Found[]> {
  const sql = postgres(url, { max: 1, prepare: false, connect_timeout: 5, onnotice: () => {} });
  try {
    await sql`select 1`;
  } catch (thrown) {
    await sql.end({ timeout: 0 });
    return [
      error(
        `PostgreSQL cannot be used (${reasonOf(thrown)}): check DATABASE_URL, and that the server runs and accepts it.`,
      ),
    ];
  }
  return work(sql).finally(() => sql.end());
}

async function checkServer(sql: postgres.Sql, settings: Env): Promise<Found[]> {
  const [row] = await sql<
    { version: number; create: boolean; schema: boolean; max: number; used: number; name: string }[]
  >`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
           has_database_privilege(current_database(), 'CREATE') as create,
           has_schema_privilege('public', 'CREATE') as schema,
           current_setting('max_connections')::int as max,
           (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`;
  const { version, name, create, schema, max, used } = row!;
  const missing = await missingExtensions(sql);
  const found: Found[] = [];
  if (version < OLDEST) found.push(error(`PostgreSQL ${name} is too old: use 14 or newer.`));
  if (missing.length > 0 && !create)
    found.push(
      error(
        `The extensions ${missing.join(" and ")} are missing and the role may not create them: grant it CREATE on the database.`,
      ),
    );
  if (!schema)
    found.push(error("The role may not create tables: grant it CREATE on the schema public, which migrations need."));
  if (used + settings.DATABASE_POOL > max)
    found.push(
      warning(
        `${used} of ${max} connections are in use, and each process takes up to ${settings.DATABASE_POOL}: raise max_connections, lower DATABASE_POOL, or use PgBouncer.`,
      ),
    );
  if (settings.DATABASE_DIRECT_URL) found.push(...(await checkPooler(sql, settings.DATABASE_URL ?? "")));
  return found.length > 0 ? found : [ok(`PostgreSQL ${name}, with the rights that migrations need.`)];
}

async function missingExtensions(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`select extname as name from pg_extension`;
  return EXTENSIONS.filter((wanted) => !rows.some(({ name }) => name === wanted));
}

/** Checks that both addresses lead to the same database. */
async function checkPooler(direct: postgres.Sql, pooled: string): Promise<Found[]> {
  const identity = (sql: postgres.Sql) =>
    sql`select current_database() as name, pg_postmaster_start_time() as started`.then(([row]) => JSON.stringify(row));
  const pooler = postgres(pooled, { max: 1, prepare: false, connect_timeout: 5, onnotice: () => {} });
  try {
    return (await identity(pooler)) === (await identity(direct))
      ? []
      : [error("DATABASE_URL and DATABASE_DIRECT_URL are different databases: set both to the same one.")];
  } catch (thrown) {
    return [error(`The pooler of DATABASE_URL cannot be used (${reasonOf(thrown)}): check its address and settings.`)];
  } finally {
    await pooler.end({ timeout: 0 });
  }
}

async function checkMigrations(sql: postgres.Sql): Promise<Found[]> {
  const own = readMigrationFiles({ migrationsFolder: MIGRATIONS });
  const applied = await readJournal(sql);
  if (applied.length === 0) return [warning("The database is empty: npm start creates the tables.")];
  const replaced = replacedState(applied);
  if (replaced === "complete")
    return [warning("The database was migrated by an older version: the next npm start updates it.")];
  if (replaced) return [error(`This version cannot migrate the database: ${replaced.fault}.`)];
  const times = new Set(applied.map(({ at }) => at));
  const pending = own.filter(({ folderMillis }) => !times.has(folderMillis)).length;
  const newer = applied.filter(({ at }) => !own.some(({ folderMillis }) => folderMillis === at)).length;
  if (newer > 0)
    return [error(`A newer version has changed this database (${newer} migrations): update Dragoman on this machine.`)];
  if (pending > 0) return [warning(`${pending} migrations are not applied yet: the next npm start applies them.`)];
  return [ok(`All ${own.length} migrations are applied.`)];
}

async function checkFingerprint(sql: postgres.Sql, secret: string): Promise<Found[]> {
  const [table] = await sql`select to_regclass('server_settings') is not null as present`;
  const [row] = table?.present
    ? await sql<{ value: string }[]>`select value from server_settings where name = ${FINGERPRINT}`
    : [];
  if (!row) return [ok("No server has used this database yet; the first one sets its secret.")];
  return row.value === fingerprint(secret)
    ? [ok("The secret matches this database.")]
    : [
        error(
          "The secret does not match this database: set the DRAGOMAN_SECRET of its servers (DATA_DIR/secret of the first), or see docs/operations.md for how to change it.",
        ),
      ];
}

async function checkClock(sql: postgres.Sql): Promise<Found[]> {
  const before = Date.now();
  const [row] = await sql<{ at: Date }[]>`select clock_timestamp() as at`;
  const after = Date.now();
  // Smaller differences may be due to the duration of the query.
  const at = row!.at.getTime();
  const skew = at < before ? before - at : Math.max(0, at - after);
  const text = `The clocks of this machine and the database differ by ${(skew / 1000).toFixed(1)} seconds`;
  const todo = "set both by NTP, because sessions, links and limits expire by the database's clock";
  if (skew >= SKEW.failMs) return [error(`${text}: ${todo}.`)];
  return [skew >= SKEW.warnMs ? warning(`${text}: ${todo}.`) : ok("The clock agrees with the database's.")];
}
