import { and, asc, eq } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { fileChunks } from "@/db/schema";

const CHUNK_BYTES = 1024 * 1024;

type Kind = (typeof fileChunks.$inferInsert)["kind"];

/** Keeps bytes of a file in pieces. */
export async function writeChunks(tx: Transaction, fileId: string, kind: Kind, bytes: Uint8Array): Promise<void> {
  for (let number = 0, at = 0; at < bytes.length || number === 0; number++, at += CHUNK_BYTES) {
    await tx
      .insert(fileChunks)
      .values({ fileId, kind, number, bytes: Buffer.from(bytes.subarray(at, at + CHUNK_BYTES)) });
  }
}

/** Puts other bytes in the place of those that are kept. */
export async function replaceChunks(tx: Transaction, fileId: string, kind: Kind, bytes: Uint8Array): Promise<void> {
  await tx.delete(fileChunks).where(and(eq(fileChunks.fileId, fileId), eq(fileChunks.kind, kind)));
  await writeChunks(tx, fileId, kind, bytes);
}

/** All bytes of a file; null when they are not kept any more. */
export async function readChunks(fileId: string, kind: Kind): Promise<Buffer | null> {
  const rows = await db()
    .select({ bytes: fileChunks.bytes })
    .from(fileChunks)
    .where(and(eq(fileChunks.fileId, fileId), eq(fileChunks.kind, kind)))
    .orderBy(asc(fileChunks.number));
  return rows.length > 0 ? Buffer.concat(rows.map((row) => row.bytes)) : null;
}

/** The bytes piece by piece, so that a large file is never held whole while it is sent. */
export function streamChunks(fileId: string, kind: Kind): ReadableStream<Uint8Array> {
  let number = 0;
  return new ReadableStream({
    async pull(controller) {
      const [row] = await db()
        .select({ bytes: fileChunks.bytes })
        .from(fileChunks)
        .where(and(eq(fileChunks.fileId, fileId), eq(fileChunks.kind, kind), eq(fileChunks.number, number)));
      number += 1;
      if (row) controller.enqueue(row.bytes);
      else controller.close();
    },
  });
}
