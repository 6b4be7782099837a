import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import postgres from "postgres";
import { BackupError } from "./backup-format";
import { restoreBackup } from "./restore";
import { RESTORE_DRILL } from "./server-settings";

/**
 * Restores a backup into a new database on the same server, and drops that database again. Compares counts and hash as
 * {@link restoreBackup} does, and throws its errors; BackupError if the role may not create databases.
 */
export async function restoreDrill(
  url: string,
  source: Readable,
  { onTable, migrationsFolder }: { onTable?: (name: string, rows: number) => void; migrationsFolder?: string } = {},
): Promise<{ rows: number; seconds: number }> {
  const scratch = `dragoman_drill_${randomBytes(4).toString("hex")}`;
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const started = performance.now();
  let rows = 0;
  try {
    await sql`create database ${sql(scratch)}`.catch((error) => {
      if (error.code !== "42501") throw error;
      throw new BackupError("The drill needs a role that may create databases: ALTER ROLE … CREATEDB.");
    });
    try {
      await restoreBackup(Object.assign(new URL(url), { pathname: `/${scratch}` }).href, source, {
        onTable: (name, count) => {
          rows += count;
          onTable?.(name, count);
        },
        migrationsFolder,
      });
    } finally {
      await sql`drop database if exists ${sql(scratch)} with (force)`;
    }
    const result = { rows, seconds: Math.round((performance.now() - started) / 100) / 10 };
    const value = sql.json({ at: new Date().toISOString(), ...result });
    await sql`
      insert into server_settings (name, value) values (${RESTORE_DRILL}, ${value})
      on conflict (name) do update set value = excluded.value, updated_at = now()`;
    return result;
  } finally {
    source.destroy();
    await sql.end();
  }
}
