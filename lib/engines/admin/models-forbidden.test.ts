import { afterAll, expect, test } from "vitest";
import { sql } from "@/db/client";
import { writeServerSetting } from "@/db/server-settings";
import { modelFetcher } from "@/lib/engines/models/installation";
import { followModelsForbidden, setModelsForbidden } from "./models-forbidden";

afterAll(() => writeServerSetting("models_on_demand", null));

test("switching off downloads on demand in one process also switches them off in other processes", async () => {
  await setModelsForbidden(true);
  modelFetcher().isForbidden = false;
  await followModelsForbidden();
  await expect.poll(() => modelFetcher().isForbidden).toBe(true);
  // Does what another process would do: writes the setting and announces it.
  await writeServerSetting("models_on_demand", "allowed");
  await sql()`select pg_notify('dragoman_models_on_demand', '')`;
  await expect.poll(() => modelFetcher().isForbidden).toBe(false);
});
