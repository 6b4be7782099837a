import { eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { serverSettings } from "@/db/schema";
import { describeError, log } from "@/lib/log";
import { modelFetcher } from "@/lib/models/installation";

const SETTING = "models_on_demand";
/** Milliseconds until other processes notice a change. */
const REREAD_MS = 2_000;

/** Forbids or allows requests to fetch models, on every server with this database. */
export async function setModelsForbidden(isForbidden: boolean): Promise<void> {
  const value = isForbidden ? "forbidden" : "allowed";
  await db()
    .insert(serverSettings)
    .values({ name: SETTING, value })
    .onConflictDoUpdate({ target: serverSettings.name, set: { value, updatedAt: sql`now()` } });
  modelFetcher().isForbidden = isForbidden;
}

/** Reads the setting into this process, now and every two seconds. Never rejects. */
export async function followModelsForbidden(): Promise<void> {
  await readForbidden();
  setInterval(() => void readForbidden(), REREAD_MS).unref();
}

async function readForbidden(): Promise<void> {
  try {
    const [row] = await db().select().from(serverSettings).where(eq(serverSettings.name, SETTING));
    modelFetcher().isForbidden = row?.value === "forbidden";
  } catch (error) {
    log.warn(describeError(error), "the setting for models on demand could not be read");
  }
}
