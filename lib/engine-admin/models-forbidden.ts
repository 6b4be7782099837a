import { readServerSetting, writeServerSetting } from "@/db/server-settings";
import { describeError, log } from "@/lib/log";
import { modelFetcher } from "@/lib/models/installation";

const SETTING = "models_on_demand";
/** Milliseconds until other processes notice a change. */
const REREAD_MS = 2_000;

/** Forbids or allows requests to fetch models, on every server with this database. */
export async function setModelsForbidden(isForbidden: boolean): Promise<void> {
  await writeServerSetting(SETTING, isForbidden ? "forbidden" : "allowed");
  modelFetcher().isForbidden = isForbidden;
}

/** Reads the setting into this process, now and every two seconds. Never rejects. */
export async function followModelsForbidden(): Promise<void> {
  await readForbidden();
  setInterval(() => void readForbidden(), REREAD_MS).unref();
}

async function readForbidden(): Promise<void> {
  try {
    modelFetcher().isForbidden = (await readServerSetting(SETTING)) === "forbidden";
  } catch (error) {
    log.warn(describeError(error), "the setting for models on demand could not be read");
  }
}
