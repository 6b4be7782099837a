import { eq, sql } from "drizzle-orm";
import { db } from "./client";
import { serverSettings } from "./schema";

/** Setting with the last successful restore drill: `{at, rows, seconds}`. */
export const RESTORE_DRILL = "restore_drill";

/** A stored setting of the whole server; undefined if it is not set. The caller checks the value. */
export async function readServerSetting(name: string): Promise<unknown> {
  const [row] = await db().select().from(serverSettings).where(eq(serverSettings.name, name));
  return row?.value;
}

/** Sets it for all servers of this database; null removes it. */
export async function writeServerSetting(name: string, value: unknown): Promise<void> {
  if (value === null) await db().delete(serverSettings).where(eq(serverSettings.name, name));
  else
    await db()
      .insert(serverSettings)
      .values({ name, value })
      .onConflictDoUpdate({ target: serverSettings.name, set: { value, updatedAt: sql`now()` } });
}
