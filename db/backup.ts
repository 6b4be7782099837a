import { createHash } from "node:crypto";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import postgres from "postgres";
import { requireBucket } from "@/lib/base/storage/bucket";
import {
  BackupError,
  countLines,
  type End,
  encodeEnd,
  encodeHeader,
  encodeRow,
  encodeTable,
  FORMAT,
  quote,
  TABLE_END,
  type Table,
} from "./backup-format";
import { inChunks } from "./in-chunks";

/** Column with the object's key, in rows whose bytes may be in object storage. */
const OBJECT_KEY = "object_key";

/**
 * Writes a consistent snapshot of the whole database in one transaction, while the server keeps running. The embedded
 * server has no pg_dump, so rows are copied with COPY; the migrations create the tables on restore. Bytes in object
 * storage are included as if they were in the database, so that the file is complete by itself.
 * @param onTable called for each table when its rows are written
 * @param onMissing called for each object that object storage does not have; its row is written unchanged
 */
export async function writeBackup(
  url: string,
  sink: Writable,
  onTable: (name: string, rows: number) => void = () => {},
  onMissing: (key: string) => void = () => {},
): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql.begin("isolation level repeatable read read only", async (tx) => {
      await pipeline(withHash(backupText(tx, onTable, onMissing)), createGzip(), sink);
    });
  } finally {
    await sql.end();
  }
}

/** Yields all parts, and adds the hash of everything before the last part to that part. */
async function* withHash(
  parts: AsyncIterable<string | Buffer | { readonly end: End }>,
): AsyncGenerator<string | Buffer> {
  const hash = createHash("sha256");
  for await (const part of parts) {
    if (typeof part === "object" && "end" in part) {
      yield encodeEnd({ ...part.end, sha256: hash.digest("hex") });
      return;
    }
    hash.update(part);
    yield part;
  }
}

async function* backupText(
  tx: postgres.TransactionSql,
  onTable: (name: string, rows: number) => void,
  onMissing: (key: string) => void,
): AsyncGenerator<string | Buffer | { readonly end: End }> {
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
    for await (const row of objectRows(tx, table, onMissing)) {
      count += 1;
      yield row;
    }
    yield TABLE_END;
    rows[table.name] = count;
    onTable(table.name, count);
  }
  yield { end: { rows, sequences: await readSequences(tx) } };
}

async function* copyOut(tx: postgres.TransactionSql, { name, columns }: Table): AsyncGenerator<Buffer> {
  const list = columns.map(quote).join(", ");
  const rows = columns.includes(OBJECT_KEY)
    ? `(select ${list} from ${quote(name)} where object_key is null)`
    : `${quote(name)} (${list})`;
  const stream = await tx.unsafe(`copy ${rows} to stdout`).readable();
  yield* stream;
  // The driver pauses its socket when the stream is full and resumes it only on a read. If the last bytes have filled
  // the stream, no further read occurs and the next response would never arrive.
  stream._read(0);
}

/** The rows whose bytes are in object storage, with these bytes; divided into chunks for tables that store chunks. */
async function* objectRows(
  tx: postgres.TransactionSql,
  { name, columns }: Table,
  onMissing: (key: string) => void,
): AsyncGenerator<string> {
  if (!columns.includes(OBJECT_KEY)) return;
  const texts = columns.map((column) => `${quote(column)}::text as ${quote(column)}`).join(", ");
  const rows = tx.unsafe<Record<string, string | null>[]>(
    `select ${texts} from ${quote(name)} where object_key is not null`,
  );
  for await (const batch of rows.cursor(50))
    for (const row of batch) {
      const encode = (changed: Record<string, string | null>) =>
        encodeRow(columns.map((column) => (column in changed ? changed[column]! : (row[column] ?? null))));
      const object = await requireBucket().get(row.object_key ?? "");
      if (!object) onMissing(row.object_key ?? "");
      if (!object) yield encode({});
      else if (columns.includes("number"))
        for await (const [number, bytes] of numbered(inChunks(object)))
          yield encode({ number: String(number), bytes: hex(bytes), object_key: null, object_bytes: null });
      else yield encode({ content: hex(await whole(object)), object_key: null, object_bytes: null });
    }
}

async function* numbered<T>(items: AsyncIterable<T>): AsyncGenerator<readonly [number, T]> {
  let number = 0;
  for await (const item of items) yield [number++, item];
}

async function whole(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Bytes in PostgreSQL's hexadecimal notation. */
const hex = (bytes: Buffer) => `\\x${bytes.toString("hex")}`;

/** The latest applied migration. */
async function schemaVersion(tx: postgres.TransactionSql): Promise<number> {
  const [journal] = await tx`select to_regclass('drizzle.__drizzle_migrations') is not null as present`;
  if (!journal?.present)
    throw new BackupError("This is not a database of Dragoman, or it is empty: there is nothing to back up.");
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
