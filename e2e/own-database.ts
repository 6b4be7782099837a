import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { migrate } from "@/db/migrate";
import { env } from "@/lib/base/env";

/** Gives a test file its own migrated database, before its first use of `db()`. For tests that count all rows. */
export async function useOwnDatabase(): Promise<void> {
  const url = new URL(process.env.DATABASE_URL ?? "");
  const name = `own_${randomBytes(6).toString("hex")}`;
  const admin = postgres(url.href, { max: 1 });
  await admin.unsafe(`create database ${name}`).finally(() => admin.end());
  url.pathname = `/${name}`;
  process.env.DATABASE_URL = url.href;
  // The settings may have been read already by the log.
  Object.assign(env(), { DATABASE_URL: url.href });
  await migrate(url.href);
}
