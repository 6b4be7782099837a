import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { bridgeJournal, MIGRATIONS } from "./journal";

/** Key of the advisory lock. No other program on the database uses it. */
export const LOCK = 7_236_401;

/** Migrates the database to this release. Several processes may call it at the same time. */
export async function migrate(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql`select pg_advisory_lock(${LOCK})`;
    await bridgeJournal(sql);
    await applyMigrations(drizzle(sql), { migrationsFolder: MIGRATIONS });
  } finally {
    await sql.end();
  }
}
