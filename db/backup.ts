import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import postgres from "postgres";
import {
  BackupError,
  countLines,
  encodeEnd,
  encodeHeader,
  encodeTable,
  FORMAT,
  TABLE_END,
  type Table,
} from "./backup-format";

/**
 * Writes a consistent snapshot of the whole database while the server keeps running, in one transaction. The embedded
 * server has no pg_dump, so rows are copied with COPY; the tables themselves come from the migrations.
 * @param onTable called for each table when its rows are written
 */
export async function writeBackup(
  url: string,
  sink: Writable,
  onTable: (name: string, rows: number) => void = () => {},
): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql.begin("isolation level repeatable read read only", async (tx) => {
      await pipeline(backupText(tx, onTable), createGzip(), sink);
    });
  } finally {
    await sql.end();
  }
}

async function* backupText(tx: postgres.TransactionSql, onTable: (name: string, rows: number) => void) {
  const schema = await schemaVersion(tx);
  const tables = await readTables(tx);
  yield encodeHeader({ format: FORMAT, createdAt: new Date().toISOString(), schema, tables });
  const rows: Record<string, number> = {};
  for (const table of tables) {
    yield encodeTable(table);
    let count = 0;
    for await (const chunk of copyOut(tx, table)) {
      count += countLines(chunk);
      yield chunk;
    }
    yield TABLE_END;
    rows[table.name] = count;
    onTable(table.name, count);
  }
  yield encodeEnd({ rows, sequences: await readSequences(tx) });
}

async function* copyOut(tx: postgres.TransactionSql, { name, columns }: Table): AsyncGenerator<Buffer> {
  const stream = await tx`copy ${tx(name)} (${tx([...columns])}) to stdout`.readable();
  yield* stream;
  // The driver pauses its socket when the stream is full and resumes it only on a read. If the last bytes filled the
  // stream, no read follows and the next answer would never arrive.
  stream._read(0);
}

/** The latest applied migration. */
async function schemaVersion(tx: postgres.TransactionSql): Promise<number> {
  const [journal] = await tx`select to_regclass('drizzle.__drizzle_migrations') is not null as present`;
  if (!journal?.present)
    throw new BackupError("This database is not one of Dragoman, or it is empty: there is nothing to back up.");
  const [latest] = await tx`select max(created_at) as "when" from drizzle.__drizzle_migrations`;
  return Number(latest?.when);
}

/** Our tables with their stored columns; generated ones are recomputed on restore. */
export async function readTables(tx: postgres.TransactionSql): Promise<Table[]> {
  return await tx<Table[]>`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname`;
}

/** The last value of each used sequence, as text: it may exceed a JavaScript number. */
async function readSequences(tx: postgres.TransactionSql): Promise<Record<string, string>> {
  const used = await tx`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null`;
  return Object.fromEntries(used.map(({ name, value }) => [name, value]));
}
