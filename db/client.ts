import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { env } from "@/lib/env";
import * as schema from "./schema";

/**
 * Two clients, because drizzle rewires the parsers of the one it is given: `db()` for tables, `sql()` for the few
 * statements that are written by hand (the limiter, the queue).
 */
const OPTIONS = {
  connect_timeout: 4,
  idle_timeout: 300,
  max_lifetime: 3600,
  connection: { application_name: "dragoman", statement_timeout: 15_000 },
  onnotice: () => {},
} as const;

type Clients = { db: ReturnType<typeof connectDrizzle>; sql: postgres.Sql; drizzleSql: postgres.Sql };

export type Database = Clients["db"];
/** What a service writes through: the database, or a transaction of it. */
export type Transaction = Pick<Database, "select" | "selectDistinct" | "selectDistinctOn" | "insert" | "update" | "delete" | "execute">;

const store = globalThis as { __dragomanDatabase?: Clients };

function clients(): Clients {
  store.__dragomanDatabase ??= connect();
  return store.__dragomanDatabase;
}

function connect(): Clients {
  const url = env().DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is not set: start the server with npm start, or set it.");
  const drizzleSql = postgres(url, { ...OPTIONS, max: 10 });
  return { db: connectDrizzle(drizzleSql), drizzleSql, sql: postgres(url, { ...OPTIONS, max: 16 }) };
}

function connectDrizzle(client: postgres.Sql) {
  return drizzle(client, { schema });
}

export const db = (): Database => clients().db;
export const sql = (): postgres.Sql => clients().sql;

/** Ends all connections, waiting up to five seconds for running statements. */
export async function closeDatabase(): Promise<void> {
  const open = store.__dragomanDatabase;
  store.__dragomanDatabase = undefined;
  if (open) await Promise.all([open.sql.end({ timeout: 5 }), open.drizzleSql.end({ timeout: 5 })]);
}

/** True when the fault is that the database cannot be reached, starting, or shutting down. */
export function isDatabaseDown(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = (cause as { code?: string }).code ?? "";
    if (/^(CONNECTION_|CONNECT_TIMEOUT|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|57P0[123]|08|53300)/.test(code))
      return true;
  }
  return false;
}
