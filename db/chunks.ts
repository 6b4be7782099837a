import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { db, type Transaction } from "./client";
import { documentChunks, exportChunks, fileChunks, targetFileChunks } from "./schema";

const CHUNK_BYTES = 1024 * 1024;

/** Owner of the bytes: a table of chunks and its columns that identify the owner. */
export type ChunkOwner =
  | { readonly table: typeof fileChunks; readonly key: { fileId: string; kind: "source" | "output" } }
  | { readonly table: typeof documentChunks; readonly key: { documentId: string; version: number } }
  | { readonly table: typeof targetFileChunks; readonly key: { documentId: string; language: string } }
  | { readonly table: typeof exportChunks; readonly key: { exportId: string } };

/** Stores bytes in chunks of at most 1 MiB in the database, so that any process on any host can read them. */
export async function writeChunks(tx: Transaction, { table, key }: ChunkOwner, bytes: Uint8Array): Promise<void> {
  for (let number = 0, at = 0; at < bytes.length || number === 0; number++, at += CHUNK_BYTES) {
    await tx
      .insert(table)
      .values({ ...key, number, bytes: Buffer.from(bytes.subarray(at, at + CHUNK_BYTES)) } as never);
  }
}

/** Replaces the stored bytes. */
export async function replaceChunks(tx: Transaction, owner: ChunkOwner, bytes: Uint8Array): Promise<void> {
  await tx.delete(owner.table).where(owned(owner));
  await writeChunks(tx, owner, bytes);
}

/** All bytes; null if they have been deleted. */
export async function readChunks(owner: ChunkOwner, tx: Transaction = db()): Promise<Buffer | null> {
  const rows = await tx
    .select({ bytes: owner.table.bytes })
    .from(owner.table)
    .where(owned(owner))
    .orderBy(asc(owner.table.number));
  return rows.length > 0 ? Buffer.concat(rows.map((row) => row.bytes)) : null;
}

/** Streams the bytes chunk by chunk, so that a large file is never in memory as a whole. */
export function streamChunks(owner: ChunkOwner): ReadableStream<Uint8Array> {
  let number = 0;
  return new ReadableStream({
    async pull(controller) {
      const [row] = await db()
        .select({ bytes: owner.table.bytes })
        .from(owner.table)
        .where(and(owned(owner), eq(owner.table.number, number)));
      number += 1;
      if (row) controller.enqueue(row.bytes);
      else controller.close();
    },
  });
}

/** Total number of bytes. */
export async function countBytes(owner: ChunkOwner): Promise<number> {
  const [row] = await db()
    .select({ bytes: sql<number>`coalesce(sum(octet_length(${owner.table.bytes})), 0)::int` })
    .from(owner.table)
    .where(owned(owner));
  return row?.bytes ?? 0;
}

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
