import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { startThrowAwayDatabase } from "@/db/embedded.mjs";
import { migrate } from "@/db/migrate";
import { sharedSetup } from "./shared-setup";

type TestDatabase = { readonly url: string; readonly drop: () => Promise<unknown> };

/**
 * One migrated database per test run, with its address in `DATABASE_URL`: on the server of `TEST_DATABASE_URL` if set,
 * else on a throw-away embedded server. Test files share it, so each creates its own accounts.
 */
export default sharedSetup("database", start, ({ drop }) => drop());

async function start(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  const database = server ? await createDatabase(server) : await embeddedDatabase();
  await migrate(database.url);
  process.env.DATABASE_URL = database.url;
  return database;
}

async function embeddedDatabase() {
  const server = await startThrowAwayDatabase();
  return { url: server.url, drop: server.stop };
}

async function createDatabase(server: string) {
  const name = `dragoman_test_${randomBytes(6).toString("hex")}`;
  const run = async (statement: string) => {
    const sql = postgres(server, { max: 1, onnotice: () => {} });
    await sql.unsafe(statement).finally(() => sql.end());
  };
  await run(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) };
}
