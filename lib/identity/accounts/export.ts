import { getTableColumns, getTableName, is } from "drizzle-orm";
import { getTableConfig, type PgColumn, PgTable } from "drizzle-orm/pg-core";
import type postgres from "postgres";
import { sql } from "@/db/client";
import * as schema from "@/db/schema";
import type { Caller } from "@/lib/identity/auth/caller";
import { flushUsage } from "@/lib/identity/quota/usage";

/** Tables that the export omits: internal ones without customer data, and those with credentials. */
const LEFT_OUT = new Set(["sessions", "one_time_links", "idempotency_keys", "jobs"]);

const BATCH_SIZE = 500;

export type ExportedTable = {
  readonly name: string;
  readonly table: string;
  /** Names of fields in the export, with their columns. */
  readonly columns: Readonly<Record<string, string>>;
  /** Primary key, for paging. */
  readonly key: readonly PgColumn[];
};

/**
 * Every table with an `account_id`, so that new tables are exported automatically. Columns of bytes (hashes, documents)
 * are omitted; documents can be downloaded one by one.
 */
function exportedTables(): ExportedTable[] {
  const entries: [string, unknown][] = Object.entries(schema);
  return entries.flatMap(([name, table]) => {
    if (!is(table, PgTable)) return [];
    const columns = Object.entries(getTableColumns(table));
    if (!columns.some(([key]) => key === "accountId") || LEFT_OUT.has(getTableName(table))) return [];
    const plain = columns.filter(([, column]) => column.getSQLType() !== "bytea");
    return [
      {
        name,
        table: getTableName(table),
        columns: Object.fromEntries(plain.map(([key, column]) => [key, column.name])),
        key: primaryKeyOf(table),
      },
    ];
  });
}

function primaryKeyOf(table: PgTable): readonly PgColumn[] {
  const { columns, primaryKeys } = getTableConfig(table);
  const [several] = primaryKeys;
  // PostgreSQL needs explicit types for the parameters of a composite key.
  return several
    ? several.columns.flatMap(({ name }) => columns.filter((column) => column.name === name))
    : columns.filter((column) => column.primary);
}

/** All data of the account as one JSON document, read and sent a few rows at a time. */
export function exportAccount(caller: Caller): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const parts = documentOf(caller.accountId);
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: () => void parts.return(undefined),
  });
}

async function* documentOf(accountId: string): AsyncGenerator<string, undefined> {
  await flushUsage();
  const [account] = await sql()`
    select id, name, tier, limits, local_only as "localOnly", default_source as "defaultSource",
           default_targets as "defaultTargets", file_retention_hours as "fileRetentionHours", created_at as "createdAt"
      from accounts where id = ${accountId}`;
  yield `{"exportedAt":${JSON.stringify(new Date())},\n"account":${JSON.stringify(account ?? null)}`;
  const people = await sql()`
    select u.id, u.name, u.email, m.role, m.created_at as "joinedAt" from members m join users u on u.id = m.user_id
     where m.account_id = ${accountId} order by u.id`;
  yield `,\n"people":${JSON.stringify(people)}`;
  for (const table of exportedTables()) {
    yield `,\n${JSON.stringify(table.name)}:[`;
    yield* rowsOf(table, accountId);
    yield "]";
  }
  yield "}\n";
  return undefined;
}

/** Each page is a separate statement: a cursor would occupy a connection for as long as a slow client reads. */
async function* rowsOf({ table, columns, key }: ExportedTable, accountId: string): AsyncGenerator<string> {
  // Names and types are from our own schema. Keys are compared as text because a Date has no microseconds.
  const names = Object.values(columns).map((name) => `"${name}"`);
  const place = key.map(({ name }) => `"${name}"`);
  const written = key.map(({ name }, i) => `"${name}"::text as "place ${i}"`);
  const given = key.map((column, i) => `$${i + 2}::text::${column.getSQLType()}`);
  let last: readonly string[] | null = null;
  do {
    const rows: postgres.RowList<postgres.Row[]> = await sql().unsafe(
      `select ${[...names, ...written]} from "${table}"
        where account_id = $1 ${last ? `and (${place}) > (${given})` : ""} order by ${place} limit ${BATCH_SIZE}`,
      [accountId, ...(last ?? [])],
    );
    const named = rows.map((row) =>
      JSON.stringify(Object.fromEntries(Object.entries(columns).map(([key, column]) => [key, row[column]]))),
    );
    if (named.length > 0) yield (last ? ",\n" : "\n") + named.join(",\n");
    last = rows.length < BATCH_SIZE ? null : key.map((_, i) => String(rows.at(-1)?.[`place ${i}`]));
  } while (last);
}
