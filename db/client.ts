import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { env } from "@/lib/env";
import { perProcess } from "@/lib/per-process";
import * as schema from "./schema";

/**
 * Three clients: `db()` for tables; `sql()` for the few statements that are written by hand (the queue, usage), because
 * drizzle rewires the parsers of the client it is given; and {@link limiterDb}.
 */
const OPTIONS = {
  connect_timeout: 4,
  idle_timeout: 300,
  max_lifetime: 3600,
  connection: { application_name: "dragoman", statement_timeout: 15_000 },
  onnotice: () => {},
} as const;

type Clients = {
  db: ReturnType<typeof connectDrizzle>;
  preparedDb: ReturnType<typeof connectDrizzle>;
  drizzleSql: postgres.Sql;
  sql: postgres.Sql;
  ledger: postgres.Sql;
};

export type Database = Clients["db"];
/** What a service writes through: the database, or a transaction of it. */
export type Transaction = Pick<
  Database,
  "select" | "selectDistinct" | "selectDistinctOn" | "insert" | "update" | "delete" | "execute"
>;

const clients = perProcess("database", connect);

function connect(): Clients {
  const url = env().DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is not set: start the server with npm start, or set it.");
  const drizzleSql = postgres(url, { ...OPTIONS, max: 10 });
  const sql = postgres(url, { ...OPTIONS, max: 14 });
  const connection = { ...OPTIONS.connection, synchronous_commit: "off" };
  return {
    db: connectDrizzle(sending(drizzleSql, neverPrepared)),
    preparedDb: connectDrizzle(sending(drizzleSql, preparedIfShort)),
    drizzleSql,
    sql,
    ledger: postgres(url, { ...OPTIONS, connection, max: 2 }),
  };
}

function connectDrizzle(client: postgres.Sql) {
  return drizzle(client, { schema });
}

type Prepares = (parameters: readonly unknown[]) => boolean;
const neverPrepared: Prepares = () => false;
/** Statements with more parameters are lists, of which each length would be a statement of its own. */
const preparedIfShort: Prepares = (parameters) => parameters.length <= 60;

/**
 * The client with what drizzle leaves open: which statements its connections keep prepared; and that a transaction takes no
 * more of them once its work has ended. Of work that is done at once a part may go on after another has failed: its
 * statements would be sent behind the rollback, and hold.
 */
function sending<Client extends Pick<postgres.Sql, "unsafe">>(
  client: Client,
  prepares: Prepares,
  isOpen = () => true,
): Client {
  const within = (work: (tx: postgres.TransactionSql) => unknown) => async (tx: postgres.TransactionSql) => {
    let open = true;
    try {
      return await work(sending(tx, prepares, () => open));
    } finally {
      open = false;
    }
  };
  return new Proxy(client, {
    get(target, name) {
      if (name === "unsafe")
        return (query: string, parameters: postgres.ParameterOrJSON<never>[] = []) => {
          if (!isOpen()) throw new Error("The transaction of this statement has ended.");
          return target.unsafe(query, parameters, { prepare: prepares(parameters) });
        };
      const member = Reflect.get(target, name);
      if (name !== "begin" && name !== "savepoint") return member;
      return (work: (tx: postgres.TransactionSql) => unknown) => (member as postgres.Sql["begin"])(within(work));
    },
  });
}

export const db = (): Database => clients().db;
/**
 * As {@link db}, for work of many small statements that people wait for: the second time that a connection meets a statement
 * it is neither parsed nor planned again, and one way to the server is enough. Not for statements whose plan depends on their
 * parameters, nor for those that are written anew each time.
 */
export const preparedDb = (): Database => clients().preparedDb;
export const sql = (): postgres.Sql => clients().sql;
/**
 * For the rate limiter alone. It does not wait until a charge is on the disk: that would cost each request more than
 * deciding does. No end of our own processes loses a charge; when PostgreSQL itself or the machine dies, those of the last
 * moments (three times `wal_writer_delay`, 0.6 s) are forgotten. A refund never outlives its charge: the log keeps their
 * order. Two connections, because decisions about one account wait for each other in any case, and that is cheaper in
 * the driver's queue than on a lock in the database.
 */
export const limiterDb = (): postgres.Sql => clients().ledger;

/** Ends all connections, waiting up to five seconds for running statements. */
export async function closeDatabase(): Promise<void> {
  const open = clients.current;
  clients.clear();
  if (open) await Promise.all([open.sql, open.drizzleSql, open.ledger].map((client) => client.end({ timeout: 5 })));
}

/** True when a row was refused because another one has what only one may have. */
export function isUniqueViolation(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ((cause as { code?: string }).code === "23505") return true;
  return false;
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
