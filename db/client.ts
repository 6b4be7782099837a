import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { env } from "@/lib/env";
import { perProcess } from "@/lib/per-process";
import * as schema from "./schema";

/**
 * Three clients: `db()` for tables; `sql()` for the few hand-written statements (the queue, usage), because drizzle
 * changes the parsers of its client; and {@link limiterDb}.
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
/** What services query through: the database or a transaction. */
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
/** Statements with many parameters contain lists, and each length would be prepared separately. */
const preparedIfShort: Prepares = (parameters) => parameters.length <= 60;

/**
 * Adds to a client which statements its connections keep prepared, and that a transaction accepts no more statements
 * once its callback has ended. If one of several parallel queries fails, another may still send statements; after the
 * rollback they would take effect.
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
 * Like {@link db}, for latency-critical work of many small statements: a statement already known to the connection is
 * neither parsed nor planned again and takes one round trip. Not for statements whose plan depends on their parameters,
 * nor for generated ones.
 */
export const preparedDb = (): Database => clients().preparedDb;
export const sql = (): postgres.Sql => clients().sql;
/**
 * For the rate limiter only. Commits without waiting for the disk, which would cost each request more than the decision
 * itself. No crash of our processes loses a charge; if PostgreSQL or the machine dies, the last moments (three times
 * `wal_writer_delay`, 0.6 s) are lost. A refund is never kept without its charge, because the log preserves their
 * order. Two connections are enough: decisions about one account are serial anyway, and queueing in the driver is
 * cheaper than waiting for a database lock.
 */
export const limiterDb = (): postgres.Sql => clients().ledger;

/** Closes all connections, waiting up to five seconds for running statements. */
export async function closeDatabase(): Promise<void> {
  const open = clients.current;
  clients.clear();
  if (open) await Promise.all([open.sql, open.drizzleSql, open.ledger].map((client) => client.end({ timeout: 5 })));
}

/** True for a violated unique index. */
export function isUniqueViolation(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ((cause as { code?: string }).code === "23505") return true;
  return false;
}
