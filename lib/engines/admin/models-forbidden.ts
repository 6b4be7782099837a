import { sql as raw } from "drizzle-orm";
import { db } from "@/db/client";
import { readServerSetting, writeServerSetting } from "@/db/server-settings";
import { modelFetcher } from "@/lib/engines/models/installation";
import { followChannel } from "./follow-channel";

const SETTING = "models_on_demand";
/** PostgreSQL channel that announces changes of the setting to every process. */
const CHANNEL = "dragoman_models_on_demand";

/** Forbids or allows downloads of models on request, in every process that uses this database. */
export async function setModelsForbidden(isForbidden: boolean): Promise<void> {
  await writeServerSetting(SETTING, isForbidden ? "forbidden" : "allowed");
  modelFetcher().isForbidden = isForbidden;
  await db().execute(raw`select pg_notify(${CHANNEL}, '')`);
}

/** Applies changes of the setting to this process. Resolves once it is listening; never rejects. */
export function followModelsForbidden(): Promise<void> {
  return followChannel(CHANNEL, readForbidden, "the setting for models on demand could not be read");
}

async function readForbidden(): Promise<void> {
  modelFetcher().isForbidden = (await readServerSetting(SETTING)) === "forbidden";
}
