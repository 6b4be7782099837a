import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { env } from "@/lib/base/env";
import { perProcess } from "@/lib/base/singleton";
import { currentTracer, faultName, startStatement } from "@/lib/base/tracing/tracing";
import { readArrays } from "./arrays";
import * as schema from "./schema";

/** Maximum milliseconds of one statement. */
const STATEMENT_TIMEOUT_MS = 15_000;
/** Connections besides the pools: two of the limiter, one that listens, and one that checks the database. */
const FIXED_CONNECTIONS = 4;

/**
 * There are three clients: `db()` for tables, `sql()` for hand-written statements (queue, usage) and {@link limiterDb}
 * for the limiter. `sql()` is separate because drizzle changes the parsers of its client; `sql().begin` has them too.
 */
const OPTIONS = {
  connect_timeout: 4,
  idle_timeout: 300,
  max_lifetime: 3600,
  fetch_types: false,
  // The driver's default delay grows to 20 seconds, so that it would reconnect long after the database is back.
  backoff: (retries: number) => Math.min(0.05 * 2 ** retries, 0.5),
  onnotice: () => {},
};

/**
 * One statement at a time on a connection, except in transactions, which the driver can't begin this way. Until 1.21,
 * PgBouncer passes a connection on as soon as a statement is answered, even if the next one on it has been parsed and not
 * yet executed: that one is never answered.
 */
const UNPIPELINED = { max_pipeline: 0 };

/** Statements and transactions of a pool that are running or wait for a connection. */
type Load = { readonly name: string; readonly size: number; underWay: number };

type Clients = {
  loads: readonly Load[];
  db: ReturnType<typeof connectDrizzle>;
  preparedDb: ReturnType<typeof connectDrizzle>;
  tables: postgres.Sql;
  inTransactions: postgres.Sql;
  sql: postgres.Sql;
  ledger: postgres.Sql;
};

/** The database's addresses. `pooler` is true if a pooler such as PgBouncer shares connections between transactions. */
function addresses(): { url: string; direct: string; pooler: boolean } {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: direct } = env();
  if (!url) throw new Error("DATABASE_URL is not set: start the server with npm start, or set it.");
  return { url, direct: direct ?? url, pooler: direct !== undefined };
}

export type Database = Clients["db"];
/** The database or a transaction; services send their queries through it. */
export type Transaction = Pick<
  Database,
  "select" | "selectDistinct" | "selectDistinctOn" | "insert" | "update" | "delete" | "execute"
>;

const clients = perProcess("database", connect);

function connect(): Clients {
  const { url, pooler } = addresses();
  const shared = env().DATABASE_POOL - FIXED_CONNECTIONS;
  const hand = Math.max(Math.floor(shared / 4), 1);
  const transactions = Math.floor((shared - hand) / 2);
  const options = { ...OPTIONS, ...session(pooler) };
  const loads: Load[] = [];
  const open = (name: string, size: number, pipelining: object = pooler ? UNPIPELINED : {}) => {
    const load = { name, size, underWay: 0 };
    loads.push(load);
    return counting(readArrays(postgres(url, { ...options, ...pipelining, max: size })), load);
  };
  const tables = open("tables", shared - hand - transactions);
  const inTransactions = open("transactions", transactions, {});
  // Changes the parsers of this client too.
  connectDrizzle(inTransactions);
  const sends = { inTransactions, limitsTime: pooler };
  return {
    loads,
    db: connectDrizzle(sending(tables, { ...sends, prepares: neverPrepared })),
    preparedDb: connectDrizzle(sending(tables, { ...sends, prepares: pooler ? neverPrepared : preparedIfShort })),
    tables,
    inTransactions,
    sql: sending(open("statements", hand), { ...sends, prepares: neverPrepared }),
    ledger: open("limiter", 2),
  };
}

/**
 * Settings that a connection keeps between transactions. A pooler gives each transaction another connection and refuses
 * unknown start parameters: behind it no statement is prepared, and transactions set their time limit themselves.
 */
function session(pooler: boolean) {
  return pooler
    ? { prepare: false, connection: { application_name: "dragoman" } }
    : { connection: { application_name: "dragoman", statement_timeout: STATEMENT_TIMEOUT_MS } };
}

/** Counts and traces a client's work: statements from the moment they are awaited, and transactions as a whole. */
function counting(client: postgres.Sql, load: Load): postgres.Sql {
  const begin = () => {
    load.underWay += 1;
  };
  const done = () => {
    load.underWay -= 1;
  };
  return observing(client, { begin, done });
}

type Observer = { readonly begin: () => void; readonly done: () => void };

function observing<Client extends postgres.Sql | postgres.TransactionSql>(client: Client, observer: Observer): Client {
  // Fragments of statements are promises too, but never awaited.
  const observed = (made: unknown, text: unknown): unknown => {
    if (!(made instanceof Promise)) return made;
    const { then } = made;
    return Object.assign(made, {
      // biome-ignore lint/suspicious/noThenProperty: it is a promise
      then: (...handlers: Parameters<typeof then>) => {
        observer.begin();
        const span = startStatement(textOf(text));
        Object.assign(made, { then });
        const end = (fault?: string) => {
          observer.done();
          span?.end(fault);
        };
        void then.call(
          made,
          (rows: unknown) => {
            answers().count += 1;
            dropHoles(rows);
            end();
          },
          (thrown: unknown) => end(faultName(thrown)),
        );
        return then.apply(made, handlers);
      },
    });
  };
  return new Proxy(client, {
    apply: (target, self, args) => observed(Reflect.apply(target as postgres.Sql, self, args), args[0]),
    get: (target, name) => {
      const member = Reflect.get(target, name);
      if (name === "unsafe")
        return (...args: Parameters<postgres.Sql["unsafe"]>) => observed(target.unsafe(...args), args[0]);
      if (name !== "begin") return member;
      return (work: (tx: postgres.TransactionSql) => unknown) => {
        observer.begin();
        return begin(target as postgres.Sql, (tx) => work(traced(tx))).finally(observer.done);
      };
    },
  });
}

/**
 * Removes empty entries before the rows of a connection's first statement. The driver creates them if it lost the
 * previous connection in the middle of its rows, because it continues counting from there (postgres 3.4.9).
 */
function dropHoles(rows: unknown): void {
  if (!Array.isArray(rows) || rows.length === 0 || 0 in rows) return;
  let holes = 1;
  while (holes < rows.length && !(holes in rows)) holes += 1;
  rows.splice(0, holes);
}

const answers = perProcess("database-answers", () => ({ count: 0 }));

/** Number of statements that the database has answered in this process. It grows as long as the database answers. */
export const answersCounted = (): number => answers().count;

const UNCOUNTED: Observer = { begin: () => {}, done: () => {} };

/** A transaction is counted as a whole, so its statements are only traced. */
function traced(tx: postgres.TransactionSql): postgres.TransactionSql {
  return currentTracer() ? observing(tx, UNCOUNTED) : tx;
}

/** The text of a statement without its values, which are parameters. */
function textOf(statement: unknown): string {
  if (typeof statement === "string") return statement;
  return Array.isArray(statement) ? String(statement[0]) : "";
}

/**
 * Runs a transaction so that it survives the loss of its connection. The driver then rejects the transaction, but its
 * callback continues, and the driver would write the callback's later statements and its own rollback to a closed
 * socket: they would never end, or end the process (porsager/postgres#1154).
 */
function begin(client: postgres.Sql, work: (tx: postgres.TransactionSql) => unknown): Promise<unknown> {
  let isOver = false;
  const refuseIfOver = () => {
    if (isOver) throw new Error("The transaction of this statement has ended.");
  };
  const guarded = (tx: postgres.TransactionSql): postgres.TransactionSql =>
    new Proxy(tx, {
      apply: (target, self, args) => {
        refuseIfOver();
        return Reflect.apply(target, self, args);
      },
      get: (target, name) => {
        const member = Reflect.get(target, name);
        if (name !== "unsafe" && name !== "savepoint") return member;
        return (...args: unknown[]) => {
          refuseIfOver();
          return Reflect.apply(member, target, args);
        };
      },
    });
  // While the callback has no outcome, the driver sends no rollback.
  const callback = (tx: postgres.TransactionSql) =>
    new Promise((resolve, reject) => {
      Promise.resolve(tx)
        .then(guarded)
        .then(work)
        .then(
          (result) => isOver || resolve(result),
          // If a connection is lost, a statement fails shortly before the driver reports the loss.
          (error) => setImmediate(() => isOver || reject(error)),
        );
    });
  return client.begin(callback).finally(() => {
    isOver = true;
  });
}

/** The pools of this process, for its metrics. */
export const poolLoads = (): readonly Readonly<Load>[] => clients.current?.loads ?? [];

function connectDrizzle(client: postgres.Sql) {
  return drizzle(client, { schema });
}

type Prepares = (parameters: readonly unknown[]) => boolean;
const neverPrepared: Prepares = () => false;
/** Statements with many parameters contain lists, and every length of a list would be prepared separately. */
const preparedIfShort: Prepares = (parameters) => parameters.length <= 60;

type Sending = {
  /** Decides which statements a connection keeps prepared. */
  readonly prepares: Prepares;
  /**
   * The client for transactions, which has separate connections. If all shared one pool, transactions that wait for
   * statements outside themselves could occupy all connections and wait forever.
   */
  readonly inTransactions?: postgres.Sql;
  /** True if transactions set the time limit of their statements, because the connection has none. */
  readonly limitsTime: boolean;
};

/**
 * Adds {@link Sending} to a client, and makes a transaction refuse statements after its callback has ended. If one of
 * several parallel queries fails, another one may still send statements, which would take effect after the rollback.
 */
function sending<Client extends Pick<postgres.Sql, "unsafe">>(
  client: Client,
  options: Sending,
  isOpen = () => true,
): Client {
  const within = (work: (tx: postgres.TransactionSql) => unknown) => async (tx: postgres.TransactionSql) => {
    let open = true;
    try {
      // Sent together with the first statement, so it costs no round trip. If it fails, the transaction fails.
      if (options.limitsTime) tx.unsafe(`set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`).catch(() => {});
      return await work(sending(tx, { ...options, limitsTime: false }, () => open));
    } finally {
      open = false;
    }
  };
  return new Proxy(client, {
    get(target, name) {
      if (name === "unsafe")
        return (query: string, parameters: postgres.ParameterOrJSON<never>[] = []) => {
          if (!isOpen()) throw new Error("The transaction of this statement has ended.");
          return target.unsafe(query, parameters, { prepare: options.prepares(parameters) });
        };
      const source = name === "begin" ? (options.inTransactions ?? target) : target;
      const member = Reflect.get(source, name);
      if (name !== "begin" && name !== "savepoint") return member;
      return (work: (tx: postgres.TransactionSql) => unknown) => (member as postgres.Sql["begin"])(within(work));
    },
  });
}

export const db = (): Database => clients().db;
/**
 * Like {@link db}, for latency-critical work of many small statements: a connection neither parses nor plans a
 * statement again that it already knows, so it takes one round trip. Not for statements whose plan depends on their
 * parameters, nor for generated ones.
 */
export const preparedDb = (): Database => clients().preparedDb;
export const sql = (): postgres.Sql => clients().sql;
/**
 * For the rate limiter only. Its statements commit without waiting for the disk, which would cost each request more
 * than the decision itself. No crash of our processes loses a charge; if PostgreSQL or the machine crashes, the last
 * 0.6 s (three times `wal_writer_delay`) are lost. A refund is never kept without its charge, because the log preserves
 * their order. Two connections suffice: decisions about one account are serial anyway, and queueing in the driver is
 * cheaper than waiting for a database lock.
 */
export const limiterDb = (): postgres.Sql => clients().ledger;

const listener = perProcess("database-listener", () =>
  postgres(addresses().direct, { ...OPTIONS, ...session(false), max: 1 }),
);

/**
 * Listens to a channel of PostgreSQL's NOTIFY. All channels of a process share one connection, which reconnects.
 * @param onListen called at each (re)connect, because earlier notifications may have been missed
 */
export function listen(
  channel: string,
  onNotice: (payload: string) => void,
  onListen?: () => void,
): Promise<postgres.ListenMeta> {
  return listener().listen(channel, onNotice, onListen);
}

/**
 * Rejects all waiting statements, and every new one at once, until {@link reconnect} is called. Otherwise requests
 * would wait for timeouts while the database does not answer.
 */
export function disconnect(): void {
  const open = clients();
  for (const client of poolsOf(open)) void client.end({ timeout: 0 });
}

/** Reverts {@link disconnect}. */
export function reconnect(): void {
  clients.set(connect());
}

/** A client with one connection that bypasses the pooler, for checking whether the database answers. */
export function connectProbe(): postgres.Sql {
  return postgres(addresses().direct, {
    ...OPTIONS,
    ...session(false),
    max: 1,
  });
}

const poolsOf = ({ sql, tables, inTransactions, ledger }: Clients): postgres.Sql[] => [
  sql,
  tables,
  inTransactions,
  ledger,
];

/** Closes all connections, waiting up to five seconds for running statements. */
export async function closeDatabase(): Promise<void> {
  const open = clients.current;
  const listening = listener.current;
  clients.clear();
  listener.clear();
  const closing = [...(open ? poolsOf(open) : []), ...(listening ? [listening] : [])];
  await Promise.all(closing.map((client) => client.end({ timeout: 5 })));
}

/** True for a violated unique index. */
export function isUniqueViolation(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ((cause as { code?: string }).code === "23505") return true;
  return false;
}
