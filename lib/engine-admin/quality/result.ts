import { eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { serverSettings } from "@/db/schema";
import { QualityResult } from "@/lib/schemas/engines";

const SETTING = "quality";

/** Saves a result, replacing the previous one. */
export async function keepResult(result: QualityResult): Promise<void> {
  await db()
    .insert(serverSettings)
    .values({ name: SETTING, value: result })
    .onConflictDoUpdate({ target: serverSettings.name, set: { value: result, updatedAt: sql`now()` } });
}

/** The last saved result; null if there is none. */
export async function lastResult(): Promise<QualityResult | null> {
  const [row] = await db().select().from(serverSettings).where(eq(serverSettings.name, SETTING));
  return QualityResult.safeParse(row?.value).data ?? null;
}
