import { getTableColumns, getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { sql } from "@/db/client";
import * as schema from "@/db/schema";
import type { Caller } from "@/lib/auth/caller";
import { flushUsage } from "@/lib/limits/usage";

/** Tables that are the service's own notes, or open a door: nothing that somebody gave us. */
const LEFT_OUT = new Set(["sessions", "one_time_links", "idempotency_keys", "jobs"]);

const ROWS_AT_ONCE = 200;

export type ExportedTable = {
  readonly name: string;
  readonly table: string;
  /** Name in the export → column. */
  readonly columns: Readonly<Record<string, string>>;
};

/**
 * Every table with an `account_id`, so that a new one is exported without being named here. Bytes (hashes, documents) are
 * left out: documents are downloaded one by one.
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
      },
    ];
  });
}

/** Everything that belongs to the account, as one JSON document, read and sent a few rows at a time. */
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

async function* rowsOf({ table, columns }: ExportedTable, accountId: string): AsyncGenerator<string> {
  const names = sql()(Object.values(columns));
  const cursor = sql()`select ${names} from ${sql()(table)} where account_id = ${accountId}`.cursor(ROWS_AT_ONCE);
  let separator = "\n";
  for await (const rows of cursor) {
    const named = rows.map((row) =>
      JSON.stringify(Object.fromEntries(Object.entries(columns).map(([key, column]) => [key, row[column]]))),
    );
    yield separator + named.join(",\n");
    separator = ",\n";
  }
}
