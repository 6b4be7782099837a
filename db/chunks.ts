import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { bucket, newObjectKey, requireBucket } from "@/lib/base/storage/bucket";
import { StorageError } from "@/lib/base/storage/s3";
import { db, type Transaction } from "./client";
import { CHUNK_BYTES } from "./in-chunks";
import { documentChunks, exportChunks, fileChunks, screenshots, targetFileChunks } from "./schema";

/**
 * Owner of stored bytes: a table of chunks and the columns that identify the owner in it. The bytes are either in the
 * owner's rows, or in object storage: then its only row has the name of the object.
 */
export type ChunkOwner =
  | { readonly table: typeof fileChunks; readonly key: { fileId: string; kind: "source" | "output" } }
  | { readonly table: typeof documentChunks; readonly key: { documentId: string; version: number } }
  | { readonly table: typeof targetFileChunks; readonly key: { documentId: string; language: string } }
  | { readonly table: typeof exportChunks; readonly key: { exportId: string } };

/** Columns that contain a row's bytes or say where they are. */
export type StoredBytes = { bytes: Buffer; objectKey: string | null; objectBytes: number | null };

/**
 * Stores bytes so that any process on any host can read them: in object storage if FILES_URL is set, else in the
 * database in chunks of at most 1 MiB. Throws StorageError. If the transaction fails, the sweep deletes the object.
 */
export async function writeChunks(tx: Transaction, owner: ChunkOwner, bytes: Uint8Array): Promise<void> {
  const object = await storeObject(kindOf(owner), bytes);
  if (object) return insertChunk(tx, owner, 0, { bytes: Buffer.alloc(0), ...object });
  for (let number = 0, at = 0; at < bytes.length || number === 0; number++, at += CHUNK_BYTES)
    await insertChunk(tx, owner, number, {
      bytes: Buffer.from(bytes.subarray(at, at + CHUNK_BYTES)),
      objectKey: null,
      objectBytes: null,
    });
}

/** Writes bytes to object storage; null if it is not configured. */
export async function storeObject(
  kind: string,
  bytes: Uint8Array,
): Promise<{ objectKey: string; objectBytes: number } | null> {
  const store = bucket();
  if (!store) return null;
  const objectKey = newObjectKey(kind);
  return { objectKey, objectBytes: await store.put(objectKey, [bytes]) };
}

/** Adds one row. */
async function insertChunk(tx: Transaction, owner: ChunkOwner, number: number, row: StoredBytes): Promise<void> {
  await tx.insert(owner.table).values({ ...owner.key, number, ...row } as never);
}

/** Replaces the stored bytes. */
export async function replaceChunks(tx: Transaction, owner: ChunkOwner, bytes: Uint8Array): Promise<void> {
  await tx.delete(owner.table).where(owned(owner));
  await writeChunks(tx, owner, bytes);
}

/** All bytes; null if they have been deleted. Throws StorageError. */
export async function readChunks(owner: ChunkOwner, tx: Transaction = db()): Promise<Buffer | null> {
  const rows = await tx
    .select({ bytes: owner.table.bytes, objectKey: owner.table.objectKey })
    .from(owner.table)
    .where(owned(owner))
    .orderBy(asc(owner.table.number));
  if (rows.length === 0) return null;
  const [{ objectKey } = { objectKey: null }] = rows;
  return objectKey === null ? Buffer.concat(rows.map((row) => row.bytes)) : readObject(objectKey);
}

/** All bytes of an object. Throws StorageError. */
export async function readObject(key: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of await openObject(key, 0)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/**
 * Streams the bytes piece by piece, so that a large file is never in memory as a whole. Continues at the same offset if
 * the bytes are moved between database and object storage.
 */
export function streamChunks(owner: ChunkOwner): ReadableStream<Uint8Array> {
  const pieces = piecesOf(owner);
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => void pieces.return(undefined),
  });
}

/** Total number of bytes. */
export async function countBytes(owner: ChunkOwner): Promise<number> {
  const { bytes, objectBytes } = owner.table;
  const [row] = await db()
    .select({ bytes: sql<number>`coalesce(sum(coalesce(${objectBytes}, octet_length(${bytes}))), 0)::float8` })
    .from(owner.table)
    .where(owned(owner));
  return row?.bytes ?? 0;
}

async function* piecesOf(owner: ChunkOwner): AsyncGenerator<Uint8Array, undefined> {
  for (let sent = 0; ; ) {
    const row = await chunkAt(owner, Math.floor(sent / CHUNK_BYTES));
    if (!row) return;
    if (row.objectKey !== null) {
      yield* await openObject(row.objectKey, sent);
      return;
    }
    const rest = row.bytes.subarray(sent % CHUNK_BYTES);
    if (rest.length === 0) return;
    sent += rest.length;
    yield rest;
  }
}

/** The row of the chunk with this number, or the row that names the object. */
async function chunkAt(owner: ChunkOwner, number: number) {
  const { table } = owner;
  const [row] = await db()
    .select({ bytes: table.bytes, objectKey: table.objectKey })
    .from(table)
    .where(and(owned(owner), sql`(${table.number} = ${number} or ${table.objectKey} is not null)`))
    .limit(1);
  return row;
}

async function openObject(key: string, from: number): Promise<ReadableStream<Uint8Array>> {
  const stream = await requireBucket().get(key, from);
  if (!stream) throw new StorageError("An object is missing in object storage.", 404);
  return stream;
}

/** First part of the keys of all objects of a table. */
function kindOf(owner: Pick<ChunkOwner, "table">): string {
  return OBJECT_TABLES.find(({ table }) => table === owner.table)?.kind ?? "other";
}

/** All tables whose rows may name an object. */
export const OBJECT_TABLES = [
  { table: fileChunks, name: "file_chunks", kind: "files" },
  { table: documentChunks, name: "document_chunks", kind: "documents" },
  { table: targetFileChunks, name: "target_file_chunks", kind: "targets" },
  { table: exportChunks, name: "export_chunks", kind: "exports" },
  { table: screenshots, name: "screenshots", kind: "screenshots" },
] as const;

function owned(owner: ChunkOwner): SQL | undefined {
  if ("fileId" in owner.key) return and(eq(fileChunks.fileId, owner.key.fileId), eq(fileChunks.kind, owner.key.kind));
  if ("language" in owner.key)
    return and(
      eq(targetFileChunks.documentId, owner.key.documentId),
      eq(targetFileChunks.language, owner.key.language),
    );
  if ("documentId" in owner.key)
    return and(eq(documentChunks.documentId, owner.key.documentId), eq(documentChunks.version, owner.key.version));
  return eq(exportChunks.exportId, owner.key.exportId);
}
