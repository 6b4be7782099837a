import { readServerSetting, writeServerSetting } from "@/db/server-settings";
import { QualityResult } from "@/lib/schemas/engines";

const SETTING = "quality";

/** Saves a result, replacing the previous one. */
export async function keepResult(result: QualityResult): Promise<void> {
  await writeServerSetting(SETTING, result);
}

/** The last saved result; null if there is none. */
export async function lastResult(): Promise<QualityResult | null> {
  return QualityResult.safeParse(await readServerSetting(SETTING)).data ?? null;
}
