import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { bridgeJournal, MIGRATIONS } from "./journal";

/** An arbitrary constant that no other program on the database uses. */
export const LOCK = 7_236_401;

/** Migrates the database to this version. Safe to call from several processes at once. */
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
