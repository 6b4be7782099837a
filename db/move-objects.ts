import { newObjectKey, requireBucket } from "@/lib/base/storage/bucket";
import { OBJECT_TABLES } from "./chunks";
import { sql } from "./client";
import { inChunks } from "./in-chunks";

const BATCH_SIZE = 200;

type Table = (typeof OBJECT_TABLES)[number];
type Row = Readonly<Record<string, unknown>>;

/** Columns that identify the owner of stored bytes, by table. */
const KEYS: Readonly<Record<Table["name"], readonly string[]>> = {
  file_chunks: ["file_id", "kind"],
  document_chunks: ["document_id", "version"],
  target_file_chunks: ["document_id", "language"],
  export_chunks: ["export_id"],
  screenshots: ["id"],
};

export type Moved = { readonly moved: number; readonly bytes: number; readonly skipped: number };

/**
 * Moves all stored bytes between database and object storage while servers run: readers continue at the same offset,
 * and bytes that are replaced or deleted during their move are skipped. A second run continues. Throws StorageError.
 * @param onMoved called after each owner
 */
export async function moveBytes(
  to: "s3" | "database",
  onMoved: (kind: string, bytes: number) => void = () => {},
): Promise<Moved> {
  let [moved, bytes, skipped] = [0, 0, 0];
  for (const table of OBJECT_TABLES) {
    let after: Row | null = null;
    for (;;) {
      const owners: readonly Row[] = await ownersIn(table, to, after);
      for (const owner of owners) {
        const size = to === "s3" ? await moveOut(table, owner) : await moveIn(table, owner);
        if (size === null) skipped += 1;
        else {
          moved += 1;
          bytes += size;
          onMoved(table.kind, size);
        }
      }
      if (owners.length < BATCH_SIZE) break;
      after = owners.at(-1) ?? null;
    }
  }
  return { moved, bytes, skipped };
}

/** The next owners whose bytes must be moved, ordered by key. */
async function ownersIn(table: Table, to: "s3" | "database", after: Row | null): Promise<readonly Row[]> {
  const keys = KEYS[table.name];
  const list = keys.join(", ");
  const first = table.name === "screenshots" ? "true" : "number = 0";
  const beyond = after ? `and (${list}) > (${keys.map((_, i) => `$${i + 1}`).join(", ")})` : "";
  const values = after ? keys.map((key) => after[key] as string | number) : [];
  return sql().unsafe(
    `select ${list} from ${table.name} where ${first} and object_key is ${to === "s3" ? "" : "not"} null ${beyond}
      order by ${list} limit ${BATCH_SIZE}`,
    values,
  );
}

/** Returns the number of moved bytes; null if the owner changed in the meantime. */
async function moveOut(table: Table, owner: Row): Promise<number | null> {
  const store = requireBucket();
  const objectKey = newObjectKey(table.kind);
  const seen: string[] = [];
  const size = await store.put(objectKey, chunksOf(table, owner, seen));
  const isMoved = await sql().begin(async (tx) => {
    const where = whereOf(table, owner);
    // xmin, the last transaction that wrote a row, shows whether the row has changed.
    const order = table.name === "screenshots" ? "id" : "number";
    const rows = await tx.unsafe(
      `select xmin::text as version, object_key from ${table.name} where ${where.text} order by ${order} for update`,
      where.values,
    );
    if (rows.length === 0 || rows.some((row, i) => row.object_key !== null || row.version !== seen[i])) return false;
    if (rows.length !== seen.length) return false;
    const [first] = [where.values.length];
    if (table.name === "screenshots")
      await tx.unsafe(
        `update screenshots set content = '', object_key = $${first + 1}, object_bytes = $${first + 2} where ${where.text}`,
        [...where.values, objectKey, size],
      );
    else {
      await tx.unsafe(`delete from ${table.name} where ${where.text} and number > 0`, where.values);
      await tx.unsafe(
        `update ${table.name} set bytes = '', object_key = $${first + 1}, object_bytes = $${first + 2} where ${where.text}`,
        [...where.values, objectKey, size],
      );
    }
    return true;
  });
  if (!isMoved) await store.delete(objectKey);
  return isMoved ? size : null;
}

async function* chunksOf(table: Table, owner: Row, seen: string[]): AsyncGenerator<Uint8Array, undefined> {
  const where = whereOf(table, owner);
  const isPicture = table.name === "screenshots";
  for (let number = 0; ; number++) {
    const [row] = await sql().unsafe<{ bytes: Buffer; version: string }[]>(
      `select ${isPicture ? "content" : "bytes"} as bytes, xmin::text as version from ${table.name}
        where ${where.text} and object_key is null ${isPicture ? "" : `and number = $${where.values.length + 1}`}`,
      isPicture ? where.values : [...where.values, number],
    );
    if (!row) return;
    seen.push(row.version);
    yield row.bytes;
    if (isPicture) return;
  }
}

/** Returns the number of moved bytes; null if the owner changed in the meantime. A trigger deletes the object later. */
async function moveIn(table: Table, owner: Row): Promise<number | null> {
  const where = whereOf(table, owner);
  return sql().begin(async (tx) => {
    const [row] = await tx.unsafe<{ object_key: string | null }[]>(
      `select object_key from ${table.name} where ${where.text} for update`,
      where.values,
    );
    if (!row?.object_key) return null;
    const stream = await requireBucket().get(row.object_key);
    if (!stream) return null;
    const at = where.values.length;
    if (table.name === "screenshots") {
      const pieces: Uint8Array[] = [];
      for await (const piece of stream) pieces.push(piece);
      const bytes = Buffer.concat(pieces);
      await tx.unsafe(
        `update screenshots set content = $${at + 1}, object_key = null, object_bytes = null where ${where.text}`,
        [...where.values, bytes],
      );
      return bytes.length;
    }
    await tx.unsafe(`delete from ${table.name} where ${where.text}`, where.values);
    const columns = KEYS[table.name];
    let [size, number] = [0, 0];
    for await (const bytes of inChunks(stream)) {
      await tx.unsafe(
        `insert into ${table.name} (${columns.join(", ")}, number, bytes)
         values (${columns.map((_, i) => `$${i + 1}`).join(", ")}, $${at + 1}, $${at + 2})`,
        [...where.values, number, bytes],
      );
      size += bytes.length;
      number += 1;
    }
    return size;
  });
}

function whereOf(table: Table, owner: Row): { text: string; values: (string | number)[] } {
  const keys = KEYS[table.name];
  return {
    text: keys.map((key, i) => `${key} = $${i + 1}`).join(" and "),
    values: keys.map((key) => owner[key] as string | number),
  };
}
